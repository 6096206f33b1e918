import { exactMoney } from "../money.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { addUp } from "./book-sum.ts";
import * as styles from "./money-table.module.css";

/** `net` is what the column must add up to. */
type Amounts<Row> = { of(row: Row): number; isCount?: boolean; net: number };
type Column<Row> = { head: string } & (Amounts<Row> | { text(row: Row): string });

type Props<Row> = {
  title: string;
  /** The first column names the row. */
  name: { head: string; text(row: NoInfer<Row>): string };
  columns: Column<NoInfer<Row>>[];
  rows: Row[];
};

const numbers = new Intl.NumberFormat("en-IN");
const amountText = (value: number, { isCount = false }) => (isCount ? numbers.format(value) : exactMoney(value));

/** Amounts by something. The foot adds up what the rows show and says whether it is what the books say. */
export function MoneyTable<Row>({ title, name, columns, rows }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard.
    <section className={table.scroll} aria-label={`Table: ${title}`} tabIndex={0}>
      <table className={`${table.table} ${table.rows} ${styles.money}`}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th>{name.head}</th>
            {columns.map((column) => (
              <th key={column.head} className={"of" in column ? table.end : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a month keep their places.
            <tr key={at}>
              <th scope="row">{name.text(row)}</th>
              {columns.map((column) =>
                "of" in column ? (
                  <td key={column.head} data-label={column.head} className={`${table.end} ${styles.amount}`}>
                    {amountText(column.of(row), column)}
                  </td>
                ) : (
                  <td key={column.head} data-label={column.head}>
                    {column.text(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        <Foot columns={columns} rows={rows} />
      </table>
    </section>
  );
}

function Foot<Row>({ columns, rows }: Pick<Props<Row>, "columns" | "rows">) {
  const isEqual = columns.every((column) => !("of" in column) || addUp(rows, column.of) === column.net);
  return (
    <tfoot>
      <tr>
        <th scope="row">
          Total{" "}
          {isEqual ? (
            <StatusMark shape="done">Equals net</StatusMark>
          ) : (
            <StatusMark shape="act">Differs from net. Please load the page again</StatusMark>
          )}
        </th>
        {columns.map((column) =>
          "of" in column ? (
            <td key={column.head} data-label={column.head} className={`${table.end} ${styles.amount}`}>
              {amountText(addUp(rows, column.of), column)}
            </td>
          ) : (
            <td key={column.head} />
          ),
        )}
      </tr>
    </tfoot>
  );
}

import type { DeskSale } from "@shoreline/contract";
import { Button } from "../controls.tsx";
import { dayText } from "../date/date-text.ts";
import { moneyText } from "../money.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./due-table.module.css";
import { dueStateMarks } from "./enrol-words.ts";
import { PrintReceipt } from "./print-receipt.tsx";

type Props = { sale: DeskSale; mayTake: boolean; onTake(dueId: string): void };

export function DueTable({ sale, mayTake, onTake }: Props) {
  const canBePaid = mayTake && (sale.state === "open" || sale.state === "bought");
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Instalments</caption>
      <thead>
        <tr>
          <th>Part</th>
          <th>Due</th>
          <th>State</th>
          <th>
            <span className="sr-only">Do</span>
          </th>
          <th className={table.end}>Amount</th>
        </tr>
      </thead>
      <tbody>
        {sale.dues.map(({ dueId, number, dueOn, state, amountInPaise, receipt }) => (
          <tr key={dueId}>
            <td>
              {number} of {sale.dues.length}
            </td>
            <td>{dayText(dueOn)}</td>
            <td className={styles.whole}>
              <StatusMark shape={dueStateMarks[state].shape}>
                {dueStateMarks[state].text}
                {receipt ? `, ${receipt.number}` : ""}
              </StatusMark>
            </td>
            <td className={styles.whole}>
              {receipt ? <PrintReceipt {...receipt} /> : null}
              {state === "open" && canBePaid ? (
                <Button look="line" onClick={() => onTake(dueId)}>
                  Take part {number}
                </Button>
              ) : null}
            </td>
            <td className={`${table.end} ${styles.amount}`}>{moneyText(amountInPaise)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

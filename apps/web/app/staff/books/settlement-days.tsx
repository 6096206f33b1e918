import type { SettlementMonth } from "@shoreline/contract";
import { dayText } from "../date/date-text.ts";
import { exactMoney } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { addUp } from "./book-sum.ts";
import { amount, money } from "./money-table.module.css";

type Day = SettlementMonth["days"][number];

const columns = [
  ["Paid online", (day: Day) => day.paidInPaise],
  ["Went back", (day: Day) => 0 - day.refundedInPaise],
  ["Provider's fee", (day: Day) => 0 - day.feeInPaise],
  ["The bank got", (day: Day) => day.bankInPaise],
  ["Still to come", (day: Day) => day.openInPaise],
] as const;

/** Paid, without refunds and fees, is what the bank got; the rest is still to come. */
export function SettlementDays({ days }: { days: Day[] }) {
  if (days.length === 0) return null;
  return (
    <PageSection id="days" title="Payments and what the bank got, per day">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard. */}
      <section className={table.scroll} aria-label="Table: payments per day" tabIndex={0}>
        <table className={`${table.table} ${table.rows} ${money}`}>
          <caption className="sr-only">Online payments by the day on which people paid or got money back</caption>
          <thead>
            <tr>
              <th>Day</th>
              {columns.map(([head]) => (
                <th key={head} className={table.end}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayText(day.day)}</th>
                {columns.map(([head, of]) => (
                  <td key={head} data-label={head} className={`${table.end} ${amount}`}>
                    {exactMoney(of(day))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                Total <Complete days={days} />
              </th>
              {columns.map(([head, of]) => (
                <td key={head} data-label={head} className={`${table.end} ${amount}`}>
                  {exactMoney(addUp(days, of))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </PageSection>
  );
}

function Complete({ days }: { days: Day[] }) {
  if (days.every(({ openInPaise }) => openInPaise === 0))
    return <StatusMark shape="done">The bank has everything</StatusMark>;
  return <StatusMark shape="half">Not everything is settled</StatusMark>;
}

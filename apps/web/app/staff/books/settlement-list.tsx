import type { SettlementMonth } from "@shoreline/contract";
import { formatDay } from "../../lib/format.ts";
import { exactMoney } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./settlement-list.module.css";
import { linesText } from "./settlement-words.ts";

type Settlement = SettlementMonth["settlements"][number];

/** Books count days in India, wherever the institute is. */
const inIndia = { timeZone: "Asia/Kolkata" };

export function SettlementList({ settlements }: { settlements: Settlement[] }) {
  return (
    <PageSection id="settlements" title="Settlements" count={settlements.length.toLocaleString("en-IN")}>
      {settlements.length === 0 ? (
        <p>The provider's report of this month is not here yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard.
        <section className={table.scroll} aria-label="Table: settlements" tabIndex={0}>
          <table className={`${table.table} ${table.rows} ${styles.list}`}>
            <caption className="sr-only">Settlements of the month, the latest first</caption>
            <thead>
              <tr>
                <th>Settlement</th>
                <th>UTR</th>
                <th aria-sort="descending">Day</th>
                <th>Status</th>
                <th className={table.end}>Fee</th>
                <th className={table.end}>GST in the fee</th>
                <th className={table.end}>The bank got</th>
              </tr>
            </thead>
            <tbody>
              {settlements.map((settlement) => (
                <SettlementRow key={settlement.settlementId} settlement={settlement} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </PageSection>
  );
}

function SettlementRow({ settlement }: { settlement: Settlement }) {
  const { settlementId, utr, settledAt, lines, unmatched, feeInPaise, feeTaxInPaise, amountInPaise } = settlement;
  return (
    <tr>
      <th scope="row" className={`${styles.mono} ${styles.id}`}>
        {settlementId}
      </th>
      <td className={`${styles.mono} ${styles.utr}`}>{utr}</td>
      <td className={`${table.moment} ${styles.day}`}>{formatDay(settledAt, inIndia)}</td>
      <td className={styles.status}>
        {unmatched === 0 ? (
          <StatusMark shape="done">{linesText(lines)}, all match</StatusMark>
        ) : (
          <StatusMark shape="act">
            {unmatched.toLocaleString("en-IN")} of {linesText(lines)} {unmatched === 1 ? "does" : "do"} not match
          </StatusMark>
        )}
      </td>
      <td className={`${table.end} ${styles.fee}`} data-label="Fee">
        {exactMoney(feeInPaise)}
      </td>
      <td className={`${table.end} ${styles.fee}`} data-label="GST in it">
        {exactMoney(feeTaxInPaise)}
      </td>
      <td className={`${table.end} ${styles.amount}`}>{exactMoney(amountInPaise)}</td>
    </tr>
  );
}

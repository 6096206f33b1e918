import type { SettlementMonth } from "@shoreline/contract";
import { Link } from "react-router";
import { formatDay } from "../../lib/format.ts";
import { exactMoney } from "../money.ts";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./settlement-differences.module.css";
import { differenceText } from "./settlement-words.ts";

type Difference = SettlementMonth["differences"][number];

const inIndia = { timeZone: "Asia/Kolkata" };

/** What the accountant looks into; everything else agrees. */
export function SettlementDifferences({ report: { differences, isMore, settlements } }: { report: SettlementMonth }) {
  const count = `${differences.length.toLocaleString("en-IN")}${isMore ? "+" : ""}`;
  return (
    <PageSection id="differences" title="What does not match" count={count}>
      {differences.length === 0 ? (
        <StatusMark shape={settlements.length > 0 ? "done" : "begun"}>
          {settlements.length > 0
            ? "Everything that was settled matches our payments and refunds."
            : "Nothing is missing so far."}
        </StatusMark>
      ) : (
        <DifferenceTable differences={differences} />
      )}
      {isMore ? <p>The latest {differences.length} are listed. Clear these first, and the others follow.</p> : null}
    </PageSection>
  );
}

function DifferenceTable({ differences }: { differences: Difference[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard.
    <section className={table.scroll} aria-label="Table: what does not match" tabIndex={0}>
      <table className={`${table.table} ${table.rows} ${styles.list}`}>
        <caption className="sr-only">What does not match, the latest first</caption>
        <thead>
          <tr>
            <th>What</th>
            <th>Payment or refund</th>
            <th aria-sort="descending">Day</th>
            <th className={table.end}>Ours</th>
            <th className={table.end}>The provider's</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <DifferenceRow key={`${difference.kind} ${difference.entityId} ${difference.at}`} difference={difference} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DifferenceRow({ difference }: { difference: Difference }) {
  const { kind, entityId, orderId, at, ourInPaise, theirInPaise } = difference;
  return (
    <tr className={table.row}>
      <td className={styles.what}>
        <StatusMark shape="act">{differenceText[kind]}</StatusMark>
      </td>
      <th scope="row" className={styles.id}>
        {orderId ? (
          <Link to={`/staff/payments?order=${orderId}`} className={table.name}>
            {entityId}
          </Link>
        ) : (
          entityId
        )}
      </th>
      <td className={`${table.moment} ${styles.day}`}>{formatDay(at, inIndia)}</td>
      <td className={`${table.end} ${styles.amount}`} data-label="Ours">
        {exactMoney(ourInPaise)}
      </td>
      <td className={`${table.end} ${styles.amount}`} data-label="The provider's">
        {exactMoney(theirInPaise)}
      </td>
    </tr>
  );
}

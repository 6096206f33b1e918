import type { Offers } from "@shoreline/contract";
import { PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import { numberText } from "../words.ts";
import * as styles from "./offer-table.module.css";

/** How often the codes of each learner were used. */
export function ReferrerSection({ referrers }: { referrers: Offers["referrers"] }) {
  if (referrers.length === 0) return null;
  return (
    <PageSection id="referrers" title="Referrers" count={referrers.length}>
      <table className={`${table.table} ${table.rows}`}>
        <caption className="sr-only">Referrers</caption>
        <thead>
          <tr>
            <th>Learner</th>
            <th>Number</th>
            <th className={styles.number}>Used</th>
          </tr>
        </thead>
        <tbody>
          {referrers.map(({ learnerId, name, number, used, held }) => (
            <tr key={learnerId}>
              <td className={styles.first}>
                <span className={styles.name}>{name}</span>
              </td>
              <td className={styles.fact}>{numberText(number)}</td>
              <td className={styles.number}>
                {used}
                {held > 0 ? <span className={table.dim}>, {held} held</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}

import { judgeAnswer } from "@shoreline/proof/answer";
import { formatDay } from "../../lib/format.ts";
import { viewPath } from "./found-certificate.ts";
import type { Checked } from "./server-answer.ts";
import * as styles from "./verdict.module.css";

/** What the credential says. Of a file that proves nothing it is a claim, and is named so. */
export function VerdictFacts({ checked, timeZone }: { checked: Checked; timeZone: string }) {
  const { finding, answer } = checked;
  const { facts } = finding;
  if (!facts) return null;
  const isGenuine = judgeAnswer(finding, answer) === "genuine";
  const { certificateId, holder, course, institute, earnedAt, hours, skills, evidence } = facts;
  const isFound = answer.kind === "valid" || answer.kind === "revoked" || answer.kind === "mismatch";
  const rows: [string, string | number | null][] = [
    ["Name", holder],
    ["Course", course],
    ["Earned on", dayOf(earnedAt, timeZone)],
    ["Certificate ID", certificateId],
    ["Issued by", isGenuine ? "" : institute],
    ["Hours", hours],
    ["Skills", skills.join(", ")],
    ["Evidence", evidence.join(" ")],
  ];
  return (
    <div>
      {isGenuine ? null : <p className={styles.claim}>What the file says:</p>}
      <dl className={styles.facts}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name} data-long={name === "Skills" || name === "Evidence"}>
              <dt>{name}</dt>
              <dd>{isFound && value === certificateId ? <a href={viewPath(certificateId)}>{value}</a> : value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  );
}

/** Text from a file may be anything. */
function dayOf(written: string, timeZone: string): string {
  return Number.isNaN(Date.parse(written)) ? written : formatDay(written, { timeZone });
}

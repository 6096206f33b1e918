import { eachOf } from "@shoreline/proof/answer";
import { wordsOf } from "@shoreline/proof/words";
import { viewPath } from "./found-certificate.ts";
import type { CardProps } from "./genuine-card.tsx";
import { Mark } from "./mark.tsx";
import type { Checked } from "./server-answer.ts";
import { shapes } from "./shapes.tsx";
import { TechnicalDetails } from "./technical-details.tsx";
import * as styles from "./verdict.module.css";
import { VerdictFacts } from "./verdict-facts.tsx";
import { VerdictHead } from "./verdict-head.tsx";

/** What came of the check of one file, whatever it is. For a genuine one `GenuineCard` is enough. */
export function VerdictCard({ name, checked, trusted, timeZone }: CardProps) {
  const { finding, answer } = checked;
  const { verdict, title, text } = wordsOf(finding, answer, timeZone);
  const inside = eachOf(finding, answer).map(([finding, answer]) => ({ finding, answer }));
  return (
    <article className={styles.card} data-verdict={verdict}>
      <VerdictHead name={name} shape={shapes[verdict]} title={title} text={text} />
      <Points checked={checked} timeZone={timeZone} />
      {inside.length > 1 ? (
        <BundleRows inside={inside} timeZone={timeZone} />
      ) : (
        <VerdictFacts checked={inside[0] ?? checked} timeZone={timeZone} />
      )}
      <TechnicalDetails finding={finding} trusted={trusted} timeZone={timeZone} />
    </article>
  );
}

/** What changed, why it was revoked, and what else is to know. */
function Points({ checked: { finding, answer }, timeZone }: { checked: Checked; timeZone: string }) {
  const { verdict, points } = wordsOf(finding, answer, timeZone);
  if (points.length === 0) return null;
  const replacedBy = answer.kind === "revoked" ? answer.replacedBy : null;
  const original = verdict === "changed" && answer.kind === "valid" ? finding.facts?.certificateId : null;
  return (
    <ul className={styles.points} aria-label="What was found">
      {points.map((point) => (
        <li key={point}>{replacedBy ? <WithLink text={point} to={replacedBy} /> : point}</li>
      ))}
      {original ? (
        <li>
          <a href={viewPath(original)}>See the original</a>
        </li>
      ) : null}
    </ul>
  );
}

/** The id of another certificate leads to it. */
function WithLink({ text, to }: { text: string; to: string }) {
  const [before, after] = text.split(to);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a href={viewPath(to)}>{to}</a>
      {after}
    </>
  );
}

function BundleRows({ inside, timeZone }: { inside: Checked[]; timeZone: string }) {
  return (
    <ol className={styles.rows}>
      {inside.map((one, at) => {
        const { verdict, title } = wordsOf(one.finding, one.answer, timeZone);
        const { facts } = one.finding;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and two may be the same.
          <li key={at} data-verdict={verdict}>
            <Mark shape={shapes[verdict]} />
            <div>
              <p>
                <b>{facts?.course || "A credential"}</b>
                {facts?.holder ? `, ${facts.holder}` : ""}
              </p>
              <p>{title}</p>
              <Points checked={one} timeZone={timeZone} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

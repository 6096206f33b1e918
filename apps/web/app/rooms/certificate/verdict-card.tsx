import type { TrustedKeys } from "@shoreline/proof/types";
import { viewPath } from "./found-certificate.ts";
import type { Checked } from "./server-answer.ts";
import { TechnicalDetails } from "./technical-details.tsx";
import * as styles from "./verdict.module.css";
import { VerdictFacts } from "./verdict-facts.tsx";
import { VerdictMark } from "./verdict-mark.tsx";
import { verdictOf } from "./verdict-of.ts";

type Props = { name: string; checked: Checked; trusted: TrustedKeys; timeZone: string };

/** What came of the check of one file. */
export function VerdictCard({ name, checked, trusted, timeZone }: Props) {
  const { look, title, text } = verdictOf(checked);
  return (
    <article className={styles.card} data-look={look}>
      <header className={styles.head}>
        <VerdictMark look={look} />
        <div>
          <p className={styles.file}>{name}</p>
          <h3 tabIndex={-1}>{title}</h3>
          <p>{text}</p>
        </div>
      </header>
      <Points checked={checked} />
      {checked.inside.length > 0 ? (
        <BundleRows inside={checked.inside} />
      ) : (
        <VerdictFacts checked={checked} timeZone={timeZone} />
      )}
      <TechnicalDetails finding={checked.finding} trusted={trusted} timeZone={timeZone} />
    </article>
  );
}

/** What changed, why it was revoked, and what else is to know. */
function Points({ checked }: { checked: Checked }) {
  const { points } = verdictOf(checked);
  const replacedBy = checked.answer.kind === "revoked" ? checked.answer.replacedBy : null;
  if (points.length === 0) return null;
  return (
    <ul className={styles.points} aria-label="What was found">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
      {replacedBy ? (
        <li>
          <a href={viewPath(replacedBy)}>Open certificate {replacedBy}</a>
        </li>
      ) : null}
    </ul>
  );
}

function BundleRows({ inside }: { inside: Checked[] }) {
  return (
    <ol className={styles.rows}>
      {inside.map((one, at) => {
        const { look, title } = verdictOf(one);
        const { facts } = one.finding;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and two may be the same.
          <li key={at} data-look={look}>
            <VerdictMark look={look} />
            <div>
              <p>
                <b>{facts?.course || "A credential"}</b>
                {facts?.holder ? `, ${facts.holder}` : ""}
              </p>
              <p>{title}</p>
              <Points checked={one} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

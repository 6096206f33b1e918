import { genuineWords } from "@shoreline/proof/genuine";
import type { TrustedKeys } from "@shoreline/proof/types";
import { genuineShape } from "./mark.tsx";
import type { Checked } from "./server-answer.ts";
import { TechnicalDetails } from "./technical-details.tsx";
import * as styles from "./verdict.module.css";
import { VerdictFacts } from "./verdict-facts.tsx";
import { VerdictHead } from "./verdict-head.tsx";

export type CardProps = { name: string; checked: Checked; trusted: TrustedKeys; timeZone: string };

/** One genuine certificate of which nothing else is to be said. */
export function GenuineCard({ name, checked, trusted, timeZone }: CardProps) {
  const { verdict, title, text } = genuineWords;
  return (
    <article className={styles.card} data-verdict={verdict}>
      <VerdictHead name={name} shape={genuineShape} title={title} text={text} />
      <VerdictFacts checked={checked} timeZone={timeZone} />
      <TechnicalDetails finding={checked.finding} trusted={trusted} timeZone={timeZone} />
    </article>
  );
}

import type { ReactNode } from "react";
import type { Outcome } from "./check-one.ts";
import { emptyShape, stuckShape } from "./mark.tsx";
import * as styles from "./verdict.module.css";
import { VerdictHead } from "./verdict-head.tsx";

type Props = { name: string; outcome: Extract<Outcome, { kind: "refused" }>; children: ReactNode };

/** A file that was not checked. */
export function RefusedCard({ name, outcome: { title, text, again }, children }: Props) {
  return (
    <article className={styles.card} data-verdict={again ? "stuck" : "empty"}>
      <VerdictHead name={name} shape={again ? stuckShape : emptyShape} title={title} text={text} />
      {children}
    </article>
  );
}

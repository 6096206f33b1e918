import type { ReactNode } from "react";
import type { Outcome } from "./check-one.ts";
import * as styles from "./verdict.module.css";
import { VerdictMark } from "./verdict-mark.tsx";

type Props = { name: string; outcome: Extract<Outcome, { kind: "refused" }>; children: ReactNode };

/** A file that was not checked. */
export function RefusedCard({ name, outcome: { title, text }, children }: Props) {
  return (
    <article className={styles.card} data-look="empty">
      <header className={styles.head}>
        <VerdictMark look="empty" />
        <div>
          <p className={styles.file}>{name}</p>
          <h3 tabIndex={-1}>{title}</h3>
          <p>{text}</p>
        </div>
      </header>
      {children}
    </article>
  );
}

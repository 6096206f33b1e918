import type { ReactNode } from "react";
import * as styles from "./nothing-yet.module.css";

/** In place of a list without entries: what would stand here and what it is for, with the way to the first one. */
export function NothingYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className={styles.nothing}>
      <p>
        <b>{title}</b>
      </p>
      {children}
    </div>
  );
}

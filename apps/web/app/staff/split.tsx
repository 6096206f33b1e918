import type { ReactNode } from "react";
import * as styles from "./split.module.css";

type Props = {
  /** What is open, in an element of the class `panel`; null if nothing is. */
  panel: ReactNode;
  children: ReactNode;
};

/** A list, and what is open beside it; on a phone the panel is the page. */
export function Split({ panel, children }: Props) {
  return (
    <div className={styles.split} data-open={Boolean(panel)}>
      <div className={styles.list}>{children}</div>
      {panel}
    </div>
  );
}

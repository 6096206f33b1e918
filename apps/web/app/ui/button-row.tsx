import type { ReactNode } from "react";
import * as styles from "./button-row.module.css";

/** Buttons side by side; on a phone each takes a line of its own. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

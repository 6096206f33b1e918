import * as styles from "./live-dot.module.css";

/** Beside what is live at this moment. */
export function LiveDot() {
  return <span className={styles.dot} aria-hidden="true" />;
}

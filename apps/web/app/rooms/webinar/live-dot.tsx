import * as styles from "./live-dot.module.css";

/** Marks what is live now. */
export function LiveDot() {
  return <span className={styles.dot} aria-hidden="true" />;
}

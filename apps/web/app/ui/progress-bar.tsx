import * as styles from "./progress-bar.module.css";

type Props = { value: number; max: number; label: string };

export function ProgressBar({ value, max, label }: Props) {
  return <progress className={styles.bar} max={max} value={Math.min(value, max)} aria-label={label} />;
}

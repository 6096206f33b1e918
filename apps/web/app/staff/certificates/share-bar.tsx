import * as styles from "./share-bar.module.css";

type Props = { share: number; needed: number; label: string };

/** The share of the classes, with a line at what the rule asks for. */
export function ShareBar({ share, needed, label }: Props) {
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      data-enough={share >= needed}
    >
      <rect className={styles.ground} x="0" y="2" width="100" height="4" />
      <rect className={styles.share} x="0" y="2" width={Math.min(100, share)} height="4" />
      <rect className={styles.line} x={Math.min(99, Math.max(0, needed - 0.5))} y="0" width="1" height="8" />
    </svg>
  );
}

import type { ReactNode } from "react";
import * as styles from "./verdict.module.css";

/** A shape for each verdict, so that colour is not the only sign. Our seal is whole, struck or broken; what is not ours has none. */
export function Mark({ shape }: { shape: ReactNode }) {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      {shape}
    </svg>
  );
}

export const ribbons = <path d="M16 33l-4 13 7-3 5 4 5-4 7 3-4-13" />;

export const genuineShape = (
  <>
    {ribbons}
    <circle cx="24" cy="20" r="17" data-full="" />
    <path d="M16 20.5l6 6 11-12" data-on="" />
  </>
);

export const emptyShape = <path d="M11 5h18l8 8v30H11z" strokeDasharray="4 4" />;

/** We could not check, and that is no word about the file. */
export const stuckShape = (
  <>
    <path d="M39 17a17 17 0 0 0-31 4M9 31a17 17 0 0 0 31-4" data-bold="" />
    <path d="M40 8v10H30M8 40V30h10" data-bold="" />
  </>
);

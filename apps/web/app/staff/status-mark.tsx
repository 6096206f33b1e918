import type { ReactNode } from "react";
import * as styles from "./status-mark.module.css";

/** The shape says the kind: under way, done, a person must act, closed, over. The colour only repeats it. */
export type Shape = "begun" | "half" | "going" | "done" | "act" | "off" | "past";

export function StatusMark({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <span className={styles.status} data-shape={shape}>
      <svg viewBox="0 0 16 16" aria-hidden="true" width="14" height="14">
        {shapes[shape]}
      </svg>
      {children}
    </span>
  );
}

const ring = <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />;
const square = (
  <rect x="2.3" y="2.3" width="11.4" height="11.4" rx="2" fill="none" stroke="currentColor" strokeWidth="1.6" />
);
const line = { fill: "none", strokeWidth: 1.8, strokeLinecap: "round", strokeLinejoin: "round" } as const;

const shapes: Record<Shape, ReactNode> = {
  begun: ring,
  half: (
    <>
      {ring}
      <path fill="currentColor" d="M3.64 6.53A4.6 4.6 0 1 0 12.36 6.53z" />
    </>
  ),
  going: (
    <>
      {ring}
      <circle cx="8" cy="8" r="3.8" fill="currentColor" />
    </>
  ),
  done: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="M4.8 8.2l2.200 2.300 4.300-4.700" stroke="var(--card)" {...line} />
    </>
  ),
  act: (
    <>
      <path d="M8 1.500l7 12.500H1z" fill="currentColor" />
      <path d="M8 6v3.600M8 11.700v.1" stroke="var(--card)" {...line} />
    </>
  ),
  off: (
    <>
      {square}
      <path d="M5.500 5.500l5 5M10.500 5.500l-5 5" stroke="currentColor" {...line} />
    </>
  ),
  past: square,
};

import type { Grade, Outcome } from "@shoreline/domain/quiz";
import * as styles from "./score-bar.module.css";

const outcomes: Outcome[] = ["correct", "wrong", "skipped"];

/** Correct, wrong and skipped, as a bar and in words. */
export function ScoreBar({ grade }: { grade: Grade }) {
  const starts = [0, grade.correct, grade.correct + grade.wrong];
  return (
    <div className={styles.score}>
      <svg viewBox={`0 0 ${grade.total} 1`} preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
        {outcomes.map((outcome, n) => (
          <rect key={outcome} x={starts[n]} width={grade[outcome]} height="1" data-outcome={outcome} />
        ))}
      </svg>
      <ul className={styles.words}>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <i data-outcome={outcome} />
            <b>{grade[outcome]}</b> {outcome}
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { Grade, Outcome } from "@shoreline/domain/quiz";

const outcomes: Outcome[] = ["correct", "wrong", "skipped"];

/** How many of each, as lengths and in words. */
export function ScoreBar({ grade }: { grade: Grade }) {
  const starts = [0, grade.correct, grade.correct + grade.wrong];
  return (
    <div>
      <svg viewBox={`0 0 ${grade.total} 1`} preserveAspectRatio="none" className="score-bar" aria-hidden="true">
        {outcomes.map((outcome, n) => (
          <rect key={outcome} x={starts[n]} width={grade[outcome]} height="1" className={`score-${outcome}`} />
        ))}
      </svg>
      <ul className="score-words">
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <i className={`score-${outcome}`} />
            <b>{grade[outcome]}</b> {outcome}
          </li>
        ))}
      </ul>
    </div>
  );
}

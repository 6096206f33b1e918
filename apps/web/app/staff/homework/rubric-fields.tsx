import { mostPointsOfLine, mostRubricLines, type RubricLine } from "@shoreline/domain/class-homework";
import { Button, Field, IconButton } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import * as styles from "./homework.module.css";

/** With a key of its own, so that fields keep what is typed when a line above is removed. */
export type RubricDraft = { key: number; text: string; points: string }[];

type Props = { lines: RubricDraft; faults: Record<string, string>; onChange(lines: RubricDraft): void };

export function RubricFields({ lines, faults, onChange }: Props) {
  const change = (key: number, part: Partial<RubricDraft[number]>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const key = Math.max(0, ...lines.map((line) => line.key)) + 1;
  return (
    <fieldset className={styles.rubricFields}>
      <legend>Points</legend>
      {lines.length === 0 ? <p className={styles.dim}>Without lines it is graded with a comment only.</p> : null}
      {lines.map((line, place) => (
        <div key={line.key} className={styles.rubricLine}>
          <Field
            label={`Line ${place + 1}`}
            value={line.text}
            maxLength={120}
            placeholder="The program runs"
            error={faults[`rubric.${place}.text`]}
            onChange={(event) => change(line.key, { text: event.target.value })}
          />
          <Field
            label="Points"
            aria-label={`Points of line ${place + 1}`}
            inputMode="numeric"
            value={line.points}
            error={faults[`rubric.${place}.points`]}
            onChange={(event) => change(line.key, { points: event.target.value })}
          />
          <IconButton
            icon="x"
            label={`Remove line ${place + 1}`}
            onClick={() => onChange(lines.filter((one) => one.key !== line.key))}
          />
        </div>
      ))}
      {lines.length < mostRubricLines ? (
        <div>
          <Button look="line" onClick={() => onChange([...lines, { key, text: "", points: "5" }])}>
            <StaffIcon name="plus" />
            Add a line
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

export const toDraft = (rubric: RubricLine[]): RubricDraft =>
  rubric.map(({ text, points }, key) => ({ key, text, points: String(points) }));

/** What is no number is sent as 0, which the server refuses with a text for the field. */
export function toRubric(lines: RubricDraft): RubricLine[] {
  const pointsOf = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0);
  return lines.map(({ text, points }) => ({ text, points: Math.min(pointsOf(points), mostPointsOfLine + 1) }));
}

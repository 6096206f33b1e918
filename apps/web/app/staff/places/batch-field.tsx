import { Field } from "../controls.tsx";
import { useBatchesToJoin } from "./place-queries.ts";
import { batchText, seatsText } from "./place-words.ts";

type Props = {
  courseId: string | undefined;
  /** Full batches have a waiting list, the others have seats. */
  isFull: boolean;
  value: string;
  error?: string | undefined;
  onChange(batchId: string): void;
};

/** The batches of a course that still take learners, of which some can be chosen. */
export function BatchField({ courseId, isFull, value, error, onChange }: Props) {
  const { data } = useBatchesToJoin(courseId);
  return (
    <Field
      kind="select"
      label={isFull ? "Full batch" : "Batch"}
      value={value}
      error={error}
      disabled={!data}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Choose a batch</option>
      {data?.batches.map((one) => (
        <option key={one.batchId} value={one.batchId} disabled={(one.seatsLeft === 0) !== isFull}>
          {batchText(one)} ({seatsText(one.seatsLeft)})
        </option>
      ))}
    </Field>
  );
}

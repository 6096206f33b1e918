import { batchTypes } from "@shoreline/domain/course";
import { useId } from "react";
import { Field } from "../controls.tsx";
import { CourseField } from "../courses/course-field.tsx";
import { soldCourses } from "../courses/course-finder.ts";
import { moneyText } from "../money.ts";
import { type Shape, StatusMark } from "../status-mark.tsx";
import { formatWhole } from "../when.ts";
import * as styles from "./enrol.module.css";
import type { DeskBatch, DeskFacts } from "./enrol-form.ts";
import { batchText } from "./enrol-words.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step-props.ts";

type Props = StepProps & { facts: DeskFacts; batches: DeskBatch[] | undefined };

export function CourseStep({ form, fields, person, facts, batches, onChange }: Props) {
  const owned = person?.learner?.owned ?? [];
  return (
    <Step number={2} title="Course and batch" isDone={form.course !== null && form.batchId !== ""}>
      <CourseField
        label="Course"
        value={form.course}
        from={soldCourses}
        more={({ priceInPaise }) => moneyText(priceInPaise)}
        whyNot={({ courseId }) => (owned.includes(courseId) ? "has it already" : null)}
        error={fields.courseId}
        step="course"
        onChange={(course) => onChange({ course, batchId: "", dues: null })}
      />
      {form.course === null || !batches ? null : (
        <BatchFields
          {...{ batches, times: facts.batchTimes, value: form.batchId, error: batchError(fields) }}
          onChange={(batchId) => onChange({ batchId })}
        />
      )}
    </Step>
  );
}

const batchError = (fields: Record<string, string>) => fields.batchTime ?? fields.batchType;

type Choice = { value: string; error: string | undefined; onChange(batchId: string): void };

/** The batches of a course with their seats; where none is planned, hour and days. */
export function BatchFields({ batches, times, ...choice }: Choice & { batches: DeskBatch[]; times: string[] }) {
  return batches.length > 0 ? <BatchChoice batches={batches} {...choice} /> : <HourChoice times={times} {...choice} />;
}

function BatchChoice({ batches, value, error, onChange }: Choice & { batches: DeskBatch[] }) {
  const id = useId();
  const first = batches.find(({ batchId }) => batchId === value) ?? batches.find(({ seatsLeft }) => seatsLeft !== 0);
  return (
    <fieldset className={styles.batches} aria-describedby={error ? id : undefined}>
      <legend className="sr-only">Batch</legend>
      {batches.map((batch) => (
        <label key={batch.batchId}>
          <input
            type="radio"
            name="batch"
            value={batch.batchId}
            checked={batch.batchId === value}
            disabled={batch.seatsLeft === 0}
            data-step={batch === first ? "batch" : undefined}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(batch.batchId)}
          />
          <b>{batchText(batch)}</b>
          <span>{startText(batch)}</span>
          <SeatMark batch={batch} />
        </label>
      ))}
      {error ? (
        <p id={id} className={styles.fault}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function startText({ startsAt, hasBegun, classesOver }: DeskBatch): string {
  const day = formatWhole(startsAt).replace(/,? \d{4},.*$/, "");
  if (!hasBegun) return `starts ${day}`;
  return `since ${day}${classesOver > 0 ? `, class ${classesOver + 1}` : ""}`;
}

function SeatMark({ batch: { seats, seatsLeft } }: { batch: DeskBatch }) {
  if (seats === null || seatsLeft === null) return <StatusMark shape="begun">Open</StatusMark>;
  const shape: Shape = seatsLeft === 0 ? "off" : seatsLeft <= 2 ? "act" : seatsLeft < seats ? "half" : "begun";
  return <StatusMark shape={shape}>{seatsLeft === 0 ? "Full" : `${seatsLeft} of ${seats} left`}</StatusMark>;
}

/** No batch is planned: the place comes with the next one of the chosen hour and days. */
function HourChoice({ times, value, error, onChange }: Choice & { times: string[] }) {
  return (
    <Field
      kind="select"
      label="No batch is planned yet: choose the hour and the days"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      data-step="batch"
    >
      <option value="">Choose</option>
      {times.flatMap((batchTime) =>
        batchTypes.map((batchType) => (
          <option key={batchTime + batchType} value={`${batchTime} ${batchType}`}>
            {batchText({ batchTime, batchType })}
          </option>
        )),
      )}
    </Field>
  );
}

import type { BatchForm } from "@shoreline/contract";
import { batchHoursName, batchName, batchTypes } from "@shoreline/domain/course";
import { isSoldTruly, patternName } from "@shoreline/domain/weekly";
import { Field } from "../controls.tsx";
import { CourseField } from "../courses/course-field.tsx";
import { offeredCourses } from "../courses/course-finder.ts";
import { DayField } from "../date/day-field.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { PatternFields } from "./pattern-fields.tsx";
import * as styles from "./series-form.module.css";
import { kindIn, type WrittenBatch } from "./written-batch.ts";

type Props = {
  facts: BatchForm;
  value: WrittenBatch;
  fields: Record<string, string>;
  onChange(written: WrittenBatch): void;
};

/** Course, first day, who, where and for how many. */
export function SeriesForm({ facts, value, fields, onChange, isOfCourse = false }: Props & { isOfCourse?: boolean }) {
  const set = (change: Partial<WrittenBatch>) => onChange({ ...value, ...change });
  return (
    <PageSection id="pattern" title="Weekly pattern">
      <div className={styles.fields}>
        {isOfCourse ? null : (
          <div className={styles.wide}>
            <CourseField
              label="Course"
              value={value.course}
              from={offeredCourses}
              more={({ hours }) => `${hours} hours`}
              error={fields.courseId}
              onChange={(course) => set({ course })}
            />
          </div>
        )}
        <DayField
          label={isOfCourse ? "From" : "First day"}
          value={value.from}
          error={fields.from}
          onChange={(from) => set({ from })}
        />
      </div>
      <PatternFields value={value.pattern} error={fields.pattern} onChange={(pattern) => set({ pattern })} />
      <PlaceFields facts={facts} value={value} fields={fields} onChange={onChange} />
    </PageSection>
  );
}

/** What can change without other times. */
export function PlaceFields({ facts, value, fields, onChange }: Props) {
  const set = (change: Partial<WrittenBatch>) => onChange({ ...value, ...change });
  return (
    <div className={styles.fields}>
      <Field
        kind="select"
        label="Trainer"
        value={value.trainerId}
        error={fields.trainerId}
        onChange={(event) => set({ trainerId: event.target.value })}
      >
        <option value="">Nobody yet</option>
        <Kept value={value.trainerId} known={facts.trainers.map(({ staffId }) => staffId)} text="As now" />
        {facts.trainers.map(({ staffId, name, courseIds }) => (
          <option key={staffId} value={staffId}>
            {name}
            {courseIds.length > 0 && !courseIds.includes(value.course?.courseId ?? "") ? " (other courses)" : ""}
          </option>
        ))}
      </Field>
      <Field
        kind="select"
        label="Where"
        value={value.makesMeetings ? madeMeetings : value.roomId}
        error={fields.roomId}
        onChange={({ target }) =>
          set(
            target.value === madeMeetings
              ? { roomId: "", makesMeetings: true, meetingUrl: "" }
              : { roomId: target.value, makesMeetings: false },
          )
        }
      >
        <option value="">Online, one link for all classes</option>
        <option value={madeMeetings}>Online, a new meeting for each class</option>
        <Kept value={value.roomId} known={facts.rooms.map(({ roomId }) => roomId)} text="As now" />
        {facts.rooms.map(({ roomId, name, seats }) => (
          <option key={roomId} value={roomId}>
            {seats === null ? name : `${name}, ${seats} seats`}
          </option>
        ))}
      </Field>
      <Field
        label="Seats, empty for no limit"
        inputMode="numeric"
        value={value.seats}
        error={fields.seats}
        maxLength={6}
        onChange={(event) => set({ seats: event.target.value })}
      />
      <DayField
        label="Last day to join, if any"
        value={value.joinUntil}
        error={fields.joinUntil}
        onChange={(joinUntil) => set({ joinUntil })}
      />
      <SoldAs facts={facts} value={value} fields={fields} onChange={onChange} />
      <Field
        label="Name for staff, if it needs one"
        value={value.name}
        error={fields.name}
        maxLength={80}
        onChange={(event) => set({ name: event.target.value })}
      />
      {value.makesMeetings ? null : (
        <div className={styles.wide}>
          <Field
            label="Meeting link of all classes"
            type="url"
            placeholder="https://…"
            value={value.meetingUrl}
            error={fields.meetingUrl}
            maxLength={500}
            onChange={(event) => set({ meetingUrl: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}

/** In the list of places; ids of rooms never look like this. */
const madeMeetings = "meetings";

/** Somebody who left, or a room that is closed, stays until another is chosen. */
function Kept({ value, known, text }: { value: string; known: string[]; text: string }) {
  return value && !known.includes(value) ? <option value={value}>{text}</option> : null;
}

/** Buyers choose an hour and days; a batch of any pattern is sold as one of them. */
function SoldAs({ facts, value, fields, onChange }: Props) {
  const now = kindIn(value, facts.batchTimes);
  const times = [...new Set([...facts.batchTimes, now.batchTime])].filter(Boolean);
  const kinds = times.flatMap((batchTime) => batchTypes.map((batchType) => ({ batchTime, batchType })));
  const keyOf = (kind: typeof now) => `${kind.batchTime} ${kind.batchType}`;
  const isOther = now.batchTime !== "" && value.pattern.length > 0 && !isSoldTruly(value.pattern, now);
  return (
    <div className={styles.wide}>
      <Field
        kind="select"
        label="Sold as"
        value={now.batchTime ? keyOf(now) : ""}
        error={fields.batchTime ?? fields.batchType}
        onChange={(event) =>
          onChange({ ...value, kind: kinds.find((kind) => keyOf(kind) === event.target.value) ?? null })
        }
      >
        {now.batchTime ? null : <option value="">Choose: no batch time fits</option>}
        {kinds.map((kind) => (
          <option key={keyOf(kind)} value={keyOf(kind)}>
            {batchName(kind)}
          </option>
        ))}
      </Field>
      {isOther ? (
        <p className={styles.warning}>
          <StatusMark shape="act">
            Buyers choose {batchHoursName(now)}; classes are {patternName(value.pattern)}.
          </StatusMark>
        </p>
      ) : null}
    </div>
  );
}

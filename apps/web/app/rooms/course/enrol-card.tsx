import type { CoursePage } from "@shoreline/contract";
import { batchTimes, batchTypes } from "@shoreline/domain/course";
import { Form, Link } from "react-router";
import { formatRupees } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { batchTimeName, batchTypeNames } from "./words.ts";

/** Price and batch. A plain form, so that the choice goes along to the sign-in without any script. */
export function EnrolCard({ course }: { course: CoursePage }) {
  return (
    <aside className="enrol-card" aria-label="Enroll">
      <img src={course.courseImage} alt="" width="320" height="240" className="enrol-cover" />
      <Form action="/login" className="grid gap-4 p-6">
        <p className="flex items-baseline justify-between gap-4">
          <b className="font-head text-2xl tabular-nums">{formatRupees(course.price)}</b>
          <span className="text-s text-ink-2">one payment for all {course.duration} hours</span>
        </p>
        <input type="hidden" name="courseId" value={course.courseId} />
        <Field kind="select" label="Batch time" name="batchTime" defaultValue={batchTimes[0]}>
          {batchTimes.map((time) => (
            <option key={time} value={time}>
              {batchTimeName(time)}
            </option>
          ))}
        </Field>
        <fieldset className="segments">
          <legend>Batch type</legend>
          {batchTypes.map((type, n) => (
            <label key={type}>
              <input type="radio" name="batchType" value={type} defaultChecked={n === 0} />
              <span>{batchTypeNames[type]}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="btn btn-sea">
          Enroll Now <Icon name="arrow" />
        </button>
        <p className="text-center text-s text-ink-2">
          Not sure? <Link to="/contactus">Ask a question first</Link>
        </p>
      </Form>
    </aside>
  );
}

import type { CoursePage } from "@shoreline/contract";
import { batchTypes } from "@shoreline/domain/course";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { formatPrice } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message } from "../../ui/message.tsx";
import * as offer from "../../ui/offer.module.css";
import * as segments from "../../ui/segments.module.css";
import type { EarlyBirdText } from "../course/early-bird.ts";
import { batchTimeName, batchTypeNames } from "../course/labels.ts";
import { OldPrice } from "../course/old-price.tsx";
import { EmployerFields } from "./employer-fields.tsx";
import { useEnrol } from "./use-enrol.ts";

/** Price and batch. A plain form, so that the choice reaches the login page even without scripts. */
type Props = {
  course: CoursePage;
  early: EarlyBirdText | undefined;
  batchTimes: string[];
  instituteName: string;
  children: ReactNode;
};

export function EnrolCard({ course, early, batchTimes, instituteName, children }: Props) {
  const { submit, isBusy, notice, faults, dismiss, batchTime, batchType } = useEnrol({
    course,
    batchTimes,
    instituteName,
  });
  return (
    <aside id="enrol" className={offer.card} aria-label="Enroll">
      <Cover picture={course.courseImage} />
      <Form action="/login" onSubmit={submit} className="grid gap-4 p-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <b className={offer.price}>{formatPrice(course.price)}</b>
          {early ? <OldPrice {...early} /> : null}
          <span className="text-s text-balance text-ink-2">
            {course.price === 0 ? "all" : "one payment for all"} {course.duration} hours
          </span>
        </p>
        {early ? <p className="text-s text-ink-2">Early-bird price until {early.until}</p> : null}
        <input type="hidden" name="courseId" value={course.courseId} />
        <Field kind="select" label="Batch time" name="batchTime" defaultValue={batchTime}>
          {batchTimes.map((time) => (
            <option key={time} value={time}>
              {batchTimeName(time)}
            </option>
          ))}
        </Field>
        {/* Not the Segments part: its script would be one more file, and the form keeps the choice by itself. */}
        <fieldset className={segments.segments}>
          <legend>Batch type</legend>
          {batchTypes.map((type) => (
            <label key={type}>
              <input type="radio" name="batchType" value={type} defaultChecked={type === batchType} />
              <span>{batchTypeNames[type]}</span>
            </label>
          ))}
        </fieldset>
        {children}
        <Button type="submit" worksWithoutScript isBusy={isBusy}>
          Enroll Now <Icon name="arrow" />
        </Button>
        <Message notice={notice} onDismiss={dismiss} />
        {course.price === 0 ? null : <EmployerFields faults={faults} />}
        <p className="text-center text-s text-ink-2">
          Not sure? <Link to="/contactus">Ask a question first</Link>
        </p>
      </Form>
    </aside>
  );
}

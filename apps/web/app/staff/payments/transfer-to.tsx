import type { TransferPreview } from "@shoreline/contract";
import { useState } from "react";
import { CourseField } from "../courses/course-field.tsx";
import { soldCourses } from "../courses/course-finder.ts";
import { choice, choices, fault } from "../forms.module.css";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { type TransferForm, whyNotTo } from "./transfer-form.ts";

type Props = {
  form: TransferForm;
  preview: TransferPreview;
  error: string | undefined;
  onChange(change: Partial<TransferForm>): void;
};

/** Another batch of the course that the learner has, or another course. */
export function ToFields({ form, preview, error, onChange }: Props) {
  const me = useMe();
  const [isOther, setOther] = useState(false);
  const { course } = preview;
  const choose = (courseId: string) => {
    setOther(courseId === "");
    onChange({ courseId, other: null, batchId: "" });
  };
  return (
    <>
      <fieldset className={choices}>
        <legend>To</legend>
        <label className={choice}>
          <input
            type="radio"
            name="to"
            checked={form.courseId === course.courseId}
            disabled={!may(me, "enrol learners")}
            onChange={() => choose(course.courseId)}
          />
          <span>Another batch of {course.name}</span>
        </label>
        <label className={choice}>
          <input type="radio" name="to" checked={isOther} disabled={preview.why !== null} onChange={() => choose("")} />
          <span>Another course</span>
        </label>
      </fieldset>
      {isOther ? (
        <CourseField
          label="Course"
          value={form.other}
          from={soldCourses}
          more={({ priceInPaise }) => moneyText(priceInPaise)}
          whyNot={(one) => whyNotTo(preview, one)?.toLowerCase() ?? null}
          error={error}
          onChange={(other) => onChange({ courseId: other?.courseId ?? "", other, batchId: "" })}
        />
      ) : error ? (
        <p className={fault}>{error}</p>
      ) : null}
    </>
  );
}

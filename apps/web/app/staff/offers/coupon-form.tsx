import type { StaffCoupon } from "@shoreline/contract";
import { type FormEvent, useId, useState } from "react";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { allCourses } from "../courses/course-finder.ts";
import { CoursesField } from "../courses/courses-field.tsx";
import { DateField } from "../date/date-field.tsx";
import { choice, fault, form, more } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import type { useTask } from "../use-task.ts";
import * as styles from "./coupon-form.module.css";
import type { WrittenCoupon } from "./coupon-written.ts";
import { formatPaise } from "./offer-words.ts";

type Props = {
  value: WrittenCoupon;
  /** Of a coupon that exists the code stays. */
  coupon: StaffCoupon | undefined;
  task: ReturnType<typeof useTask>;
  onSubmit(written: WrittenCoupon, form: HTMLFormElement): void;
  onClose(): void;
};

export function CouponForm({ value, coupon, task, onSubmit, onClose }: Props) {
  const [courses, setCourses] = useState(value.courses);
  const { fields } = task;
  const discountFault = Object.entries(fields).find(([name]) => name.startsWith("discount"))?.[1];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const text = (name: string) => String(sent.get(name) ?? "").trim();
    onSubmit(
      {
        ...{ code: coupon?.code ?? text("code"), note: text("note"), value: text("value"), courses },
        kind: text("kind") === "amount" ? "amount" : "percent",
        ...{ firstDay: text("firstDay"), lastDay: text("lastDay"), usesInAll: text("usesInAll") },
        ...{ usesPerPerson: text("usesPerPerson"), referrerNumber: text("referrerNumber") },
        isStackable: sent.get("isStackable") !== null,
      },
      event.currentTarget,
    );
  };
  return (
    <form className={form} onSubmit={submit} noValidate>
      <TaskProblem task={task} />
      {coupon ? null : (
        <Field
          label="Code"
          name="code"
          defaultValue={value.code}
          maxLength={40}
          error={fields.code}
          autoComplete="off"
          required
        />
      )}
      <Field kind="select" label="Discount" name="kind" defaultValue={value.kind}>
        <option value="percent">Percent of the price</option>
        <option value="amount">Amount in rupees</option>
      </Field>
      <Field
        label="How much"
        name="value"
        inputMode="decimal"
        defaultValue={value.value}
        error={discountFault}
        required
      />
      <Days value={value} fields={fields} />
      <Field
        label="Uses in all, empty for no limit"
        name="usesInAll"
        inputMode="numeric"
        defaultValue={value.usesInAll}
        error={fields.usesInAll}
      />
      <Field
        label="Uses per person, empty for no limit"
        name="usesPerPerson"
        inputMode="numeric"
        defaultValue={value.usesPerPerson}
        error={fields.usesPerPerson}
      />
      <details className={styles.courses} open={value.courses.length > 0 || Boolean(fields.courseIds)}>
        <summary>{courses.length > 0 ? `Courses: ${courses.length} chosen` : "Courses: all"}</summary>
        <CoursesField
          label="Add a course (leave empty for all courses)"
          values={courses}
          from={allCourses}
          more={({ priceInPaise }) => formatPaise(priceInPaise)}
          error={fields.courseIds}
          onChange={setCourses}
        />
      </details>
      <label className={choice}>
        <input type="checkbox" name="isStackable" defaultChecked={value.isStackable} />
        <span>Also counts on an early-bird price</span>
        <span className={more}>Without this the buyer gets the lower of the two.</span>
      </label>
      <Field
        label="Referrer's mobile number (only for a referral code)"
        name="referrerNumber"
        type="tel"
        defaultValue={value.referrerNumber}
        error={fields.referrerNumber}
        autoComplete="off"
      />
      <Field label="Note for staff" name="note" defaultValue={value.note} maxLength={200} error={fields.note} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Save the coupon
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}

function Days({ value, fields }: { value: WrittenCoupon; fields: Record<string, string> }) {
  const id = useId();
  return (
    <>
      <DateField label="First day" name="firstDay" defaultValue={value.firstDay} />
      <DateField label="Last day, empty for no end" name="lastDay" defaultValue={value.lastDay} />
      {fields.firstDay || fields.lastDay ? (
        <p id={id} className={fault}>
          {fields.firstDay ?? fields.lastDay}
        </p>
      ) : null}
    </>
  );
}

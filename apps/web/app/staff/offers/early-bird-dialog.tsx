import type { NamedCourse, Offers, StaffEarlyBird } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { couponClient, isRefused } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { CourseField } from "../courses/course-field.tsx";
import { allCourses } from "../courses/course-finder.ts";
import { DateField } from "../date/date-field.tsx";
import { fault, form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { dayText, formatPaise, readPaise, today } from "./offer-words.ts";

type Props = {
  /** Without one: a new price. */
  earlyBird?: StaffEarlyBird;
  onDone(offers: Offers, news: string): void;
  onClose(): void;
};
type Written = { courseId: string; price: string; lastDay: string };

export function EarlyBirdDialog({ earlyBird: opened, onDone, onClose }: Props) {
  const task = useTask();
  const [earlyBird, setEarlyBird] = useState(opened);
  const [written, setWritten] = useState<Written>(() => ({
    courseId: opened?.courseId ?? "",
    price: opened ? String(opened.priceInPaise / 100) : "",
    lastDay: opened?.lastDay ?? today(),
  }));
  const [course, setCourse] = useState<NamedCourse | null>(null);
  const [isConflict, setConflict] = useState(false);
  const save = (given: Written) =>
    task.run(async () => {
      setWritten(given);
      const { courseId, price, lastDay } = given;
      try {
        const version = earlyBird ? { version: earlyBird.version } : {};
        const offers = await couponClient.saveEarlyBird({
          courseId,
          priceInPaise: readPaise(price),
          lastDay,
          ...version,
        });
        onDone(offers, "The early-bird price is saved. The pages show it.");
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        const { earlyBirds } = await couponClient.list({});
        const theirs = earlyBirds.find((one) => one.courseId === courseId);
        setEarlyBird(theirs);
        // Somebody has ended it: what is written here is a new price.
        if (!theirs) throw error;
        setConflict(true);
      }
    });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = new FormData(sent);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    const courseId = opened?.courseId ?? course?.courseId ?? "";
    await save({ courseId, price: text("price"), lastDay: text("lastDay") });
    focusFirstFault(sent);
  };
  return (
    <Dialog title={opened ? `Early-bird price of ${opened.courseName}` : "New early-bird price"} onClose={onClose}>
      {isConflict && earlyBird ? (
        <ConflictForm
          key={earlyBird.version}
          fields={[
            { label: "Price", yours: `₹${written.price}`, theirs: formatPaise(earlyBird.priceInPaise) },
            { label: "Last day", yours: dayText(written.lastDay), theirs: dayText(earlyBird.lastDay) },
          ]}
          task={task}
          onSave={([price, lastDay]) =>
            save({
              ...written,
              price: price === "yours" ? written.price : String(earlyBird.priceInPaise / 100),
              lastDay: lastDay === "yours" ? written.lastDay : earlyBird.lastDay,
            })
          }
        />
      ) : (
        <form className={form} onSubmit={submit} noValidate>
          <TaskProblem task={task} />
          {opened ? null : (
            <CourseField
              label="Course"
              value={course}
              from={allCourses}
              more={({ priceInPaise }) => formatPaise(priceInPaise)}
              error={task.fields.courseId}
              onChange={(chosen) => setCourse(chosen)}
            />
          )}
          <Field
            label="Price in rupees"
            name="price"
            inputMode="decimal"
            defaultValue={written.price}
            error={task.fields.priceInPaise}
            required
          />
          <DateField label="Last day" name="lastDay" defaultValue={written.lastDay} />
          {task.fields.lastDay ? <p className={fault}>{task.fields.lastDay}</p> : null}
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy}>
              Save the price
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      )}
    </Dialog>
  );
}

import type { Trainers } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { weekdays } from "../batches/batch-words.ts";
import { planningClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { offeredCourses } from "../courses/course-finder.ts";
import { CoursesField } from "../courses/courses-field.tsx";
import { fault, form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import * as styles from "./class-settings.module.css";
import { clockText, type Trainer, toHours } from "./trainer-hours.ts";

type Props = {
  trainer: Trainer;
  onDone(trainers: Trainers, news: string): void;
  onClose(): void;
};

/** One time a day; without any the trainer teaches at any time. */
export function TrainerDialog({ trainer, onDone, onClose }: Props) {
  const task = useTask();
  const [hours, setHours] = useState(() =>
    weekdays.map(({ weekday }) => {
      const known = trainer.hours.find((one) => one.weekday === weekday);
      const [from, to] = known ? [clockText(known.from), clockText(known.to % 1440)] : ["", ""];
      return { weekday, from, to };
    }),
  );
  const [courses, setCourses] = useState(trainer.courses);
  const [most, setMost] = useState(trainer.hoursAWeek === null ? "" : String(trainer.hoursAWeek));
  const set = (weekday: number, change: { from?: string; to?: string }) =>
    setHours(hours.map((one) => (one.weekday === weekday ? { ...one, ...change } : one)));
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const { staffId, version, name } = trainer;
      const hoursAWeek = most.trim() ? Number(most) : null;
      const courseIds = courses.map(({ courseId }) => courseId);
      const given = { staffId, version, hours: toHours(hours), courseIds, hoursAWeek };
      onDone(await planningClient.saveTrainer(given), `The hours of ${name} are saved.`);
    });
  };
  return (
    <Dialog title={trainer.name} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <TaskProblem task={task} />
        <p>When classes can be; all days empty: at any time.</p>
        {hours.map(({ weekday, from, to }) => {
          const name = weekdays.find((one) => one.weekday === weekday)?.name ?? "";
          return (
            <div key={weekday} className={styles.hours}>
              <span aria-hidden="true">{name}</span>
              <Field
                label={`${name} from`}
                type="time"
                value={from}
                onChange={(event) => set(weekday, { from: event.target.value })}
              />
              <Field
                label="until"
                aria-label={`${name} until`}
                type="time"
                value={to}
                onChange={(event) => set(weekday, { to: event.target.value })}
              />
            </div>
          );
        })}
        {task.fields.hours ? <p className={fault}>{task.fields.hours}</p> : null}
        <Field
          label="Hours a week at most, empty for no limit"
          inputMode="numeric"
          value={most}
          maxLength={2}
          error={task.fields.hoursAWeek}
          onChange={(event) => setMost(event.target.value)}
        />
        <details className={styles.fold} open={trainer.courses.length > 0}>
          <summary>{courses.length > 0 ? `Courses: ${courses.length} chosen` : "Courses: all"}</summary>
          <CoursesField
            label="Add a course (leave empty for all courses)"
            values={courses}
            from={offeredCourses}
            error={task.fields.courseIds}
            onChange={setCourses}
          />
        </details>
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the hours
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { teachingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useRefreshClass } from "./class-queries.ts";
import { hint } from "./roll-call.module.css";
import type { SectionProps } from "./section-props.ts";

export function HomeworkSection({ page, onNews }: SectionProps) {
  const { classId, homework, roll, mayTeach } = page;
  const task = useTask();
  const refresh = useRefreshClass();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = String(values.get("text") ?? "").trim();
    return task.run(async () => {
      await teachingClient.setHomework({ classId, text, dueOn: String(values.get("dueOn") ?? "") || null });
      await refresh(classId);
      onNews(text ? "Learners find the homework in their schedule." : "The homework is removed.");
    });
  };
  return (
    <PageSection id="homework" title="Homework">
      {mayTeach ? (
        <form key={JSON.stringify(homework)} className={forms.form} onSubmit={save} noValidate>
          <Field
            kind="textarea"
            label="What to do"
            name="text"
            rows={3}
            maxLength={4000}
            defaultValue={homework?.text ?? ""}
            error={task.fields.text}
          />
          <DateField label="Due day" name="dueOn" defaultValue={homework?.dueOn ?? ""} />
          {task.fields.dueOn ? <p className={forms.fault}>{task.fields.dueOn}</p> : null}
          <TaskProblem task={task} />
          <div>
            <Button type="submit" look="line" isBusy={task.isBusy}>
              Save the homework
            </Button>
          </div>
          {homework ? <p className={hint}>Save an empty text to remove it.</p> : null}
        </form>
      ) : (
        <p>
          {homework?.text ?? "None"}
          {homework?.dueOn ? `, due ${formatDate(homework.dueOn)}` : ""}
        </p>
      )}
      {homework && roll.length > 0 ? <DoneList page={page} onNews={onNews} /> : null}
    </PageSection>
  );
}

function DoneList({ page: { classId, roll, mayTeach } }: SectionProps) {
  const task = useTask();
  const refresh = useRefreshClass();
  /** Until the server's answer shows it. */
  const [ticked, setTicked] = useState<Record<string, boolean>>({});
  const isDone = (entry: (typeof roll)[number]) => ticked[entry.learnerId] ?? entry.hasDoneHomework;
  const tick = (learnerId: string, done: boolean) =>
    task.run(async () => {
      setTicked((before) => ({ ...before, [learnerId]: done }));
      try {
        await teachingClient.markHomework({ classId, learnerIds: [learnerId], isDone: done });
        await refresh(classId);
      } finally {
        setTicked(({ [learnerId]: _, ...others }) => others);
      }
    });
  return (
    <fieldset className={forms.choices} disabled={!mayTeach}>
      <legend>
        Done by {roll.filter(isDone).length} of {roll.length}
      </legend>
      <TaskProblem task={task} />
      {roll.map((entry) => (
        <label key={entry.learnerId} className={forms.choice}>
          <input
            type="checkbox"
            checked={isDone(entry)}
            onChange={(event) => tick(entry.learnerId, event.target.checked)}
          />
          {entry.name}
        </label>
      ))}
    </fieldset>
  );
}

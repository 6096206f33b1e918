import type { Api, Holidays, Reply } from "@shoreline/contract";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../batches/batch-words.ts";
import { planningClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import * as styles from "./class-settings.module.css";

type Props = { year: number; onDone(calendar: Holidays, news: string): void; onClose(): void };
type Read = Reply<Api["planning"]["readHolidays"]>;

const maxBytes = 500_000;

/** Shows what is in the file before anything is added. */
export function FileDialog({ year, onDone, onClose }: Props) {
  const task = useTask();
  const [read, setRead] = useState<Read | null>(null);
  const fresh = (read?.days ?? []).filter(({ isKnown }) => !isKnown);
  const open = (file: File | undefined) =>
    task.run(async () => {
      setRead(null);
      if (!file) return;
      if (file.size > maxBytes) throw new PlainProblem("This file is too large: at most 500 KB.");
      setRead(await planningClient.readHolidays({ fileName: file.name, text: await file.text() }));
    });
  const add = () =>
    task.run(async () => {
      const days = fresh.map(({ day, name }) => ({ day, name }));
      onDone(await planningClient.addHolidays({ days, year }), `${count(days.length, "day")} added from the file.`);
    });
  const problem = task.problem && { ...task.problem, text: task.fields.file ?? task.problem.text };
  return (
    <Dialog title="Import a calendar file" onClose={onClose}>
      <div className={form}>
        <p>A calendar (.ics) with events of whole days, or a list with a day like 2026-12-25 Christmas in each line.</p>
        <TaskProblem task={{ ...task, problem }} />
        <Field
          label="File"
          type="file"
          accept=".ics,.txt,text/calendar,text/plain"
          onChange={(event) => open((event.target as HTMLInputElement).files?.[0])}
        />
        {read ? (
          <>
            <p role="status">
              {count(read.days.length, "day")} in the file, {fresh.length} of them new.
            </p>
            {read.leftOutCount > 0 ? (
              <details>
                <summary>{count(read.leftOutCount, "entry", "entries")} left out</summary>
                <ul>
                  {read.leftOut.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </details>
            ) : null}
            <ul className={styles.rows}>
              {read.days.map(({ day, name, isKnown }) => (
                <li key={day}>
                  <span className={styles.day}>{formatDate(day)}</span>
                  <span className={styles.name}>{name}</span>
                  {isKnown ? <span className={styles.note}>there already</span> : null}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <ButtonRow>
          <Button isBusy={task.isBusy} disabled={fresh.length === 0} onClick={add}>
            Add {count(fresh.length, "day")}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}

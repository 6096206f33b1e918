import type { ClassPage } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { teachingClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { classesKey, useRefreshClass } from "./class-queries.ts";

type Props = { page: ClassPage; onDone(news: string): void; onClose(): void };

/** Says first how many learners will be told. */
export function SubstituteDialog({ page: { classId, trainer }, onDone, onClose }: Props) {
  const task = useTask();
  const refresh = useRefreshClass();
  const [isSeries, setSeries] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...classesKey, "substitutes", classId],
    queryFn: () => teachingClient.substitutes({ classId }),
    staleTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    return task.run(async () => {
      const until = isSeries ? text("until") : null;
      const { changed } = await teachingClient.substitute({
        ...{ classId, trainerId: text("trainerId"), until, note: text("note") },
      });
      await refresh(classId);
      onDone(
        changed === 0
          ? "Nothing has changed."
          : changed === 1
            ? "Somebody else teaches this class now."
            : `Somebody else teaches ${changed} classes now.`,
      );
    });
  };
  return (
    <Dialog title="Substitute trainer" onClose={onClose}>
      {error ? <LoadProblem what="The list of trainers" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading lines={3} />}
      {data ? (
        <form className={forms.form} onSubmit={submit} noValidate>
          <p>
            {trainer ? `${trainer} teaches this class now and can still read it afterwards.` : "Nobody teaches it yet."}
          </p>
          <Field kind="select" label="Who teaches instead" name="trainerId" error={task.fields.trainerId}>
            <option value="">Choose a trainer</option>
            {data.trainers.map(({ id, name, isFree }) => (
              <option key={id} value={id}>
                {isFree ? name : `${name} (teaches then)`}
              </option>
            ))}
          </Field>
          <label className={forms.choice}>
            <input type="checkbox" checked={isSeries} onChange={(event) => setSeries(event.target.checked)} />
            Also the later classes of this batch
          </label>
          {isSeries ? <DateField label="Until" name="until" defaultValue={data.lastDay} /> : null}
          {task.fields.until ? <p className={forms.fault}>{task.fields.until}</p> : null}
          <Field label="A word to the learners, if you like" name="note" maxLength={300} error={task.fields.note} />
          {task.fields.clash ? <p className={forms.fault}>{task.fields.clash}</p> : null}
          <TaskProblem task={task} />
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy}>
              {data.learners > 0 ? `Change and tell ${data.learners}` : "Change"}
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </form>
      ) : null}
    </Dialog>
  );
}

import type { ProposalLine } from "@shoreline/contract";
import { mostClassesInARow } from "@shoreline/domain/weekly";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { timetableClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { Loading } from "../loading.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { weekdays } from "./pattern-text.ts";
import { draftsKey } from "./timetable-queries.ts";

type Props = { line: ProposalLine; proposalId: string; onClose(): void };

/** Other days, another hour, trainer or room for one draft; or none at all. */
export function LineDialog({ line, proposalId, onClose }: Props) {
  const task = useTask();
  const queries = useQueryClient();
  const { plan, draftId } = line;
  const [days, setDays] = useState(() => plan?.pattern.map(({ weekday }) => weekday) ?? [1, 2, 3, 4, 5]);
  // The lists of trainers and rooms come with the timetable.
  const { data } = useQuery({
    queryKey: ["timetable", line.from, 1],
    queryFn: () => timetableClient.read({ from: line.from, days: 1 }),
  });
  const save = (next: Parameters<typeof timetableClient.changeLine>[0]["plan"]) =>
    task.run(async () => {
      await timetableClient.changeLine({ proposalId, draftId, plan: next });
      await queries.invalidateQueries({ queryKey: draftsKey });
      onClose();
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? "");
    const slot = { from: text("from"), classes: Number(text("classes")) };
    return save({
      pattern: days.map((weekday) => ({ weekday, ...slot })),
      trainerId: text("trainerId"),
      roomId: text("roomId") || null,
    });
  };
  const toggle = (weekday: number, isOn: boolean) =>
    setDays(isOn ? [...days, weekday] : days.filter((day) => day !== weekday));
  return (
    <Dialog title={`Change ${line.name}`} onClose={onClose}>
      {data ? (
        <form className={forms.form} onSubmit={submit} noValidate>
          <TaskProblem task={task} />
          {task.fields.clash ? <p className={forms.fault}>{task.fields.clash}</p> : null}
          {task.fields["plan.pattern"] ? <p className={forms.fault}>{task.fields["plan.pattern"]}</p> : null}
          <fieldset className={forms.choices}>
            <legend>Days</legend>
            <div className={forms.roles}>
              {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
                <label key={weekday} className={forms.choice}>
                  <input
                    type="checkbox"
                    checked={days.includes(weekday)}
                    onChange={({ target }) => toggle(weekday, target.checked)}
                  />
                  {weekdays[weekday]}
                </label>
              ))}
            </div>
          </fieldset>
          <Field label="From" name="from" type="time" defaultValue={plan?.pattern[0]?.from ?? "09:00"} />
          <Field
            label="Classes a day"
            name="classes"
            type="number"
            min={1}
            max={mostClassesInARow}
            defaultValue={plan?.pattern[0]?.classes ?? 1}
          />
          <Field
            kind="select"
            label="Trainer"
            name="trainerId"
            defaultValue={plan?.trainerId ?? ""}
            error={task.fields["plan.trainerId"]}
          >
            <option value="">Choose a trainer</option>
            {data.trainers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Field>
          <Field kind="select" label="Room" name="roomId" defaultValue={plan?.roomId ?? ""}>
            <option value="">Online</option>
            {data.rooms.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Field>
          <ButtonRow>
            <Button type="submit" isBusy={task.isBusy}>
              Change the line
            </Button>
            <Button look="line" disabled={task.isBusy} onClick={() => save(null)}>
              Leave it out
            </Button>
          </ButtonRow>
        </form>
      ) : (
        <Loading lines={4} />
      )}
    </Dialog>
  );
}

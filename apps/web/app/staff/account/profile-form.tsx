import type { StaffMe } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isRefused, staffClient } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { meKey } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

/** Changed on two devices at once, both versions are shown and one is chosen. */
export function ProfileForm({ me, onSaved }: { me: StaffMe; onSaved(): void }) {
  const queries = useQueryClient();
  const task = useTask();
  const [name, setName] = useState(me.name);
  const [number, setNumber] = useState(me.number ?? "");
  // Of what was read when the form opened: `me` may be loaded again while somebody types.
  const [version, setVersion] = useState(me.version);
  const [theirs, setTheirs] = useState<StaffMe | null>(null);

  const save = (given: { name: string; number: string }) =>
    task.run(async () => {
      try {
        const saved = await staffClient.editMe({ name: given.name, number: given.number.trim() || null, version });
        queries.setQueryData(meKey, saved);
        setName(saved.name);
        setNumber(saved.number ?? "");
        setVersion(saved.version);
        setTheirs(null);
        onSaved();
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        const current = await staffClient.me({});
        setVersion(current.version);
        setTheirs(current);
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ name, number });
  };

  if (theirs)
    return (
      <ConflictForm
        fields={[
          { label: "Name", yours: name, theirs: theirs.name },
          { label: "Number", yours: number, theirs: theirs.number ?? "" },
        ]}
        task={task}
        onSave={([nameChoice, numberChoice]) =>
          save({
            name: nameChoice === "yours" ? name : theirs.name,
            number: numberChoice === "yours" ? number : (theirs.number ?? ""),
          })
        }
      />
    );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TaskProblem task={task} />
      <Field
        label="Name"
        autoComplete="name"
        value={name}
        error={task.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Phone number (optional)"
        type="tel"
        autoComplete="tel"
        value={number}
        error={task.fields.number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Save name and number
        </Button>
      </ButtonRow>
    </form>
  );
}

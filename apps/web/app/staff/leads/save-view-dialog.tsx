import type { SavedView } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { query: string; onSaved(reply: { views: SavedView[] }, news: string): void; onClose(): void };

export function SaveViewDialog({ query, onSaved, onClose }: Props) {
  const task = useTask();
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await task.run(async () => {
      const reply = await inboxClient.saveView({ name, query, isShared });
      onSaved(reply, `The view ${name.trim()} was saved.`);
    });
    focusFirstFault(form);
  };
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form className={styles.form} onSubmit={save} noValidate>
        <TaskProblem task={task} />
        <Field
          label="Name"
          value={name}
          error={task.fields.name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          required
        />
        <label className={styles.choice}>
          <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
          <span>Share it with everybody who sees leads</span>
        </label>
        <p>The view keeps the filters and the order. New leads that fit show up in it by themselves.</p>
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the view
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

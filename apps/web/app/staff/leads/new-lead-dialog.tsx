import type { LeadDetail } from "@shoreline/contract";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

const nothing = { name: "", number: "", email: "", interest: "", note: "" };

/** For somebody who called or came by. A known number or address opens the lead that exists. */
export function NewLeadDialog({ onDone, onClose }: { onDone(lead: LeadDetail): void; onClose(): void }) {
  const task = useTask();
  const [typed, setTyped] = useState(nothing);
  const field = (name: keyof typeof nothing) => ({
    value: typed[name],
    error: task.fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped({ ...typed, [name]: event.target.value }),
    autoComplete: "off",
  });
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await task.run(async () => {
      const { name, number, email, interest, note } = typed;
      onDone(
        await inboxClient.create({ name, number: number.trim() || null, email: email.trim() || null, interest, note }),
      );
    });
    focusFirstFault(form);
  };
  return (
    <Dialog title="New lead" onClose={onClose}>
      <form className={styles.form} onSubmit={add} noValidate>
        <TaskProblem task={task} />
        <Field label="Name" {...field("name")} required />
        <Field label="Phone number" type="tel" {...field("number")} />
        <Field label="E-mail address" type="email" {...field("email")} />
        <p>Enter a phone number or an e-mail address, so that we can reply.</p>
        <Field label="Asked about (optional)" {...field("interest")} maxLength={100} />
        <Field kind="textarea" label="Note (optional)" {...field("note")} rows={3} maxLength={2000} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Add the lead
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

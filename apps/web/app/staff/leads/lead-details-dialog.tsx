import type { LeadChange } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";

export function LeadDetailsDialog({ lead, save, onClose }: LeadDialogProps) {
  const task = useTask();
  const [name, setName] = useState(lead.name);
  const [number, setNumber] = useState(lead.number ?? "");
  const [email, setEmail] = useState(lead.email ?? "");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const typed = { name: name.trim(), number: number.trim() || null, email: email.trim() || null };
    const change: LeadChange = {
      ...(typed.name === lead.name ? {} : { name: typed.name }),
      ...(typed.number === lead.number ? {} : { number: typed.number }),
      ...(typed.email === lead.email ? {} : { email: typed.email }),
    };
    if (Object.keys(change).length === 0) return onClose();
    await task.run(() => save({ base: lead, change }, "The details are saved."));
    focusFirstFault(sent);
  };
  return (
    <Dialog title={`Details of ${lead.name}`} onClose={onClose}>
      <form className={form} onSubmit={submit} noValidate>
        <TaskProblem task={task} />
        <Field
          label="Name"
          value={name}
          error={task.fields.name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Phone number"
          type="tel"
          value={number}
          error={task.fields.number}
          autoComplete="off"
          onChange={(event) => setNumber(event.target.value)}
        />
        <Field
          label="E-mail address"
          type="email"
          value={email}
          error={task.fields.email}
          autoComplete="off"
          onChange={(event) => setEmail(event.target.value)}
        />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the details
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

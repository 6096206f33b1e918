import type { SaleDue, SalePlan } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { planClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { rupeesOf } from "./due-words.ts";

type Props = { plan: SalePlan; due: SaleDue; onDone(plan: SalePlan, news: string): void; onClose(): void };

export function WriteOffDialog({ plan, due, onDone, onClose }: Props) {
  const task = useTask();
  const [reason, setReason] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const next = await planClient.writeOff({ dueId: due.dueId, version: plan.version, reason });
      onDone(next, `${rupeesOf(due.amountInPaise)} is written off.`);
    });
  };
  return (
    <Dialog title={`Write off part ${due.number}`} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <p>
          {rupeesOf(due.amountInPaise)} of {plan.learner} is not asked for any more, and the learner keeps the course.
          Nothing was invoiced for it, so there is no credit note. This cannot be taken back.
        </p>
        <TaskProblem task={task} />
        <Field
          kind="textarea"
          label="Reason"
          rows={3}
          maxLength={500}
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ButtonRow>
          <Button type="submit" look="danger" isBusy={task.isBusy}>
            Write off {rupeesOf(due.amountInPaise)}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhole } from "../when.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { fromFieldValue, toFieldValue } from "./next-call.ts";
import { NextCallField } from "./next-call-field.tsx";

export function LeadNextCallDialog({ lead, save, onClose }: LeadDialogProps) {
  const task = useTask();
  const [call, setCall] = useState(lead.nextCallAt ? toFieldValue(new Date(lead.nextCallAt)) : "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const nextCallAt = fromFieldValue(call);
    const news = nextCallAt ? `The next call is on ${formatWhole(nextCallAt)}.` : "No call is planned any more.";
    task.run(() => save({ base: lead, change: { nextCallAt } }, news));
  };
  return (
    <Dialog title={`Next call with ${lead.name}`} onClose={onClose}>
      <form className={form} onSubmit={submit}>
        <TaskProblem task={task} />
        <NextCallField value={call} error={task.fields.nextCallAt} onChange={setCall} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            {call || !lead.nextCallAt ? "Plan the call" : "Clear the next call"}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

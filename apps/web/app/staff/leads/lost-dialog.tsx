import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { LostReasonField, readReason } from "./lost-reason-field.tsx";

type Props = { name: string; save(reason: string): Promise<void>; onClose(): void };

/** A lost lead has a reason. */
export function LostDialog({ name, save, onClose }: Props) {
  const task = useTask();
  const [reason, setReason] = useState(readReason(null));
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.text.trim();
    setMissing(text === "");
    if (text) task.run(() => save(text));
  };
  return (
    <Dialog title={`${name} is lost`} onClose={onClose}>
      <form className={form} onSubmit={submit}>
        <TaskProblem task={task} />
        <LostReasonField
          value={reason}
          error={isMissing ? "Choose or write a reason." : task.fields.lostReason}
          onChange={setReason}
        />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Move to Lost
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

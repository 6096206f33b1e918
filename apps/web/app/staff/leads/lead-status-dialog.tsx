import { leadStatuses } from "@shoreline/domain/inbox";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { leadStatusShape, leadStatusText } from "./lead-words.ts";
import { LostReasonField, readReason } from "./lost-reason-field.tsx";

/** A lost lead has a reason: the reports count them. */
export function LeadStatusDialog({ lead, isLost, save, onClose }: LeadDialogProps & { isLost: boolean }) {
  const task = useTask();
  const [status, setStatus] = useState(isLost ? "lost" : lead.status);
  const [reason, setReason] = useState(readReason(lead.lostReason));
  const [isReasonMissing, setReasonMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lostReason = status === "lost" ? reason.text.trim() : null;
    setReasonMissing(lostReason === "");
    if (lostReason === "") return;
    const news = `The status is ${leadStatusText[status]} now.`;
    task.run(() => save({ base: lead, change: { status, lostReason } }, news));
  };
  return (
    <Dialog title={`Status of ${lead.name}`} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TaskProblem task={task} />
        <fieldset className={styles.choices}>
          <legend>Status</legend>
          {leadStatuses.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name="status" checked={one === status} onChange={() => setStatus(one)} />
              <StatusMark shape={leadStatusShape[one]}>{leadStatusText[one]}</StatusMark>
            </label>
          ))}
        </fieldset>
        {status === "lost" ? (
          <LostReasonField
            value={reason}
            error={isReasonMissing ? "Choose or write a reason." : task.fields.lostReason}
            onChange={setReason}
          />
        ) : null}
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the status
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

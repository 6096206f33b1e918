import type { AwardLearner } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { awardClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { learner: AwardLearner; onDone(news: string): void; onClose(): void };

export function BelowDialog({ learner, onDone, onClose }: Props) {
  const task = useTask();
  const [reason, setReason] = useState("");
  const [attemptId] = useState(() => crypto.randomUUID());
  const { purchaseId, name, course, missing } = learner;
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const { certificateId } = await awardClient.issueBelow({ purchaseId, reason, attemptId });
      onDone(`${certificateId} is issued to ${name}.`);
    });
  };
  return (
    <Dialog title={`Issue to ${name} below the rule`} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <p>
          {name} has not earned the certificate of {course}: {missing.join(", ")}. It is issued all the same, and {name}{" "}
          is told.
        </p>
        <TaskProblem task={task} />
        <Field
          kind="textarea"
          label="Reason, for the audit log"
          rows={3}
          maxLength={300}
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Issue to {name}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

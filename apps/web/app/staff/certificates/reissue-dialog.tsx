import type { StaffCertificate } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { awardClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { certificate: StaffCertificate; onDone(news: string): void; onClose(): void };

export function ReissueDialog({ certificate, onDone, onClose }: Props) {
  const task = useTask();
  const { certificateId, revokedAt } = certificate;
  const [name, setName] = useState(certificate.name);
  const [reason, setReason] = useState("");
  const [attemptId] = useState(() => crypto.randomUUID());
  const isUnchanged = name.trim() === "" || name.trim() === certificate.name;
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const issued = await awardClient.reissue({ certificateId, name, reason, attemptId });
      onDone(`${issued.certificateId} is issued to ${issued.name} in place of ${certificateId}.`);
    });
  };
  return (
    <Dialog title={`Correct the name on ${certificateId}`} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <p>
          A new certificate is issued under a new number; all else stays as it was.{" "}
          {revokedAt ? "The old one stays revoked" : "The old one is revoked"}, and its page leads to the new one. The
          learner gets a mail with the new certificate. This cannot be taken back.
        </p>
        <TaskProblem task={task} />
        <Field
          label="Name as printed"
          maxLength={100}
          autoComplete="off"
          value={name}
          error={task.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          kind="textarea"
          label="Reason, for the audit log"
          rows={2}
          maxLength={300}
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ButtonRow>
          <Button type="submit" look="danger" isBusy={task.isBusy} disabled={isUnchanged}>
            Replace {certificateId}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

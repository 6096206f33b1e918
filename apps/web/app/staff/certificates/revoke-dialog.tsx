import type { StaffCertificate } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { formatDay } from "../../lib/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { awardClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { choice, choices, form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { zone } from "../when.ts";
import { wrongPerson } from "./award-words.ts";

type Props = { certificate: StaffCertificate; onDone(news: string): void; onClose(): void };

const reasons = ["Attendance was marked wrongly.", wrongPerson, "Something else"];
const other = 2;

export function RevokeDialog({ certificate, onDone, onClose }: Props) {
  const task = useTask();
  const [chosen, setChosen] = useState(0);
  const [written, setWritten] = useState("");
  const [typed, setTyped] = useState("");
  const { certificateId, name, course, issuedAt } = certificate;
  const end = certificateId.slice(-5);
  const reason = chosen === other ? written : (reasons[chosen] ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      await awardClient.revoke({ certificateId, reason });
      onDone(`${certificateId} is revoked, and ${name} is told.`);
    });
  };
  return (
    <Dialog title={`Revoke ${certificateId}`} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <p>
          {name}, {course}, issued {formatDay(issuedAt, { timeZone: zone() })}. Everybody who checks this number or its
          QR code will read that it was revoked, when and why. This cannot be taken back. For a wrong name, correct the
          name instead.
        </p>
        <fieldset className={choices}>
          <legend>Reason, which the page of the certificate shows</legend>
          {reasons.map((text, n) => (
            <label key={text} className={choice}>
              <input type="radio" name="reason" checked={chosen === n} onChange={() => setChosen(n)} />
              <span>{text.replace(/\.$/, "")}</span>
            </label>
          ))}
        </fieldset>
        {chosen === other ? (
          <Field
            kind="textarea"
            label="In your words"
            rows={2}
            maxLength={300}
            value={written}
            error={task.fields.reason}
            onChange={(event) => setWritten(event.target.value)}
          />
        ) : null}
        <Field
          label={`Type ${end} to confirm`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" look="danger" isBusy={task.isBusy} disabled={typed.trim() !== end}>
            Revoke {certificateId}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

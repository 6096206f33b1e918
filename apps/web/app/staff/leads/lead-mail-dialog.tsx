import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { TemplateChoice, UnfilledFields } from "./lead-template-choice.tsx";

export function LeadMailDialog({ lead, email, onDone, onClose }: LeadDialogProps & { email: string }) {
  const { institute } = useMe();
  const task = useTask();
  const [mail, setMail] = useState({ subject: "", text: "" });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () =>
      onDone(await inboxClient.mail({ leadId: lead.leadId, ...mail }), `The mail to ${email} is on its way.`),
    );
    focusFirstFault(sent);
  };
  return (
    <Dialog title={`Mail to ${lead.name}`} onClose={onClose}>
      <form className={form} onSubmit={send} noValidate>
        <TaskProblem task={task} />
        <p>
          From the address of {institute} to <b>{email}</b>
        </p>
        <TemplateChoice kind="mail" lead={lead} value={mail} onChange={setMail} />
        <Field
          label="Subject"
          value={mail.subject}
          maxLength={150}
          error={task.fields.subject}
          onChange={(event) => setMail({ ...mail, subject: event.target.value })}
        />
        <Field
          kind="textarea"
          label="Text"
          rows={9}
          value={mail.text}
          maxLength={5000}
          error={task.fields.text}
          onChange={(event) => setMail({ ...mail, text: event.target.value })}
        />
        <UnfilledFields text={`${mail.subject} ${mail.text}`} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Send the mail
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

import type { StaffWebinar } from "@shoreline/contract";
import { fillTemplate } from "@shoreline/domain/inbox";
import { type RegistrantGroup, registrantGroups } from "@shoreline/domain/webinar";
import { type FormEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { registrantClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TemplatePicker } from "../leads/lead-template-choice.tsx";
import { preview } from "../leads/lead-template-fields.module.css";
import { unknownText } from "../leads/lead-template-fields.tsx";
import { useMergeValues } from "../leads/lead-template-queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { peopleText } from "./webinar-words.ts";

type Reach = Record<RegistrantGroup, { people: number; unsubscribed: number }>;
type Props = {
  webinar: StaffWebinar;
  reach: Reach;
  to: RegistrantGroup;
  onDone(news: string): void;
  onClose(): void;
};

const groupTexts: Record<RegistrantGroup, string> = {
  attended: "Who attended",
  missed: "Who missed it",
  everybody: "Everybody who registered",
};

/** Shows who will get the mail, and how it reads, before it is sent. */
export function WriteDialog({ webinar, reach, to: first, onDone, onClose }: Props) {
  const task = useTask();
  const attempt = useRef({ id: "", content: "" });
  const [to, setTo] = useState(first);
  const [mail, setMail] = useState({ subject: "", text: "" });
  const { people, unsubscribed } = reach[to];
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => {
      const request = { webinarId: webinar.webinarId, to, ...mail };
      const content = JSON.stringify(request);
      // The same mail whose answer was lost is not sent twice; a changed one is another mail.
      if (attempt.current.content !== content) attempt.current = { id: newId(), content };
      const outcome = await registrantClient.write({ ...request, attemptId: attempt.current.id });
      onDone(`The mail to ${peopleText(outcome.sent)} is on its way.`);
    });
    focusFirstFault(sent);
  };
  return (
    <Dialog title="Send a mail to registrants" onClose={onClose}>
      <form className={form} onSubmit={send} noValidate>
        <TaskProblem task={task} />
        <Field
          kind="select"
          label="To"
          value={to}
          error={task.fields.to}
          onChange={({ target }) => setTo(registrantGroups.find((group) => group === target.value) ?? to)}
        >
          {registrantGroups.map((group) => (
            <option key={group} value={group}>
              {groupTexts[group]}: {reach[group].people}
            </option>
          ))}
        </Field>
        <p role="status">
          <b>{reachText(people)}</b>
          {unsubscribed > 0 ? ` ${unsubscribedText(unsubscribed)}` : ""}
        </p>
        <TemplatePicker kind="mail" value={mail} onChange={setMail} />
        <Field
          label="Subject"
          value={mail.subject}
          maxLength={150}
          error={task.fields.subject ?? unknownText(mail.subject)}
          onChange={(event) => setMail({ ...mail, subject: event.target.value })}
        />
        <Field
          kind="textarea"
          label="Text"
          rows={7}
          value={mail.text}
          maxLength={5000}
          error={task.fields.text ?? unknownText(mail.text)}
          onChange={(event) => setMail({ ...mail, text: event.target.value })}
        />
        <p>{"{first name}, {name} and {course} are filled in for each person."}</p>
        <Preview course={webinar.course} {...mail} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy} disabled={people === 0}>
            {people === 0 ? "Send" : `Send to ${peopleText(people)}`}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function Preview({ course, subject, text }: { course: string; subject: string; text: string }) {
  const values = useMergeValues({ name: "Asha Raman", interest: course });
  return (
    <section className={preview} aria-label="Preview">
      <h3>As Asha Raman would get it</h3>
      {subject ? (
        <p>
          <b>{fillTemplate(subject, values)}</b>
        </p>
      ) : null}
      <p>{fillTemplate(text, values) || "Nothing is written yet."}</p>
    </section>
  );
}

function reachText(people: number): string {
  return people === 0 ? "Nobody would get this mail." : `${peopleText(people)} will get this mail.`;
}

function unsubscribedText(count: number): string {
  return count === 1 ? "1 has unsubscribed and will not." : `${count} have unsubscribed and will not.`;
}

import { type FormEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { counted } from "../classes/class-words.ts";
import { standingClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { firstLetter, namesText } from "./progress-words.ts";

type Props = {
  batch: { batchId: string; course: string };
  to: { learnerId: string; name: string }[];
  onDone(news: string): void;
  onClose(): void;
};

/** Shows who will get the message, and a text to begin with. */
export function MessageDialog({ batch: { batchId, course }, to, onDone, onClose }: Props) {
  const task = useTask();
  const attempt = useRef({ id: "", content: "" });
  const [letter, setLetter] = useState(() => firstLetter(course));
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => {
      const request = { batchId, learnerIds: to.map(({ learnerId }) => learnerId), ...letter };
      const content = JSON.stringify(request);
      // The same message whose answer was lost is not sent twice; a changed one is another message.
      if (attempt.current.content !== content) attempt.current = { id: newId(), content };
      const outcome = await standingClient.message({ ...request, attemptId: attempt.current.id });
      const left = outcome.left > 0 ? ` ${counted(outcome.left, "learner")} left the batch meanwhile.` : "";
      onDone(`The message to ${counted(outcome.sent, "learner")} is on its way.${left}`);
    });
    focusFirstFault(sent);
  };
  return (
    <Dialog title={`Write to ${counted(to.length, "learner")}`} onClose={onClose}>
      <form className={form} onSubmit={send} noValidate>
        <p>
          <b>{namesText(to.map(({ name }) => name))}</b> will get a mail and a notification in the portal, each by
          themselves. The mail begins with the first name and ends with yours.
        </p>
        <TaskProblem task={task} />
        {task.fields.learnerIds ? <p>{task.fields.learnerIds}</p> : null}
        <Field
          label="Subject"
          value={letter.subject}
          maxLength={120}
          error={task.fields.subject}
          onChange={(event) => setLetter({ ...letter, subject: event.target.value })}
        />
        <Field
          kind="textarea"
          label="Text"
          rows={9}
          value={letter.text}
          maxLength={4000}
          error={task.fields.text}
          onChange={(event) => setLetter({ ...letter, text: event.target.value })}
        />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Send to {counted(to.length, "learner")}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

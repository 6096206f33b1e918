import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { answeringClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useShowQuestion } from "./question-queries.ts";

type Props = { questionId: string; answerId?: string; onDone(news: string): void; onClose(): void };

export function HideDialog({ questionId, answerId, onDone, onClose }: Props) {
  const [reason, setReason] = useState("");
  const task = useTask();
  const show = useShowQuestion();
  const what = answerId ? "answer" : "question";
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await task.run(async () => {
      show(await answeringClient.hide({ questionId, reason, ...(answerId ? { answerId } : {}) }));
      onDone(`The ${what} is hidden.`);
      onClose();
    });
    focusFirstFault(form);
  };
  return (
    <Dialog title={`Hide the ${what}`} onClose={onClose}>
      <form className={forms.form} onSubmit={submit} noValidate>
        <p>Learners do not see it any more. Its author does, and reads why.</p>
        <Field
          kind="textarea"
          label="Why"
          rows={3}
          maxLength={500}
          value={reason}
          error={task.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" look="danger" isBusy={task.isBusy}>
            Hide the {what}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

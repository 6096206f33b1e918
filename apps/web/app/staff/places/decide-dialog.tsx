import type { BatchRequest } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { seatingClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { batchText } from "./place-words.ts";

type Props = { request: BatchRequest; isAccepted: boolean; onDone(news: string): void; onClose(): void };

export function DecideDialog({ request, isAccepted, onDone, onClose }: Props) {
  const task = useTask();
  const [answer, setAnswer] = useState("");
  const { requestId, learner, to } = request;
  const decide = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const { message } = await seatingClient.decide({ requestId, isAccepted, answer });
      onDone(message);
    });
    focusFirstFault(box);
  };
  return (
    <Dialog title={isAccepted ? "Accept the request" : "Refuse the request"} onClose={onClose}>
      <form className={form} onSubmit={decide} noValidate>
        <p>
          {isAccepted
            ? `${learner.name} gets a place in ${batchText(to)}, with everything attended so far. There is nothing more to pay.`
            : `${learner.name} stays in the batch and reads your answer.`}
        </p>
        <Field
          kind="textarea"
          rows={3}
          label={isAccepted ? "Answer, if you like" : "Answer"}
          value={answer}
          maxLength={300}
          error={task.fields.answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            {isAccepted ? "Move the learner" : "Refuse and answer"}
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

import { longestText } from "@shoreline/domain/question";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import { answeringClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useShowQuestion } from "./question-queries.ts";
import * as styles from "./questions.module.css";

type Props = { questionId: string; onNews(text: string): void };

/** The same text again is the same answer until it is sent. */
export function AnswerForm({ questionId, onNews }: Props) {
  const [text, setText] = useState("");
  const attempt = useRef({ id: "", content: "" });
  const form = useRef<HTMLFormElement>(null);
  const task = useTask();
  const show = useShowQuestion();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const content = text.trim();
      if (attempt.current.content !== content) attempt.current = { id: newId(), content };
      show(await answeringClient.answer({ questionId, answerId: attempt.current.id, text: content }));
      attempt.current = { id: "", content: "" };
      setText("");
      onNews("Your answer is posted. The learner will be told.");
    });
    focusFirstFault(box);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={forms.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <Field
        kind="textarea"
        label="Your answer"
        rows={6}
        maxLength={longestText}
        value={text}
        error={task.fields.text}
        onChange={(event) => setText(event.target.value)}
      />
      <TaskProblem task={task} />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Answer
        </Button>
      </ButtonRow>
      <p className={styles.dim}>
        <span className={styles.keys}>Ctrl and Enter answers. </span>
        Put code between two lines with ```.
      </p>
    </form>
  );
}

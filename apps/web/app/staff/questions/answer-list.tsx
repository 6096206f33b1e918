import type { StaffAnswer, StaffQuestion } from "@shoreline/contract";
import { useState } from "react";
import { Written } from "../../ui/written.tsx";
import { answeringClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhole } from "../when.ts";
import { HideDialog } from "./hide-dialog.tsx";
import { useShowQuestion } from "./question-queries.ts";
import * as styles from "./questions.module.css";

type Props = { page: StaffQuestion; onNews(text: string): void };

export function AnswerList({ page, onNews }: Props) {
  return (
    <PageSection id="answers" title="Answers" count={page.list.length}>
      {page.list.length === 0 ? <p>Nobody has answered yet.</p> : null}
      {page.list.map((answer) => (
        <Answer key={answer.answerId} answer={answer} page={page} onNews={onNews} />
      ))}
    </PageSection>
  );
}

function Answer({ answer, page: { questionId }, onNews }: Props & { answer: StaffAnswer }) {
  const [isHiding, setHiding] = useState(false);
  const task = useTask();
  const show = useShowQuestion();
  const { answerId, who, isByStaff, isAnswer, text, at, editedAt, hiddenWhy } = answer;
  const run = (call: () => Promise<StaffQuestion>) => task.run(async () => show(await call()));
  return (
    <article className={styles.answer} data-marked={isAnswer} aria-label={`Answer of ${who}`}>
      <p className={styles.facts}>
        <b>{who}</b>
        {isByStaff ? <span className={styles.dim}>staff</span> : null}
        {isAnswer ? <StatusMark shape="done">The answer</StatusMark> : null}
        <span className={styles.dim}>
          {formatWhole(at)}
          {editedAt ? ", corrected" : ""}
        </span>
      </p>
      {hiddenWhy === null ? null : <p className={styles.hidden}>Hidden from learners: {hiddenWhy}</p>}
      <Written text={text} />
      <TaskProblem task={task} />
      <ButtonRow>
        {hiddenWhy === null ? (
          <>
            <Button
              look="line"
              isBusy={task.isBusy}
              onClick={() => run(() => answeringClient.mark({ questionId, answerId: isAnswer ? null : answerId }))}
            >
              {isAnswer ? "Not the answer" : "Mark as the answer"}
            </Button>
            <Button look="line" onClick={() => setHiding(true)}>
              Hide
            </Button>
          </>
        ) : (
          <Button
            look="line"
            isBusy={task.isBusy}
            onClick={() => run(() => answeringClient.show({ questionId, answerId }))}
          >
            Show again
          </Button>
        )}
      </ButtonRow>
      {isHiding ? (
        <HideDialog questionId={questionId} answerId={answerId} onDone={onNews} onClose={() => setHiding(false)} />
      ) : null}
    </article>
  );
}

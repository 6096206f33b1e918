import type { StaffQuestion } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { Message } from "../../ui/message.tsx";
import { Written } from "../../ui/written.tsx";
import { answeringClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhole } from "../when.ts";
import { AnswerForm } from "./answer-form.tsx";
import { AnswerList } from "./answer-list.tsx";
import { HideDialog } from "./hide-dialog.tsx";
import { useQuestion, useShowQuestion } from "./question-queries.ts";
import * as styles from "./questions.module.css";
import { placeText, QuestionMark } from "./questions.tsx";

/** A question with its answers, and what was reported. */
export default function Question() {
  const { questionId = "" } = useParams();
  const { data, error, refetch } = useQuestion(questionId);
  if (error instanceof ApiError && error.status < 500)
    return (
      <>
        <PageHead title="Question not found" about="It may have been removed, or it is of somebody else's batch." />
        <BackLink to="/staff/questions">See your questions</BackLink>
      </>
    );
  return (
    <>
      <BackLink to="/staff/questions">Questions</BackLink>
      {data ? <Opened key={questionId} page={data} /> : null}
      {data ? null : error ? <LoadProblem what="The question" error={error} onRetry={refetch} /> : <Loading />}
    </>
  );
}

function Opened({ page }: { page: StaffQuestion }) {
  const [isHiding, setHiding] = useState(false);
  const [news, setNews] = useState("");
  const task = useTask();
  const show = useShowQuestion();
  const { questionId, title, text, who, askedAt, editedAt, hiddenWhy, isPinned } = page;
  const run = (call: () => Promise<StaffQuestion>) => task.run(async () => show(await call()));
  return (
    <>
      <PageHead title={title} about={`${who}, ${placeText(page)}`}>
        {page.isPrivate ? null : (
          <Button
            look="line"
            isBusy={task.isBusy}
            onClick={() => run(() => answeringClient.pin({ questionId, isPinned: !isPinned }))}
          >
            {isPinned ? "Unpin" : "Pin for the batch"}
          </Button>
        )}
        {hiddenWhy === null ? (
          <Button look="line" onClick={() => setHiding(true)}>
            Hide
          </Button>
        ) : (
          <Button look="line" isBusy={task.isBusy} onClick={() => run(() => answeringClient.show({ questionId }))}>
            Show again
          </Button>
        )}
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <TaskProblem task={task} />
      <div className={styles.thread}>
        <p className={styles.facts}>
          <QuestionMark one={page} />
          {isPinned ? <b>Pinned</b> : null}
          <span className={styles.dim}>
            {formatWhole(askedAt)}
            {editedAt ? ", corrected" : ""}
          </span>
          {page.class ? (
            <Link to={`/staff/classes/${page.class.classId}`} className={styles.way}>
              Class {page.class.number}: {page.class.topic}
            </Link>
          ) : null}
        </p>
        {hiddenWhy === null ? null : <p className={styles.hidden}>Hidden from learners: {hiddenWhy}</p>}
        <Written text={text} />
        <Reports page={page} onSettle={() => run(() => answeringClient.settle({ questionId }))} isBusy={task.isBusy} />
        <AnswerList page={page} onNews={setNews} />
        {hiddenWhy === null ? <AnswerForm questionId={questionId} onNews={setNews} /> : null}
      </div>
      {isHiding ? <HideDialog questionId={questionId} onDone={setNews} onClose={() => setHiding(false)} /> : null}
    </>
  );
}

type ReportProps = { page: StaffQuestion; isBusy: boolean; onSettle(): void };

function Reports({ page: { reported, list }, isBusy, onSettle }: ReportProps) {
  if (reported.length === 0) return null;
  const authorOf = (answerId: string | null) => list.find((one) => one.answerId === answerId)?.who;
  return (
    <PageSection id="reported" title="Reported" count={reported.length}>
      <ul className={styles.reports}>
        {reported.map(({ reportId, answerId, reason, who, at }) => (
          <li key={reportId}>
            <b>{answerId ? `The answer of ${authorOf(answerId) ?? "somebody"}` : "The question"}</b>: {reason}
            <span className={styles.dim}>
              {who}, {formatWhole(at)}
            </span>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button look="line" isBusy={isBusy} onClick={onSettle}>
          It may stay
        </Button>
      </ButtonRow>
    </PageSection>
  );
}

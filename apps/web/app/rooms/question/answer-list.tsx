import type { OwnAnswer, QuestionPage } from "@shoreline/contract";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMoment } from "../../lib/format.ts";
import { Message, Notice } from "../../ui/message.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Written } from "../../ui/written.tsx";
import { questionClient } from "./client.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { type One, useQuestionChange } from "./queries.ts";
import * as styles from "./question.module.css";
import { ReportDialog } from "./report-dialog.tsx";
import { answersText } from "./words.ts";

type Props = { one: One; page: QuestionPage; onNews(text: string): void };

/** What is marked as the answer is first. */
export function AnswerList({ one, page, onNews }: Props) {
  const { list } = page;
  const sorted = [...list.filter(({ isAnswer }) => isAnswer), ...list.filter(({ isAnswer }) => !isAnswer)];
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="mb-2 text-xl">
        {answersText(list.length)}
      </h2>
      {sorted.map((answer) => (
        <Answer key={answer.answerId} answer={answer} one={one} page={page} onNews={onNews} />
      ))}
    </section>
  );
}

function Answer({ answer, one, page, onNews }: Props & { answer: OwnAnswer }) {
  const { institute } = useClassroom();
  const { isBusy, fault, run, dismiss } = useQuestionChange(one.courseId);
  const [open, setOpen] = useState<"edit" | "report" | null>(null);
  const { answerId, who, isByStaff, isAnswer, isYours, text, at, editedAt, hiddenWhy } = answer;
  const mark = () => run(() => questionClient.mark({ ...one, answerId: isAnswer ? null : answerId }));
  return (
    <article className={styles.answer} data-marked={isAnswer} aria-label={`Answer of ${who}`}>
      <p className={styles.by}>
        <b>{who}</b>
        {isByStaff ? <Tag look="sea">Staff</Tag> : null}
        {isAnswer ? <Tag look="green">The answer</Tag> : null}
        <span className="text-s text-ink-2">
          {formatMoment(at, institute)}
          {editedAt ? ", corrected" : ""}
        </span>
      </p>
      {hiddenWhy === null ? null : (
        <Notice look="wrong">Staff have hidden your answer: {hiddenWhy} Nobody else sees it.</Notice>
      )}
      <Written text={text} />
      <div className={styles.actions}>
        {page.mayMark && hiddenWhy === null ? (
          <MoreButton disabled={isBusy} onClick={mark}>
            {isAnswer ? "This is not the answer" : "This is the answer"}
          </MoreButton>
        ) : null}
        {answer.mayEdit ? <MoreButton onClick={() => setOpen("edit")}>Edit</MoreButton> : null}
        {isYours || isByStaff ? null : <MoreButton onClick={() => setOpen("report")}>Report to staff</MoreButton>}
      </div>
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      {open === "edit" ? <EditDialog one={one} page={page} answer={answer} onClose={() => setOpen(null)} /> : null}
      {open === "report" ? (
        <ReportDialog one={one} answerId={answerId} onDone={onNews} onClose={() => setOpen(null)} />
      ) : null}
    </article>
  );
}

import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMoment } from "../../lib/format.ts";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Message, Notice } from "../../ui/message.tsx";
import { MoreButton, MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Written } from "../../ui/written.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { AnswerList } from "./answer-list.tsx";
import { questionClient } from "./client.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { type One, useQuestion, useQuestionChange } from "./queries.ts";
import * as styles from "./question.module.css";
import { ReportDialog } from "./report-dialog.tsx";
import { placeText, questionsPath } from "./words.ts";

export const meta = () => [{ title: "Question" }, { name: "robots", content: "noindex" }];

export default function QuestionPage({ params: { courseId, questionId } }: { params: One }) {
  return <Question key={questionId} courseId={courseId} questionId={questionId} />;
}

function Question(one: One) {
  const { institute } = useClassroom();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuestion(one);
  const { isBusy, fault, run, dismiss } = useQuestionChange(one.courseId);
  const [open, setOpen] = useState<"edit" | "report" | null>(null);
  const [news, setNews] = useState("");
  const back = (
    <MoreLink to={questionsPath(one.courseId)}>
      <Icon name="back" /> All questions
    </MoreLink>
  );
  if (error instanceof ApiError && error.status < 500)
    return (
      <>
        <h1>Question</h1>
        <Empty title="This question cannot be opened">
          <p className="max-w-prose text-ink-2">{error.message}</p>
          {back}
        </Empty>
      </>
    );
  if (error && !data) return <LoadFailed what="The question" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  const { title, text, who, askedAt, editedAt, hiddenWhy, isYours, mayEdit, mayRemove } = data;
  const remove = async () => {
    if (await run(() => questionClient.remove(one))) navigate(questionsPath(one.courseId));
  };
  return (
    <>
      {back}
      <article className="grid gap-4">
        <h1 className="break-words">{title}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
          {data.isPinned ? <Tag look="sea">Pinned</Tag> : null}
          {data.isPrivate ? <Tag>Only you and staff</Tag> : null}
          {data.hasAnswer ? <Tag look="green">Answered</Tag> : null}
          <span>{who}</span>
          <span>
            {data.course}
            {data.class ? `, ${placeText(data)}` : ""}
          </span>
          <span>
            {formatMoment(askedAt, institute)}
            {editedAt ? ", corrected" : ""}
          </span>
        </p>
        {hiddenWhy === null ? null : (
          <Notice look="wrong">Staff have hidden this question: {hiddenWhy} Nobody else sees it.</Notice>
        )}
        <Written text={text} />
        <div className={styles.actions}>
          {mayEdit ? <MoreButton onClick={() => setOpen("edit")}>Edit</MoreButton> : null}
          {mayRemove ? (
            <MoreButton disabled={isBusy} onClick={remove}>
              Remove it
            </MoreButton>
          ) : null}
          {isYours ? null : <MoreButton onClick={() => setOpen("report")}>Report to staff</MoreButton>}
        </div>
      </article>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
      <AnswerList one={one} page={data} onNews={setNews} />
      {hiddenWhy === null ? <AnswerForm one={one} isYours={isYours} /> : null}
      {open === "edit" ? <EditDialog one={one} page={data} onClose={() => setOpen(null)} /> : null}
      {open === "report" ? <ReportDialog one={one} onDone={setNews} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

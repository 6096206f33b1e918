import type { OwnQuestion } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { type FormEvent, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMoment } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/message.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { AskForm } from "./ask-form.tsx";
import { useQuestions } from "./queries.ts";
import * as styles from "./question.module.css";
import { answersText, placeText, questionPath } from "./words.ts";

const shown = [
  { value: "", text: "All" },
  { value: "open", text: "Without an answer" },
  { value: "mine", text: "Mine" },
] as const;

type Show = "all" | "open" | "mine";

/** The questions of a course. The choice, the search and the page are in the address. */
export function Questions({ courseId }: { courseId: string }) {
  const { profile } = useClassroom();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const [words, classId, after] = ["words", "classId", "after"].map((name) => search.get(name) ?? "");
  const show = (search.get("show") ?? "") as Show | "";
  const { data, error, refetch } = useQuestions({
    ...{ courseId, words },
    ...(show ? { show } : {}),
    ...(classId ? { classId } : {}),
    ...(after ? { after } : {}),
  });
  const [isAsking, setAsking] = useState(search.has("ask"));
  const go = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ after: "", ask: "", ...changes }))
      if (value) next.set(name, value);
      else next.delete(name);
    setSearch(next, { preventScrollReset: true });
  };
  const stopAsking = () => {
    setAsking(false);
    // A reload would open it again.
    if (search.has("ask")) go({});
  };
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go({ words: String(new FormData(event.currentTarget).get("words") ?? "").trim() });
  };
  if (error instanceof ApiError && error.code === "CLASS_ON_HOLD") return <Notice look="wrong">{error.message}</Notice>;
  const isNarrowed = Boolean(words || show || classId);
  return (
    <>
      <div className={styles.bar}>
        <search className={styles.find}>
          <form onSubmit={find} className={styles.search} key={words}>
            <Field label="Search the questions" name="words" type="search" defaultValue={words} maxLength={200} />
            <Button type="submit" look="line">
              Search
            </Button>
          </form>
        </search>
        <Button onClick={() => setAsking(true)}>Ask a question</Button>
      </div>
      <nav className={styles.choices} aria-label="Which questions">
        {shown.map(({ value, text }) => (
          <button
            key={value}
            type="button"
            className={styles.choice}
            aria-pressed={value === show}
            onClick={() => go({ show: value })}
          >
            {text}
          </button>
        ))}
        {classId ? (
          <button type="button" className={styles.choice} aria-pressed onClick={() => go({ classId: "" })}>
            Only one class ✕
          </button>
        ) : null}
        {data && data.unread > 0 ? <span className={styles.unreadCount}>{data.unread} with something new</span> : null}
      </nav>
      {error && !data ? <LoadFailed what="The questions" onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-40" />}
      {data?.questions.length === 0 ? <Nothing isNarrowed={isNarrowed} /> : null}
      {data && data.questions.length > 0 ? (
        <ul className={styles.list} aria-label="Questions">
          {data.questions.map((one) => (
            <Entry key={one.questionId} one={one} courseId={courseId} />
          ))}
        </ul>
      ) : null}
      {data?.next ? (
        <div>
          <Button look="line" onClick={() => go({ after: data.next ?? "" })}>
            Earlier questions
          </Button>
        </div>
      ) : null}
      {isAsking ? (
        <Dialog title="Ask a question" onClose={stopAsking}>
          <AskForm
            learnerId={profile._id}
            courseId={courseId}
            classId={classId}
            onAsked={(one) => navigate(questionPath(one))}
            onClose={stopAsking}
          />
        </Dialog>
      ) : null}
    </>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <Empty title="No question fits">
        <MoreLink to="?part=questions">Show all questions</MoreLink>
      </Empty>
    );
  return (
    <Empty title="No questions yet">
      <p className="max-w-prose text-ink-2">Ask your batch and your trainer, or your trainer alone.</p>
    </Empty>
  );
}

function Entry({ one, courseId }: { one: OwnQuestion; courseId: string }) {
  const { institute } = useClassroom();
  const { questionId, title, who, isUnread, hasAnswer, isPinned, isPrivate, isHidden, answers, lastAt } = one;
  return (
    <li className={styles.entry} data-unread={isUnread}>
      <Link to={questionPath({ courseId, questionId })} className={styles.name}>
        {title}
        {isUnread ? <span className="sr-only"> (something new)</span> : null}
      </Link>
      <span className={styles.tags}>
        {isPinned ? <Tag look="sea">Pinned</Tag> : null}
        {isHidden ? <Tag look="coral">Hidden</Tag> : null}
        {isPrivate ? <Tag>Private</Tag> : null}
        {hasAnswer ? <Tag look="green">Answered</Tag> : null}
      </span>
      <p className={styles.about}>
        {who}, {placeText(one)}. {answersText(answers)}, {formatMoment(lastAt, institute)}
      </p>
    </li>
  );
}

import { ApiError } from "@shoreline/contract/client";
import { useEffect, useRef, useState } from "react";
import { Empty } from "../../ui/empty.tsx";
import { FileList } from "../../ui/file-list.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { HandInForm } from "./hand-in-form.tsx";
import { History, Said } from "./history.tsx";
import * as styles from "./homework.module.css";
import { useWork } from "./queries.ts";
import { StateTag } from "./state-tag.tsx";
import { dueText, pointsText, whyNotTexts } from "./words.ts";

type Props = { courseId: string; homeworkId: string };

export const meta = () => [{ title: "Homework" }, { name: "robots", content: "noindex" }];

export default function HomeworkPage({ params: { courseId, homeworkId } }: { params: Props }) {
  return <Homework key={homeworkId} courseId={courseId} homeworkId={homeworkId} />;
}

function Homework({ courseId, homeworkId }: Props) {
  const { data, error, refetch } = useWork({ courseId, homeworkId });
  const [news, setNews] = useState<NoticeContent | null>(null);
  const newsBox = useRef<HTMLDivElement>(null);
  // The form above it is gone, and the page may have moved.
  useEffect(() => {
    if (news) newsBox.current?.focus();
  }, [news]);
  const back = (
    <MoreLink to={`/dashboard/learn/${encodeURIComponent(courseId)}?part=homework`}>
      <Icon name="back" /> All homework
    </MoreLink>
  );
  if (error instanceof ApiError && error.status < 500)
    return (
      <>
        <h1>Homework</h1>
        <Empty title="This homework cannot be opened">
          <p className="max-w-prose text-ink-2">{error.message}</p>
          {back}
        </Empty>
      </>
    );
  if (error && !data) return <LoadFailed what="Your homework" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  const { title, text, state, rubric, files, whyNot } = data;
  const lastWord = state === "given back" || state === "done" ? data.gradings[0] : undefined;
  const hasPointsTable = state === "done" && lastWord && lastWord.lines.length > 0;
  const points = pointsText(data);
  return (
    <>
      {back}
      <div className="grid gap-3">
        <h1 className="break-words">{title}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
          <StateTag {...data} isOverdue={data.isRequired && state === "open" && data.isLate} />
          {points && state !== "handed in" ? <b className="text-ink">{points}</b> : null}
          <span>
            {data.course}
            {data.class ? `, class ${data.class.number}` : ""}
          </span>
          <span>{dueText(data)}</span>
          {data.dueOn && !data.allowsLate ? <span>Not accepted late</span> : null}
        </p>
      </div>
      {lastWord ? <Said graded={lastWord} isLast /> : null}
      <p className={styles.text}>{text}</p>
      <FileList files={files} />
      {rubric.length > 0 && !hasPointsTable ? (
        <section aria-labelledby="rubric">
          <h2 id="rubric" className="mb-2 text-xl">
            What the points are for
          </h2>
          <dl className={styles.rubric}>
            {rubric.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and they never move.
              <div key={place}>
                <dt>{line.text}</dt>
                <dd>{line.points}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <div ref={newsBox} tabIndex={-1} className={styles.news}>
        <Message notice={news} onDismiss={() => setNews(null)} />
      </div>
      {whyNot ? (
        <p className="max-w-prose text-ink-2">{whyNotTexts[whyNot]}</p>
      ) : (
        <HandInForm courseId={courseId} work={data} onNews={(text) => setNews({ kind: "done", text })} />
      )}
      <History work={data} lastWord={lastWord} />
    </>
  );
}

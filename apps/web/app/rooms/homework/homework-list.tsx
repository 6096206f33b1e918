import type { OwnHomework } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { Link } from "react-router";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./homework.module.css";
import { useHomework } from "./queries.ts";
import { dueText, homeworkPath, pointsText, stateLooks, stateText } from "./words.ts";

/** The homework of a course, what is to be done first. */
export function HomeworkList({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useHomework(courseId);
  if (error instanceof ApiError && error.code === "CLASS_ON_HOLD") return <Notice look="wrong">{error.message}</Notice>;
  if (error && !data) return <LoadFailed what="Your homework" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.homework.length === 0)
    return (
      <Empty title="No homework yet">
        <p className="max-w-prose text-ink-2">What your trainer sets appears here and beside its class.</p>
      </Empty>
    );
  const isWaiting = ({ state, isRequired }: OwnHomework) => (state === "open" && isRequired) || state === "given back";
  const sorted = [...data.homework.filter(isWaiting), ...data.homework.filter((one) => !isWaiting(one))];
  return (
    <ul className={styles.list} aria-label="Homework">
      {sorted.map((one) => (
        <Entry key={one.homeworkId} one={one} courseId={courseId} />
      ))}
    </ul>
  );
}

function Entry({ one, courseId }: { one: OwnHomework; courseId: string }) {
  const { homeworkId, title, state, isOverdue } = one;
  const points = state === "done" ? pointsText(one) : "";
  return (
    <li className={styles.entry}>
      <Link to={homeworkPath({ courseId, homeworkId })} className={styles.name}>
        {title}
      </Link>
      {isOverdue ? <Tag look="coral">Overdue</Tag> : <Tag {...stateLooks[state]}>{stateText(one)}</Tag>}
      <p className={styles.about}>
        {one.class ? `Class ${one.class.number}: ${one.class.topic}. ` : ""}
        {dueText(one)}
        {points ? `. ${points}` : ""}
      </p>
    </li>
  );
}

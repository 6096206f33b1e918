import type { OwnHomework } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { Link } from "react-router";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as styles from "./homework.module.css";
import { useHomework } from "./queries.ts";
import { StateTag } from "./state-tag.tsx";
import { dueText, homeworkPath, pointsText, sortHomework } from "./words.ts";

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
  return (
    <ul className={styles.list} aria-label="Homework">
      {sortHomework(data.homework).map((one) => (
        <Entry key={one.homeworkId} one={one} courseId={courseId} />
      ))}
    </ul>
  );
}

function Entry({ one, courseId }: { one: OwnHomework; courseId: string }) {
  const { homeworkId, title, state } = one;
  const points = state === "done" ? pointsText(one) : "";
  return (
    <li className={styles.entry}>
      <Link to={homeworkPath({ courseId, homeworkId })} className={styles.name}>
        {title}
      </Link>
      <StateTag {...one} />
      <Icon name="down" className={styles.way} />
      <p className={styles.about}>
        {one.class ? `Class ${one.class.number}: ${one.class.topic}. ` : ""}
        {dueText(one)}
        {points ? `. ${points}` : ""}
      </p>
    </li>
  );
}

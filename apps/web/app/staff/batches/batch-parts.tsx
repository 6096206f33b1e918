import type { BatchDetail } from "@shoreline/contract";
import { useState } from "react";
import { Button, ButtonRow } from "../controls.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatWhen } from "../when.ts";
import * as styles from "./batch.module.css";
import { changeText, classTimeText, count } from "./batch-words.ts";

type Props = { batch: BatchDetail };
type Lesson = BatchDetail["lessons"][number];

const shownAtFirst = 8;

/** At first those that are next, or the last ones of a batch that is over. */
export function BatchClasses({ batch }: Props) {
  const [isWhole, setWhole] = useState(false);
  const { lessons } = batch;
  const next = lessons.findIndex(({ isOver }) => !isOver);
  const from = next < 0 ? Math.max(0, lessons.length - shownAtFirst) : Math.max(0, next - 2);
  const shown = isWhole ? lessons : lessons.slice(from, from + shownAtFirst);
  return (
    <PageSection id="classes" title="Classes" count={lessons.length}>
      <table className={`${table.table} ${table.rows} ${styles.classes}`}>
        <caption className="sr-only">Classes of the batch</caption>
        <thead>
          <tr>
            <th className={table.end}>No.</th>
            <th>Day</th>
            <th>Topic</th>
            <th>Trainer</th>
            <th>State</th>
            <th className={table.end}>Present</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((lesson) => (
            <tr key={lesson.classId}>
              <td className={`${table.end} ${styles.number}`}>{lesson.number}</td>
              <td className={`${styles.day} ${styles.nowrap}`}>{classTimeText(lesson.startsAt)}</td>
              <td className={styles.topic}>{lesson.topic}</td>
              <td className={styles.trainer}>
                {lesson.trainer}
                {lesson.room ? <span className={table.dim}>, {lesson.room}</span> : null}
              </td>
              <td className={styles.state}>
                <LessonState lesson={lesson} />
              </td>
              <td className={`${table.end} ${styles.present}`}>{lesson.isOver ? lesson.present : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && lessons.length > shown.length ? (
        <ButtonRow>
          <Button look="line" onClick={() => setWhole(true)}>
            Show all {lessons.length}
          </Button>
        </ButtonRow>
      ) : null}
    </PageSection>
  );
}

function LessonState({ lesson }: { lesson: Lesson }) {
  if (lesson.isCancelled) return <StatusMark shape="off">Cancelled</StatusMark>;
  if (lesson.isOver) return <StatusMark shape="past">Over</StatusMark>;
  return Date.parse(lesson.startsAt) <= Date.now() ? (
    <StatusMark shape="going">Running</StatusMark>
  ) : (
    <StatusMark shape="begun">Planned</StatusMark>
  );
}

export function BatchLearners({ batch }: Props) {
  const { learners, taken, over } = batch;
  return (
    <PageSection id="learners" title="Learners" count={taken}>
      {learners.length === 0 ? <p>Nobody has a place in this batch.</p> : null}
      <ul className={styles.list}>
        {learners.map(({ purchaseId, name, attended, isOnHold }) => (
          <li key={purchaseId}>
            <b>{name}</b>
            {isOnHold ? <StatusMark shape="act">On hold</StatusMark> : null}
            <span className={table.dim}>
              {over > 0 ? `Was in ${attended} of ${count(over, "class", "classes")}` : ""}
            </span>
          </li>
        ))}
      </ul>
      {taken > learners.length ? <p>The first {learners.length} are listed.</p> : null}
    </PageSection>
  );
}

export function BatchChanges({ batch }: Props) {
  const { changes } = batch;
  return (
    <PageSection id="changes" title="Changes" count={changes.length}>
      {changes.length === 0 ? <p>Its classes are as they were planned.</p> : null}
      <ul className={styles.list}>
        {changes.map((change) => (
          <li key={change.changeId}>
            <b>{changeText(change)}</b>
            <span className={table.dim}>
              {change.who}, {formatWhen(change.at)}
              {change.isTold ? ", learners told" : ""}
            </span>
            {change.note ? <span>{change.note}</span> : null}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

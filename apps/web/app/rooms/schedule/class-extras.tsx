import { Link } from "react-router";
import { formatDate } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./class-extras.module.css";
import type { ShownClass } from "./states.ts";

/** What the trainer added to a class; nothing where there is none. */
export function ClassExtras({ courseId, shown }: { courseId: string; shown: ShownClass }) {
  const { topicHeld, homework = [], materialCount = 0, notes = [] } = shown;
  if (!topicHeld && homework.length + materialCount + notes.length === 0) return null;
  return (
    <dl className={styles.extras}>
      {topicHeld ? (
        <div>
          <dt>Taught</dt>
          <dd>{topicHeld}</dd>
        </div>
      ) : null}
      {homework.length > 0 ? (
        <div>
          <dt>Homework</dt>
          {homework.map(({ homeworkId, title, dueOn, state }) => (
            <dd key={homeworkId} className={styles.homework}>
              <Link to={`/dashboard/learn/${encodeURIComponent(courseId)}/homework/${homeworkId}`}>{title}</Link>
              {dueOn && state === "open" ? <span>due {formatDate(dueOn)}</span> : null}
              {state === "handed in" ? <span>handed in</span> : null}
              {state === "given back" ? <Tag look="coral">Given back</Tag> : null}
              {state === "done" ? (
                <span className={styles.done}>
                  <Icon name="check" /> Done
                </span>
              ) : null}
            </dd>
          ))}
        </div>
      ) : null}
      {materialCount > 0 ? (
        <div>
          <dt>Material</dt>
          <dd>
            <Link to={`/dashboard/learn/${encodeURIComponent(courseId)}?part=material#class-${shown._id}`}>
              {materialCount} {materialCount === 1 ? "material" : "materials"}
            </Link>
          </dd>
        </div>
      ) : null}
      {notes.length > 0 ? (
        <div>
          <dt>Note from the trainer</dt>
          {notes.map(({ text, sentAt }) => (
            <dd key={sentAt + text}>{text}</dd>
          ))}
        </div>
      ) : null}
    </dl>
  );
}

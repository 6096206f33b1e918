import { formatDate } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./class-extras.module.css";
import type { ShownClass } from "./states.ts";

/** What the trainer added to a class; nothing where there is none. */
export function ClassExtras({ shown: { topicHeld, homework, materials = [], notes = [] } }: { shown: ShownClass }) {
  if (!topicHeld && !homework && materials.length === 0 && notes.length === 0) return null;
  return (
    <dl className={styles.extras}>
      {topicHeld ? (
        <div>
          <dt>Taught</dt>
          <dd>{topicHeld}</dd>
        </div>
      ) : null}
      {homework ? (
        <div>
          <dt>
            Homework
            {homework.dueOn ? `, due ${formatDate(homework.dueOn)}` : ""}
            {homework.isDone ? (
              <span className={styles.done}>
                <Icon name="check" /> Done
              </span>
            ) : null}
          </dt>
          <dd>{homework.text}</dd>
        </div>
      ) : null}
      {materials.length > 0 ? (
        <div>
          <dt>Material</dt>
          {materials.map(({ name, url }) => (
            <dd key={url + name}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            </dd>
          ))}
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

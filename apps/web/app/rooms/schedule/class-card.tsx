import { useClassroom } from "../../lib/classroom.ts";
import { dateParts, formatTimes } from "../../lib/format.ts";
import { MoreLink } from "../../ui/more.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./class-card.module.css";
import { ClassExtras } from "./class-extras.tsx";
import { JoinButtons, PortalRecordings, Recording } from "./join-buttons.tsx";
import { minutesOf, type ShownClass, stateOf } from "./states.ts";
import type { Joining } from "./use-join.ts";

type Props = { courseId: string; shown: ShownClass; now: Date; boughtAt: string; joining: Joining };

export function ClassCard({ courseId, shown, now, boughtAt, joining }: Props) {
  const { institute } = useClassroom();
  const state = stateOf(shown, now);
  const isEarlier = shown.endsAt <= boughtAt;
  const { day, weekday, month } = dateParts(shown.classDate, institute);
  return (
    <li className={styles.card} data-state={state} data-missed={isEarlier}>
      <time className={styles.date} dateTime={shown.classDate}>
        <b>{day}</b>
        <span>
          {weekday} <br />
          {month}
        </span>
      </time>
      <div className={styles.body}>
        <h3>{shown.topic}</h3>
        <p>{shown.trainer.trainerName}</p>
        <p>
          {formatTimes(shown.classDate, institute)}, {minutesOf(shown)} Minutes
        </p>
        <ClassExtras courseId={courseId} shown={shown} />
        <div className={styles.actions}>
          {isEarlier ? (
            <>
              <Tag>Before you joined</Tag>
              <Recording shown={shown} />
            </>
          ) : (
            <JoinButtons shown={shown} state={state} joining={joining} />
          )}
          <PortalRecordings courseId={courseId} shown={shown} />
          <MoreLink to={`/dashboard/learn/${encodeURIComponent(courseId)}?part=questions&classId=${shown._id}&ask=1`}>
            Ask about it
          </MoreLink>
          {shown.isAttended ? <span className="text-s text-green">Attended</span> : null}
        </div>
      </div>
    </li>
  );
}

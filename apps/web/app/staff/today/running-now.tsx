import type { TodaysClass } from "@shoreline/contract";
import { meetingsClient } from "../client.ts";
import { Button, ButtonLink } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatClock } from "../when.ts";
import * as styles from "./running-now.module.css";
import { counted } from "./today-figures.ts";

/** A class that who looks teaches at this moment, with the two things to do about it. */
export function RunningNow({ one }: { one: TodaysClass }) {
  const { classId, course, number, topic, learners, endsAt, hasLink } = one;
  const task = useTask();
  return (
    <section className={styles.card} aria-label={`Running now: ${course}, class ${number}`}>
      <div className={styles.text}>
        <StatusMark shape="going">Running now, until {formatClock(endsAt)}</StatusMark>
        <h2>
          {course}, class {number}
        </h2>
        <p>
          {topic}. {counted(learners, "learner") || "No learners yet"}.
        </p>
      </div>
      <div className={styles.keys}>
        <ButtonLink to={`/staff/classes/${classId}`}>
          <StaffIcon name="check" />
          Call the roll
        </ButtonLink>
        {hasLink ? (
          <Button look="line" isBusy={task.isBusy} onClick={() => task.run(() => openMeeting(classId))}>
            <StaffIcon name="camera" />
            Open the meeting
          </Button>
        ) : null}
      </div>
      <TaskProblem task={task} />
    </section>
  );
}

/** In a window that is opened during the click: browsers block those that open later. */
async function openMeeting(classId: string): Promise<void> {
  const opened = window.open("", "_blank");
  if (opened) opened.opener = null;
  try {
    const { url } = await meetingsClient.open({ classId });
    if (opened && !opened.closed) opened.location.replace(url);
    else window.location.assign(url);
  } catch (error) {
    opened?.close();
    throw error;
  }
}

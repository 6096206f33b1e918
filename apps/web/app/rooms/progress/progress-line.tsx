import type { OwnProgress } from "@shoreline/contract";
import { Link } from "react-router";
import * as styles from "./progress.module.css";
import { certificateText, toDoText } from "./words.ts";

/** On the card of a course: homework and recordings, and what the certificate still needs. */
export function ProgressLine({ progress }: { progress: OwnProgress | undefined }) {
  if (!progress?.hasBatch) return null;
  const { recordings, watched, homework, certificate } = progress;
  const partPath = (part: string) => `/dashboard/learn/${encodeURIComponent(progress.courseId)}?part=${part}`;
  const toDo = toDoText(homework);
  const isOut = certificate.state === "out of reach";
  return (
    <>
      {toDo ? (
        <p className="text-s">
          <Link to={partPath("homework")} className={styles.way} data-overdue={homework.overdue > 0}>
            Homework: {toDo}
          </Link>
        </p>
      ) : null}
      {recordings > 0 ? (
        <p className="text-s">
          <Link to={partPath("recordings")} className={styles.way}>
            Recordings: {watched} of {recordings} watched
          </Link>
        </p>
      ) : null}
      {certificate.state === "issued" || certificate.state === "not planned" ? null : (
        <p className={`text-s ${certificate.state === "earned" ? "text-green" : "text-ink-2"}`}>
          {certificateText(progress)} {isOut ? <Link to="/contactus">Ask us what you can do</Link> : null}
        </p>
      )}
    </>
  );
}

import type { CourseProgress, HeldClass, TakenTest } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/message.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./progress.module.css";
import { useProgress } from "./queries.ts";
import { allOf, certificateText, doneText, toDoText } from "./words.ts";

/** Where a learner stands in a course. */
export function ProgressPart({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useProgress(courseId);
  if (error instanceof ApiError && error.code === "CLASS_ON_HOLD") return <Notice look="wrong">{error.message}</Notice>;
  if (error && !data) return <LoadFailed what="Your progress" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-60" />;
  return (
    <div className={styles.parts}>
      <Certificate progress={data} />
      <Classes progress={data} />
      <Homework progress={data} />
      <Recordings progress={data} />
      <Tests tests={data.tests} />
    </div>
  );
}

type Props = { progress: CourseProgress };

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Certificate({ progress }: Props) {
  const { state, needs } = progress.certificate;
  const isListed = state === "in reach" || state === "out of reach";
  return (
    <Part id="certificate" title="Certificate">
      {isListed && needs.length > 0 ? (
        <>
          <p>
            {state === "in reach"
              ? "The certificate is in reach. You still need to:"
              : "The certificate is out of reach: too few classes are left. You would have to:"}
          </p>
          <ul className={styles.needs}>
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{certificateText(progress)}</p>
      )}
      <p className={styles.ways}>
        {state === "out of reach" || state === "revoked" ? (
          <MoreLink to="/contactus">
            Ask us what you can do <Icon name="arrow" />
          </MoreLink>
        ) : (
          <MoreLink to="/dashboard/certificate">
            Certification <Icon name="arrow" />
          </MoreLink>
        )}
      </p>
    </Part>
  );
}

function Classes({ progress }: Props) {
  const { course, courseId, hasBatch, classes, held, attended, heldClasses } = progress;
  const missed = heldClasses.filter(({ isAttended }) => !isAttended);
  if (!hasBatch)
    return (
      <Part id="classes" title="Classes">
        <p>You are waiting for a batch. We notify you as soon as your classes are planned.</p>
      </Part>
    );
  return (
    <Part id="classes" title="Classes">
      {held > 0 ? <ProgressBar value={attended} max={held} label={`${course}: classes attended`} /> : null}
      <p>
        {held > 0 ? (
          <>
            <b>
              {attended} of {held}
            </b>{" "}
            classes attended{classes > held ? `, ${classes - held} to come` : ""}
          </>
        ) : (
          "No class was held yet."
        )}
      </p>
      {missed.length > 0 ? (
        <>
          <h3>You missed {missed.length === 1 ? "1 class" : `${missed.length} classes`}</h3>
          <ul className={styles.list}>
            {missed.map((one) => (
              <Missed key={one.number} one={one} courseId={courseId} />
            ))}
          </ul>
        </>
      ) : null}
    </Part>
  );
}

function Missed({ one, courseId }: { one: HeldClass; courseId: string }) {
  const { institute } = useClassroom();
  const { number, topic, startsAt, recordingId, recordingUrl } = one;
  const text = (
    <>
      <Icon name="play" /> Watch the recording<span className="sr-only"> of class {number}</span>
    </>
  );
  return (
    <li>
      <span>
        <b>Class {number}</b>: {topic}
      </span>
      <span className={styles.about}>{formatDay(startsAt, institute)}</span>
      {recordingId ? (
        <MoreLink to={`/dashboard/learn/${encodeURIComponent(courseId)}/recording/${recordingId}`}>{text}</MoreLink>
      ) : recordingUrl ? (
        <a href={recordingUrl} target="_blank" rel="noreferrer" className={styles.outside}>
          {text}
        </a>
      ) : null}
    </li>
  );
}

function Homework({ progress: { homework } }: Props) {
  const [toDo, done] = [toDoText(homework), doneText(homework)];
  const { overdue, points, mostPoints } = homework;
  return (
    <Part id="homework" title="Homework">
      {allOf(homework) === 0 ? <p>No homework is required of you so far.</p> : null}
      {toDo ? <p className={overdue > 0 ? "font-semibold text-coral-ink" : ""}>{toDo}</p> : null}
      {done ? <p>{done}</p> : null}
      {mostPoints > 0 ? (
        <p>
          <b>
            {points} of {mostPoints}
          </b>{" "}
          points in what was graded
        </p>
      ) : null}
      {allOf(homework) > 0 ? (
        <p className={styles.ways}>
          <MoreLink to="?part=homework" preventScrollReset>
            See the homework <Icon name="arrow" />
          </MoreLink>
        </p>
      ) : null}
    </Part>
  );
}

function Recordings({ progress: { course, recordings, watched } }: Props) {
  if (recordings === 0) return null;
  return (
    <Part id="recordings" title="Recordings">
      <ProgressBar value={watched} max={recordings} label={`${course}: recordings watched`} />
      <p>
        <b>
          {watched} of {recordings}
        </b>{" "}
        recordings watched
      </p>
    </Part>
  );
}

function Tests({ tests }: { tests: TakenTest[] }) {
  const { institute } = useClassroom();
  if (tests.length === 0) return null;
  return (
    <Part id="tests" title="Practice tests">
      <ul className={styles.list}>
        {tests.map(({ collectionId, name, topic, best, times, takenAt, isFinal }) => (
          <li key={`${collectionId} ${topic}`}>
            <span>
              <Link
                to={`/mcq/test/${encodeURIComponent(collectionId)}/${encodeURIComponent(topic)}`}
                className={styles.test}
              >
                {name}: {topic}
              </Link>
            </span>
            <span className={styles.about}>
              Best result {best} %, taken {times === 1 ? "once" : `${times} times`}, last on{" "}
              {formatDay(takenAt, institute)}
            </span>
            {isFinal ? <Tag look="sea">Final test</Tag> : null}
          </li>
        ))}
      </ul>
    </Part>
  );
}

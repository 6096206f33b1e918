import type { CertificateProgress } from "@shoreline/contract";
import { Link } from "react-router";
import { formatDay, formatRupees } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { Notice } from "../../ui/message.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import * as styles from "./progress.module.css";

type Props = { progress: CertificateProgress[]; timeZone: string };

/** Progress towards the next certificates. */
export function ProgressList({ progress, timeZone }: Props) {
  if (progress.length === 0) return null;
  return (
    <section aria-labelledby="on-the-way" className="mt-4 grid gap-4">
      <ListHead id="on-the-way" count={progress.length} title="Progress towards a certificate" />
      <ul className={styles.list}>
        {progress.map((course) => (
          <li key={course.courseId}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h3>{course.courseName}</h3>
              <MoreLink to={`/dashboard/schedule/${encodeURIComponent(course.courseId)}`}>
                Classes <Icon name="arrow" />
              </MoreLink>
            </div>
            {course.classes > 0 ? (
              <>
                <ProgressBar
                  max={course.needed}
                  value={course.attended}
                  label={`${course.courseName}: classes attended out of the classes needed`}
                />
                <p>
                  <b>
                    {course.attended} of {course.classes}
                  </b>{" "}
                  classes attended, {course.needed} needed
                  {course.classes > course.over ? `, ${course.classes - course.over} left` : ""}
                </p>
              </>
            ) : null}
            <Work course={course} />
            <p className="text-s text-ink-2">{nextStep(course, timeZone)}</p>
            {course.isNamePrintable ? null : <NameNotice />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the course asks for besides classes. */
function Work({ course: { homework, test, overdueInPaise } }: { course: CertificateProgress }) {
  return (
    <>
      {homework && homework.set > 0 ? (
        <p>
          <b>
            {homework.done} of {homework.needed}
          </b>{" "}
          homework done
        </p>
      ) : null}
      {test ? (
        <p>
          <b>{test.best === null ? "Not taken" : `${test.best} of ${test.percent} %`}</b> final test:{" "}
          <Link to={`/mcq/test/${encodeURIComponent(test.collectionId)}/${encodeURIComponent(test.topic)}`}>
            {test.topic}
          </Link>
        </p>
      ) : null}
      {overdueInPaise > 0 ? (
        <Notice look="wrong">
          <Icon name="warn" />
          <span>
            {formatRupees(overdueInPaise / 100)} is overdue and must be paid first.{" "}
            <Link to="/dashboard/purchasehistory">See your payments</Link>
          </span>
        </Notice>
      ) : null}
    </>
  );
}

function nextStep(course: CertificateProgress, timeZone: string) {
  const { classes, over, attended, needed, lastEndsAt, isReachable } = course;
  if (classes === 0 || !lastEndsAt) return "The classes of your batch are being planned.";
  const end = formatDay(lastEndsAt, { timeZone });
  if (over === classes)
    return attended >= needed
      ? afterClasses(course)
      : "The classes are over, and you attended too few of them. Please contact us: we may be able to help.";
  if (!isReachable) return "Too few classes are left. Please contact us: we may be able to help.";
  if (attended >= needed)
    return `You have attended enough classes. You get your certificate after the last class, on ${end}.`;
  return `Attend at least ${needed - attended} more. The last class is on ${end}.`;
}

function afterClasses({ homework, test, overdueInPaise, isIssuedByStaff }: CertificateProgress) {
  if (test && (test.best ?? -1) < test.percent)
    return `All classes are over. Pass the final test with ${test.percent} %.`;
  if (homework && homework.done < homework.needed)
    return "All classes are over, and some homework is missing. Please talk to your trainer.";
  if (overdueInPaise > 0) return "All classes are over. Your certificate follows your payment.";
  return isIssuedByStaff
    ? "All classes are over. We will issue your certificate soon."
    : "All classes are over. Your certificate will be issued within an hour.";
}

function NameNotice() {
  return (
    <Notice look="wrong">
      <Icon name="warn" />
      <span>
        We cannot print your name as it is. Please enter it in Latin, Tamil or Devanagari letters in{" "}
        <Link to="/dashboard/editprofile">Edit Profile</Link>. Your certificate will follow within an hour.
      </span>
    </Notice>
  );
}

import type { StaffToday, TodayEntries, TodayEntry, TodaysClass } from "@shoreline/contract";
import { Link } from "react-router";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatClock, formatWhen } from "../when.ts";
import { counted, foldedText, isBefore, isRunning, splitClasses } from "./today-figures.ts";
import * as styles from "./today-lists.module.css";
import { TodaySection } from "./today-section.tsx";

type Part<Name extends keyof StaffToday> = NonNullable<StaffToday[Name]>;

/** `isOwn`: all of them are taught by who looks, so rows name nobody. */
type Classes = { classes: Part<"classes">; now: string; isOwn: boolean };

/** Those that run or come next; a long day keeps the others folded. */
export function ClassesToday({ classes, isMore, now, isOwn }: Classes & { isMore: boolean }) {
  const { shown, folded } = splitClasses(classes, now);
  return (
    <TodaySection part="classes" count={classes.length} isMore={isMore} isOwn={isOwn}>
      {shown.length > 0 ? <ClassTable name="Classes today" {...{ classes: shown, now, isOwn }} /> : null}
      {folded.length > 0 ? (
        <details className={styles.folded}>
          <summary>{foldedText({ classes: folded, now, isAll: shown.length === 0 })}</summary>
          <ClassTable name="More classes today" {...{ classes: folded, now, isOwn }} />
        </details>
      ) : null}
    </TodaySection>
  );
}

function ClassTable({ name, classes, now, isOwn }: Classes & { name: string }) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          <th>Time</th>
          <th>Class</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {classes.map((one) => (
          <ClassRow key={one.classId} {...{ one, now, isOwn }} />
        ))}
      </tbody>
    </table>
  );
}

function ClassRow({ one, now, isOwn }: { one: TodaysClass; now: string; isOwn: boolean }) {
  const { startsAt, endsAt, topic, trainer, learners, isYours, linkProblem } = one;
  return (
    <tr className={table.row}>
      <td className={styles.when}>{formatClock(startsAt)}</td>
      <td className={styles.wide}>
        <ClassName one={one} />
        {isYours && !isOwn ? <span className={styles.yours}>Yours</span> : null}
        <span className={`${styles.sub} ${styles.topic}`} title={topic}>
          {topic}
        </span>
        <span className={styles.sub}>
          {isOwn ? null : <>{trainer ?? <StatusMark shape="act">No trainer</StatusMark>}, </>}
          {counted(learners, "learner") || (isOwn ? "No learners yet" : "no learners")}
        </span>
        {linkProblem && isBefore(now, endsAt) ? <span className={styles.sub}>{linkProblem}</span> : null}
      </td>
      <td className={styles.state}>
        <ClassState one={one} now={now} />
      </td>
    </tr>
  );
}

/** A link to the page of the class, for who may open it. */
export function ClassName({ one: { classId, course, isYours } }: { one: TodaysClass }) {
  const me = useMe();
  const mayOpen = may(me, "teach classes") && (isYours || may(me, "change timetable"));
  return mayOpen ? (
    <Link to={`/staff/classes/${classId}`} className={table.name}>
      {course}
    </Link>
  ) : (
    <b>{course}</b>
  );
}

export function ClassState({ one, now }: { one: TodaysClass; now: string }) {
  if (!isBefore(now, one.endsAt)) return <StatusMark shape="past">Over</StatusMark>;
  if (!one.hasLink) return <StatusMark shape="act">No link</StatusMark>;
  if (isRunning(one, now)) return <StatusMark shape="going">Running</StatusMark>;
  return <StatusMark shape="done">Ready</StatusMark>;
}

export type EntryPart = "payments" | "failed" | "expiring";

/** The first of a list. */
export function EntryList({ part, list, now }: { part: EntryPart; list: TodayEntries; now: string }) {
  return (
    <TodaySection part={part} count={list.count} isMore={list.isMore}>
      <ul className={styles.list}>
        {list.entries.map((entry) => (
          <li key={entry.entryId}>
            <span>
              <EntryText entry={entry} />
              {entry.reason ? <span className={styles.sub}>{entry.reason}</span> : null}
            </span>
            {entry.at ? (
              <span className={part === "expiring" && isBefore(entry.at, now) ? styles.late : table.moment}>
                {formatWhen(entry.at, new Date(now))}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </TodaySection>
  );
}

/** Data without a backup is in danger: its line is marked. */
export function EntryText({ entry: { kind, text, reason } }: { entry: TodayEntry }) {
  if (kind === "backup")
    return (
      <span className={styles.act}>
        <StatusMark shape="act">{text}</StatusMark>
      </span>
    );
  return reason ? <b>{text}</b> : text;
}

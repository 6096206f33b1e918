import type { TaughtClass } from "@shoreline/contract";
import { Link } from "react-router";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatClock, wholeParts } from "../when.ts";
import * as styles from "./class-table.module.css";
import { stateMarks } from "./class-words.ts";
import { hasRoll, stateOf } from "./roll.ts";

export function ClassTable({ classes, now }: { classes: TaughtClass[]; now: string }) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Classes</caption>
      <thead>
        <tr>
          <th>When</th>
          <th>Class</th>
          <th>Topic</th>
          <th>Trainer</th>
          <th className={table.end}>There</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {classes.map((one) => (
          <ClassRow key={one.classId} one={one} now={now} />
        ))}
      </tbody>
    </table>
  );
}

const nobody = { shape: "past", text: "Over" } as const;

function ClassRow({ one, now }: { one: TaughtClass; now: string }) {
  const state = stateOf(one, new Date(now));
  const isEmpty = one.learners === 0;
  // Without learners there is nothing to finish.
  const { shape, text } = isEmpty && state === "over" ? nobody : stateMarks[state];
  const topic = one.topicHeld || one.topic;
  return (
    <tr className={table.row}>
      <td className={`${table.moment} ${styles.when}`}>
        {wholeParts(one.startsAt).day}, {formatClock(one.startsAt)}
      </td>
      <td className={styles.name}>
        <Link to={`/staff/classes/${one.classId}`} className={table.name} data-row={one.classId}>
          {one.course}, class {one.number} of {one.classes}
        </Link>
        <span className={styles.batch}>{one.batch}</span>
      </td>
      <td className={`${table.dim} ${styles.topic}`} title={topic}>
        {topic}
      </td>
      <td className={styles.trainer}>{one.trainer || <StatusMark shape="act">No trainer</StatusMark>}</td>
      <td className={`${table.end} ${styles.there}`}>
        {hasRoll(state) && !isEmpty ? `${one.present} of ${one.learners}` : one.learners}
      </td>
      <td className={styles.state}>
        <StatusMark shape={shape}>{text}</StatusMark>
      </td>
    </tr>
  );
}

import type { TaughtClass } from "@shoreline/contract";
import { Link } from "react-router";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatClock, wholeParts } from "../when.ts";
import * as styles from "./class-table.module.css";
import { counted, stateMarks } from "./class-words.ts";
import { hasRoll, stateOf } from "./roll.ts";

type Props = { name: string; classes: TaughtClass[]; now: string; isToday: boolean };

export function ClassTable({ name, classes, now, isToday }: Props) {
  // Who sees only their own classes knows the trainer.
  const hasTrainer = classes.some(({ isYours }) => !isYours);
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          <th>When</th>
          <th>Class</th>
          <th>Topic</th>
          {hasTrainer ? <th>Trainer</th> : null}
          <th className={table.end}>Learners</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {classes.map((one) => (
          <ClassRow key={one.classId} {...{ one, now, isToday, hasTrainer }} />
        ))}
      </tbody>
    </table>
  );
}

const nobody = { shape: "past", text: "Over" } as const;

type RowProps = { one: TaughtClass; now: string; isToday: boolean; hasTrainer: boolean };

function ClassRow({ one, now, isToday, hasTrainer }: RowProps) {
  const state = stateOf(one, new Date(now));
  const isEmpty = one.learners === 0;
  // Without learners there is nothing to finish.
  const { shape, text } = isEmpty && state === "over" ? nobody : stateMarks[state];
  const topic = one.topicHeld || one.topic;
  return (
    <tr className={table.row}>
      <td className={`${table.moment} ${styles.when}`}>
        {isToday ? "" : `${wholeParts(one.startsAt).day}, `}
        {formatClock(one.startsAt)}
      </td>
      <td className={styles.name}>
        <Link to={`/staff/classes/${one.classId}`} className={table.name} data-row={one.classId}>
          {one.course}, class {one.number} of {one.classes}
        </Link>
        {one.batch ? <span className={styles.batch}>{one.batch}</span> : null}
      </td>
      <td className={`${table.dim} ${styles.topic}`} title={topic}>
        {topic}
      </td>
      {hasTrainer ? (
        <td className={styles.trainer}>{one.trainer || <StatusMark shape="act">No trainer</StatusMark>}</td>
      ) : null}
      <td className={`${table.end} ${styles.there}`}>
        {isEmpty
          ? "No learners"
          : hasRoll(state)
            ? `${one.present} of ${one.learners} present`
            : counted(one.learners, "learner")}
      </td>
      <td className={styles.state}>
        <StatusMark shape={shape}>{text}</StatusMark>
      </td>
    </tr>
  );
}

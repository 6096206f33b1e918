import type { BatchLine } from "@shoreline/contract";
import { patternName } from "@shoreline/domain/weekly";
import { Link } from "react-router";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./batch-table.module.css";
import { dayText, seatsText, stateNames, stateShapes } from "./batch-words.ts";

export function BatchTable({ batches }: { batches: BatchLine[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.batches}`}>
      <caption className="sr-only">Batches</caption>
      <thead>
        <tr>
          <th>Course</th>
          <th>Pattern</th>
          <th>Trainer</th>
          <th>State</th>
          <th className={table.end}>Learners</th>
          <th>First class</th>
          <th>Last class</th>
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => (
          <BatchRow key={batch.id} batch={batch} />
        ))}
      </tbody>
    </table>
  );
}

function BatchRow({ batch }: { batch: BatchLine }) {
  const { id, state, courseName, name, pattern, trainer, room, waiting, startsAt, endsAt } = batch;
  const to = state === "draft" ? `/staff/batches/draft/${id}` : `/staff/batches/${id}`;
  return (
    <tr className={table.row}>
      <td className={styles.course}>
        <Link to={to} className={table.name} data-row={id}>
          {courseName}
        </Link>
        <span className={styles.more}>{name}</span>
      </td>
      <td className={styles.pattern}>{pattern.length > 0 ? patternName(pattern) : "No days yet"}</td>
      <td className={styles.trainer}>
        {trainer || "Nobody yet"}
        {room ? <span className={styles.more}>{room}</span> : null}
      </td>
      <td className={styles.state}>
        <StatusMark shape={stateShapes[state]}>{stateNames[state]}</StatusMark>
      </td>
      <td className={`${table.end} ${styles.seats}`}>
        {state === "draft" ? "" : seatsText(batch)}
        {waiting > 0 ? <span className={styles.more}>{waiting} waiting</span> : null}
      </td>
      <td className={`${table.moment} ${styles.first}`}>{startsAt ? dayText(startsAt) : "No day yet"}</td>
      <td className={`${table.moment} ${styles.last}`}>{endsAt ? dayText(endsAt) : ""}</td>
    </tr>
  );
}

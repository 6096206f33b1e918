import type { StaffWebinar } from "@shoreline/contract";
import { Link } from "react-router";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { wholeParts } from "../when.ts";
import * as styles from "./webinar-table.module.css";
import { isLinkMissing, webinarStates } from "./webinar-words.ts";

export function WebinarTable({ webinars }: { webinars: StaffWebinar[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.webinars}`}>
      <caption className="sr-only">Webinars, the latest first</caption>
      <thead>
        <tr>
          <th>Title</th>
          <th aria-sort="descending">When</th>
          <th>State</th>
          <th className={table.end}>Registered</th>
          <th className={table.end}>Attended</th>
        </tr>
      </thead>
      <tbody>
        {webinars.map((webinar) => (
          <WebinarRow key={webinar.webinarId} webinar={webinar} />
        ))}
      </tbody>
    </table>
  );
}

function WebinarRow({ webinar }: { webinar: StaffWebinar }) {
  const { webinarId, title, startsAt, state, registered, seats, attended } = webinar;
  const { shape, text } = webinarStates[state];
  return (
    <tr className={styles.row}>
      <td className={styles.title}>
        <Link to={`/staff/webinars/${webinarId}`} className={styles.name} data-row={webinarId}>
          {title}
        </Link>
      </td>
      <td className={`${table.moment} ${styles.when}`}>
        <When iso={startsAt} />
      </td>
      <td className={styles.state}>
        {isLinkMissing(webinar) ? (
          <StatusMark shape="act">Link missing</StatusMark>
        ) : (
          <StatusMark shape={shape}>{text}</StatusMark>
        )}
      </td>
      <td className={`${table.end} ${styles.number}`}>
        {registered}
        <span className={table.dim}>{seats === null ? "" : ` / ${seats}`}</span>
        <span className={styles.unit}> registered</span>
      </td>
      <td className={`${table.end} ${styles.number} ${styles.attended}`}>{state === "upcoming" ? "" : attended}</td>
    </tr>
  );
}

/** A phone has no room for the zone, nor for a year that everybody knows. */
function When({ iso }: { iso: string }) {
  const { day, year, time, zone, isThisYear } = wholeParts(iso);
  return (
    <>
      {day}
      <span className={isThisYear ? styles.deskOnly : undefined}> {year}</span>, {time}
      <span className={styles.deskOnly}> {zone}</span>
    </>
  );
}

import type { StaffRegistrant } from "@shoreline/contract";
import type { ChangeEvent } from "react";
import { Link } from "react-router";
import { IconButton } from "../controls.tsx";
import type { LeadSelection } from "../leads/lead-selection.ts";
import { PageCheckbox } from "../leads/page-checkbox.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatClock, formatWhen } from "../when.ts";
import { numberText } from "../words.ts";
import * as styles from "./registrant-table.module.css";
import { attendanceMark, type Said } from "./webinar-words.ts";

type Shared = { selection: LeadSelection; onMark(seatIds: string[], attended: Said): void };

export function RegistrantTable({ registrants, ...shared }: Shared & { registrants: StaffRegistrant[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.registrants}`}>
      <caption className="sr-only">Registrants, the newest first</caption>
      <thead>
        <tr>
          <th className={table.check}>
            <PageCheckbox selection={shared.selection} />
          </th>
          <th>Name</th>
          <th>Number</th>
          <th>E-mail address</th>
          <th aria-sort="descending">Registered</th>
          <th>Attendance</th>
          <th>
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {registrants.map((registrant) => (
          <RegistrantRow key={registrant.seatId} registrant={registrant} {...shared} />
        ))}
      </tbody>
    </table>
  );
}

function RegistrantRow({ registrant, selection, onMark }: Shared & { registrant: StaffRegistrant }) {
  const { seatId, name, number, email, takenAt, joinedAt, attendance, isPaid, isUnsubscribed } = registrant;
  // Staff may have said that somebody who joined was not there.
  const seenAt = attendance === "attended" ? joinedAt : null;
  const { shape, text } = attendanceMark(registrant);
  const isChosen = selection.isChosen(seatId);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const isRange = (event.nativeEvent as MouseEvent).shiftKey;
    isRange ? selection.chooseRange(seatId) : selection.toggle(seatId);
  };
  return (
    <tr className={table.row} data-chosen={isChosen}>
      <td className={table.check}>
        <input type="checkbox" aria-label={`Choose ${name}`} checked={isChosen} onChange={choose} />
      </td>
      <td className={styles.who}>
        <Name registrant={registrant} />
        {isPaid ? <span className={styles.note}>paid</span> : null}
      </td>
      <td className={styles.number}>{numberText(number)}</td>
      <td className={styles.email} title={email}>
        {email}
        {isUnsubscribed ? <span className={styles.note}>unsubscribed</span> : null}
      </td>
      <td className={`${table.moment} ${styles.taken}`}>{formatWhen(takenAt)}</td>
      <td className={styles.attendance}>
        <StatusMark shape={shape}>{text}</StatusMark>
        {seenAt ? <span className={styles.note}>joined {formatClock(seenAt)}</span> : null}
      </td>
      <td className={`${table.end} ${styles.more}`}>
        <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${name}`} />}>
          <MenuAction onChoose={() => onMark([seatId], true)}>Mark as attended</MenuAction>
          <MenuAction onChoose={() => onMark([seatId], false)}>Mark as missed</MenuAction>
          <MenuAction onChoose={() => onMark([seatId], null)}>Take the mark back</MenuAction>
        </Menu>
      </td>
    </tr>
  );
}

/** Leads to the lead. A learner who has bought a course is none. */
function Name({ registrant: { leadId, seatId, name } }: { registrant: StaffRegistrant }) {
  if (!leadId)
    return (
      <span className={table.name} data-row={seatId} tabIndex={-1}>
        {name}
      </span>
    );
  return (
    <Link to={`/staff/leads?lead=${leadId}`} className={table.name} data-row={seatId}>
      {name}
    </Link>
  );
}

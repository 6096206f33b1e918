import type { OutstandingDue } from "@shoreline/contract";
import { Link } from "react-router";
import { formatDate } from "../../lib/format.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./due-table.module.css";
import { automaticNames, lateText, rupeesOf } from "./due-words.ts";

export function DueTable({ dues }: { dues: OutstandingDue[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.dues}`}>
      <caption className="sr-only">Outstanding dues, the oldest first</caption>
      <thead>
        <tr>
          <th>Learner</th>
          <th>Course</th>
          <th>State</th>
          <th>Reminders</th>
          <th aria-sort="ascending">Due on</th>
          <th className={table.end}>Amount</th>
        </tr>
      </thead>
      <tbody>
        {dues.map((due) => (
          <DueRow key={due.dueId} due={due} />
        ))}
      </tbody>
    </table>
  );
}

function DueRow({ due }: { due: OutstandingDue }) {
  const { dueId, saleId, learner, course, number, count, amountInPaise, dueOn, daysLate, reminders, automatic } = due;
  return (
    <tr className={table.row}>
      <td className={styles.learner}>
        <Link to={`/staff/dues/${saleId}`} className={table.name} data-row={dueId}>
          {learner}
        </Link>
      </td>
      <td className={styles.course}>
        {course}
        {count > 1 ? <span className={table.dim}>{`, part ${number} of ${count}`}</span> : null}
      </td>
      <td className={styles.state}>
        <StatusMark shape={due.isBoughtElsewhere || daysLate > 0 ? "act" : "begun"}>{stateText(due)}</StatusMark>
        {automatic ? <span className={table.dim}>{`, ${automaticNames[automatic]}`}</span> : null}
      </td>
      <td className={styles.reminders}>{reminders === 0 ? "none" : reminders}</td>
      <td className={`${table.moment} ${styles.when}`}>{formatDate(dueOn)}</td>
      <td className={`${table.end} ${styles.amount}`}>{rupeesOf(amountInPaise)}</td>
    </tr>
  );
}

function stateText(due: OutstandingDue): string {
  if (due.isBoughtElsewhere) return "bought on the website";
  return due.isOnHold && due.daysLate > 0 ? `${lateText(due)}, on hold` : lateText(due);
}

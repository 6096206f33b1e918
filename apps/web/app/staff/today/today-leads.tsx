import type { Lead, StaffToday } from "@shoreline/contract";
import { Link } from "react-router";
import { leadSourceText, leadStatusShape, leadStatusText } from "../leads/lead-words.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatClock, formatWhen } from "../when.ts";
import { numberText } from "../words.ts";
import { callsDueAddress, isBefore, newEnquiriesAddress } from "./today-figures.ts";
import * as styles from "./today-lists.module.css";
import { TodaySection } from "./today-section.tsx";

type Leads = NonNullable<StaffToday["calls"]>;

export function CallsDue({ calls, now }: { calls: Leads; now: string }) {
  return (
    <TodaySection part="calls" count={calls.count} isMore={calls.isMore}>
      <table className={`${table.table} ${table.rows}`}>
        <caption className="sr-only">Calls due</caption>
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>Asked about</th>
            <th>Status</th>
            <th>Number</th>
          </tr>
        </thead>
        <tbody>
          {calls.leads.map((lead) => (
            <CallRow key={lead.leadId} lead={lead} now={now} />
          ))}
        </tbody>
      </table>
    </TodaySection>
  );
}

function CallRow({ lead, now }: { lead: Lead; now: string }) {
  const { nextCallAt, interest, status, number } = lead;
  return (
    <tr className={table.row}>
      <td className={styles.when}>{nextCallAt ? <CallTime at={nextCallAt} now={now} /> : null}</td>
      <td className={styles.second}>
        <LeadLink lead={lead} list={callsDueAddress} />
      </td>
      <td className={`${table.dim} ${styles.about} ${styles.deskOnly}`}>{interest}</td>
      <td className={styles.state}>
        <StatusMark shape={leadStatusShape[status]}>{leadStatusText[status]}</StatusMark>
      </td>
      <td className={styles.end}>
        {number ? (
          <a href={`tel:${number}`} className={styles.number}>
            {numberText(number)}
          </a>
        ) : null}
      </td>
    </tr>
  );
}

function CallTime({ at, now }: { at: string; now: string }) {
  if (!isBefore(at, now)) return formatClock(at);
  return (
    <span className={styles.late}>
      {formatWhen(at, new Date(now))}
      <span className="sr-only">, late</span>
    </span>
  );
}

export function NewEnquiries({ enquiries, now }: { enquiries: Leads; now: string }) {
  return (
    <TodaySection part="enquiries" count={enquiries.count} isMore={enquiries.isMore}>
      <table className={`${table.table} ${table.rows}`}>
        <caption className="sr-only">New enquiries</caption>
        <thead>
          <tr>
            <th>Who</th>
            <th>From</th>
            <th>Asked about</th>
            <th>Received</th>
          </tr>
        </thead>
        <tbody>
          {enquiries.leads.map((lead) => (
            <tr key={lead.leadId} className={table.row}>
              <td>
                <LeadLink lead={lead} list={newEnquiriesAddress} />
              </td>
              <td className={`${table.dim} ${styles.end} ${styles.when}`}>{leadSourceText[lead.source]}</td>
              <td className={styles.about}>{lead.interest}</td>
              <td className={`${table.moment} ${styles.end}`}>{formatWhen(lead.cameAt, new Date(now))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TodaySection>
  );
}

/** Opens the lead in its list, so that the next one is a key away. */
function LeadLink({ lead: { leadId, name }, list }: { lead: Lead; list: string }) {
  return (
    <Link to={`${list}&lead=${leadId}`} className={`${table.name} ${styles.name}`} data-row={leadId}>
      {name}
    </Link>
  );
}

import type { LeadEvent } from "@shoreline/contract";
import type { LeadEventKind } from "@shoreline/domain/inbox";
import { StaffIcon } from "../icon.tsx";
import { formatWhen, formatWhole } from "../when.ts";
import { capitalise } from "../words.ts";
import * as styles from "./lead-timeline.module.css";
import { leadSourceIcon, pageText } from "./lead-words.ts";

/** As many as the server sends. */
const mostEvents = 200;

/** What the person sent and what staff did, newest first. */
export function LeadTimeline({ events }: { events: LeadEvent[] }) {
  return (
    <div>
      <h3>History</h3>
      {events.length === 0 ? <p>Nothing yet.</p> : null}
      <ol className={styles.timeline}>
        {events.map((event) => (
          <Entry key={event.eventId} event={event} />
        ))}
      </ol>
      {events.length >= mostEvents ? <p>Older entries are not shown.</p> : null}
    </div>
  );
}

function Entry({ event: { at, kind, text, facts, who } }: { event: LeadEvent }) {
  const { icon, title } = kinds[kind];
  const channelIcon = kind === "message" && facts.By ? channelIcons[facts.By] : undefined;
  const more = Object.entries(facts);
  return (
    <li>
      <span className={styles.icon} data-staff={who !== null}>
        <StaffIcon name={channelIcon ?? icon} />
      </span>
      <span>
        <b>{title}</b>
        {who ? `, ${who}` : null}
      </span>
      <time dateTime={at} title={formatWhole(at)}>
        {formatWhen(at)}
      </time>
      {text ? <p>{readable(kind, text)}</p> : null}
      {more.length > 0 ? (
        <dl>
          {more.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{label === "Page" ? pageText(value) : value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

/** Moments and states are kept as the product writes them. */
function readable(kind: LeadEventKind, text: string): string {
  if (kind === "next call" && text !== "none") return formatWhole(text);
  return kind === "status" || kind === "next call" || kind === "owner" ? capitalise(text) : text;
}

/** What the product sent, by the channel that the server names. */
const channelIcons: Record<string, string> = { "E-mail": "mail", SMS: "phone", WhatsApp: "chat" };

const kinds: Record<LeadEventKind, { icon: string; title: string }> = {
  popup: { icon: leadSourceIcon.popup, title: "Sent the popup enquiry" },
  contact: { icon: leadSourceIcon.contact, title: "Sent the contact form" },
  syllabus: { icon: leadSourceIcon.syllabus, title: "Downloaded a syllabus" },
  webinar: { icon: leadSourceIcon.webinar, title: "Registered for a webinar" },
  alert: { icon: leadSourceIcon.alert, title: "Asked for a course alert" },
  subscription: { icon: leadSourceIcon.subscription, title: "Subscribed to the newsletter" },
  test: { icon: leadSourceIcon.test, title: "Took a test" },
  hand: { icon: leadSourceIcon.hand, title: "Added by hand" },
  import: { icon: leadSourceIcon.import, title: "Came with an import" },
  api: { icon: leadSourceIcon.api, title: "Came by the API" },
  purchase: { icon: "check", title: "Bought a course" },
  note: { icon: "pencil", title: "Note" },
  call: { icon: "phone", title: "Called" },
  whatsapp: { icon: "chat", title: "Wrote on WhatsApp" },
  mail: { icon: "mail", title: "Sent a mail" },
  status: { icon: "check", title: "Changed the status" },
  owner: { icon: "person", title: "Changed the owner" },
  "next call": { icon: "clock", title: "Changed the next call" },
  details: { icon: "pencil", title: "Changed the details" },
  merged: { icon: "people", title: "Merged two leads" },
  unmerged: { icon: "people", title: "Separated two leads" },
  spam: { icon: "warn", title: "Changed the spam mark" },
  message: { icon: "chat", title: "Message" },
  notification: { icon: "bell", title: "Notification in the portal" },
};

import type { LeadEvent } from "@shoreline/contract";
import { isCancelled, stateOf } from "@shoreline/domain/webinar";
import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { leadEvent } from "../../db/tables/inbox.ts";
import { notification, sentMail, sentMessage } from "../../db/tables/notification.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import type { LeadRow } from "./row.ts";

const mostLines = 200;
const product = "The system";

/** What the person sent, what staff did, and what the product sent to the person: newest first. */
export async function readHistory(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, email, number, learnerId }: LeadRow,
): Promise<LeadEvent[]> {
  const parts = await Promise.all([
    listEvents(db, id),
    listAttendance(db, id, clock.now()),
    listMails(db, givenBy(id, { own: sql`lower(${email}::text)`, given: sql`lower(email)` })),
    listMessages(db, givenBy(id, { own: sql`${number}::text`, given: sql`number` })),
    learnerId ? listNotifications(db, learnerId) : [],
  ]);
  // Lines of one moment keep their order: the sort is stable.
  return parts
    .flat()
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, mostLines)
    .map(({ at, ...line }) => ({ ...line, at: at.toISOString() }));
}

/** All addresses or numbers that the person has given, also those of leads that were merged into this one. */
function givenBy(leadId: string, { own, given }: { own: SQL; given: SQL }): SQL {
  return sql`any(array(
    select ${own} union (select ${given} from lead_event where lead_id = ${leadId} and ${given} is not null limit ${mostLines})
  ))`;
}

type Line = Omit<LeadEvent, "at"> & { at: Date };

async function listEvents(db: Db, leadId: string): Promise<Line[]> {
  const rows = await db
    .select()
    .from(leadEvent)
    .where(eq(leadEvent.leadId, leadId))
    .orderBy(desc(leadEvent.at), desc(leadEvent.id))
    .limit(mostLines);
  return rows.map(({ id, at, kind, text, facts, who }) => ({ eventId: String(id), at, kind, text, facts, who }));
}

/** Whether the person came to the webinars: as staff marked it, or else as the join page saw it. */
async function listAttendance(db: Db, leadId: string, now: Date): Promise<Line[]> {
  const { id, attended, joinedAt } = webinarSeat;
  const { title, startAt, durationInMinutes: minutes, isComplete } = webinar;
  const ids = db
    .select({ id: sql`substr(${leadEvent.sourceRow}, length('webinar_seat ') + 1)::uuid` })
    .from(leadEvent)
    .where(and(eq(leadEvent.leadId, leadId), eq(leadEvent.kind, "webinar"), isSeat));
  const rows = await db
    .select({ id, attended, joinedAt, title, startAt, minutes, isComplete })
    .from(webinarSeat)
    .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
    .where(and(sql`${webinarSeat.id} = any(array(${ids}))`, isNotNull(webinarSeat.confirmedAt)))
    .limit(mostLines);
  return rows.flatMap((seat) => {
    const isOver = stateOf(seat, now) === "over" && !isCancelled(seat, now);
    const came = seat.attended ?? (seat.joinedAt ? true : isOver ? false : null);
    if (came === null) return [];
    const text = `${came ? "Attended" : "Missed"} the webinar ${seat.title}`;
    // Staff may have marked it before its time.
    const at = seat.joinedAt ?? (seat.startAt < now ? seat.startAt : now);
    return [{ eventId: `attendance ${seat.id}`, at, kind: "webinar", who: null, text, facts: {} }];
  });
}

const isSeat = sql`${leadEvent.sourceRow} like 'webinar\\_seat %'`;

/** Mails of the product. */
async function listMails(db: Db, addresses: SQL): Promise<Line[]> {
  const rows = await db
    .select()
    .from(sentMail)
    .where(sql`lower(${sentMail.email}) = ${addresses}`)
    .orderBy(desc(sentMail.sentAt))
    .limit(mostLines);
  return rows.map(({ jobId, subject, sentAt }) => ({
    ...{ eventId: `mail ${jobId}`, at: sentAt, kind: "message", who: product, text: subject, facts: { By: "E-mail" } },
  }));
}

/** Text and WhatsApp messages. Their words are not kept, only the name of the template. */
async function listMessages(db: Db, numbers: SQL): Promise<Line[]> {
  const rows = await db
    .select()
    .from(sentMessage)
    .where(sql`${sentMessage.number} = ${numbers}`)
    .orderBy(desc(sentMessage.sentAt))
    .limit(mostLines);
  return rows.map(({ id, channel, template, state, reason, sentAt }) => ({
    ...{ eventId: `message ${id}`, at: sentAt, kind: "message", who: product },
    text: capitalise(template.replaceAll("-", " ")),
    facts: {
      By: channel === "sms" ? "SMS" : "WhatsApp",
      State: state === "failed" ? `Failed: ${reason ?? "the provider gave no reason"}` : capitalise(state),
    },
  }));
}

async function listNotifications(db: Db, learnerId: string): Promise<Line[]> {
  const rows = await db
    .select()
    .from(notification)
    .where(eq(notification.learnerId, learnerId))
    .orderBy(desc(notification.sentAt))
    .limit(mostLines);
  return rows.map(({ id, title, sentAt, readAt }) => ({
    ...{ eventId: `notification ${id}`, at: sentAt, kind: "notification", who: product },
    ...{ text: title, facts: { State: readAt ? "Read" : "Not read yet" } },
  }));
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

import type { LeadEvent } from "@shoreline/contract";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { leadEvent } from "../../db/tables/inbox.ts";
import { notification, sentMail, sentMessage } from "../../db/tables/notification.ts";
import type { LeadRow } from "./collect.ts";

const mostLines = 200;
const product = "The system";

/** What the person sent, what staff did, and what the product sent to the person: newest first. */
export async function readHistory(db: Db, { id, email, number, learnerId }: LeadRow): Promise<LeadEvent[]> {
  const parts = await Promise.all([
    listEvents(db, id),
    email ? listMails(db, email) : [],
    number ? listMessages(db, number) : [],
    learnerId ? listNotifications(db, learnerId) : [],
  ]);
  // Lines of one moment keep their order: the sort is stable.
  return parts
    .flat()
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, mostLines)
    .map(({ at, ...line }) => ({ ...line, at: at.toISOString() }));
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

/** Mails of the product. */
async function listMails(db: Db, email: string): Promise<Line[]> {
  const rows = await db
    .select()
    .from(sentMail)
    .where(sql`lower(${sentMail.email}) = lower(${email})`)
    .orderBy(desc(sentMail.sentAt))
    .limit(mostLines);
  return rows.map(({ jobId, subject, sentAt }) => ({
    ...{ eventId: `mail ${jobId}`, at: sentAt, kind: "message", who: product, text: subject, facts: { By: "E-mail" } },
  }));
}

/** Text and WhatsApp messages. Their words are not kept, only the name of the template. */
async function listMessages(db: Db, number: string): Promise<Line[]> {
  const rows = await db
    .select()
    .from(sentMessage)
    .where(eq(sentMessage.number, number))
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

import { Refusal } from "@shoreline/contract";
import { fillTemplate, type MergeField } from "@shoreline/domain/inbox";
import type { RegistrantGroup } from "@shoreline/domain/webinar";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { leadEvent } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { collect, lockInbox } from "../inbox/collect.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import type { WebinarRow } from "../webinar/queries.ts";
import { attendanceSql, countSeats, figuresOf } from "./count.ts";
import { webinarLetter } from "./mails.ts";
import { hasTakenPlace, isOfSeat, readStaffWebinar } from "./queries.ts";

const mostRecipients = 2000;
const stepSize = 500;

type Written = { webinarId: string; to: RegistrantGroup; subject: string; text: string; attemptId: string };
type Outcome = { sent: number; unsubscribed: number };

/** All mails are in the queue, in the histories and in the audit log, or none is. */
export async function writeToRegistrants(ctx: StaffCtx, written: Written): Promise<Outcome> {
  const { webinarId, to, subject, attemptId } = written;
  const webinar = await readStaffWebinar(ctx, webinarId);
  await limitDemoMails(ctx);
  await collect(ctx);
  return ctx.db.transaction(async (tx) => {
    // One at a time: the same attempt must not be sent twice, nor a lead be merged away from its new line.
    await lockInbox(tx);
    const before = await findAttempt(tx, { webinarId, attemptId });
    if (before) return before;
    const isPast = await hasTakenPlace(tx, webinar, ctx.clock.now());
    const { people, unsubscribed } = figuresOf(await countSeats(tx, [webinarId], { isPast })).reach[to];
    if (people > mostRecipients) throw new Refusal("TOO_MANY_RECIPIENTS");
    const recipients = await listRecipients(tx, { webinarId, to, isPast });
    if (recipients.length === 0) throw new Refusal("NOBODY_TO_WRITE_TO");
    await send(tx, ctx, { written, webinar, recipients });
    const outcome = { sent: recipients.length, unsubscribed };
    await recordChange(tx, ctx, {
      ...{ action: "Wrote to registrants", kind: "webinar", thingId: webinarId, thing: webinar.title },
      after: { to, subject, ...outcome, attemptId },
    });
    return outcome;
  });
}

/** The audit log stays, so it knows best what was sent already. */
async function findAttempt(tx: Db, { webinarId, attemptId }: Pick<Written, "webinarId" | "attemptId">) {
  const [entry] = await tx
    .select({ after: auditEntry.after })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.thingId, webinarId),
        eq(auditEntry.kind, "webinar"),
        sql`${auditEntry.after} ->> 'attemptId' = ${attemptId}`,
      ),
    )
    .limit(1);
  const { sent, unsubscribed } = (entry?.after ?? {}) as Partial<Outcome>;
  return entry ? { sent: sent ?? 0, unsubscribed: unsubscribed ?? 0 } : null;
}

type Group = { webinarId: string; to: RegistrantGroup; isPast: boolean };
type Recipient = Awaited<ReturnType<typeof listRecipients>>[number];

/** An address has one seat in a webinar, so nobody gets it twice. */
function listRecipients(tx: Db, { webinarId, to, isPast }: Group) {
  const { joinId, username, email } = webinarSeat;
  return tx
    .select({ joinId, name: username, email, leadId: leadEvent.leadId })
    .from(webinarSeat)
    .leftJoin(leadEvent, isOfSeat)
    .where(
      and(
        eq(webinarSeat.webinarId, webinarId),
        isNotNull(webinarSeat.confirmedAt),
        isNull(webinarSeat.unsubscribedAt),
        to === "everybody" ? undefined : sql`${attendanceSql({ isPast })} = ${to}`,
      ),
    )
    .orderBy(webinarSeat.takenAt, webinarSeat.id)
    .limit(mostRecipients);
}

type Sending = { written: Written; webinar: WebinarRow; recipients: Recipient[] };

async function send(tx: Db, ctx: StaffCtx, { written, webinar, recipients }: Sending): Promise<void> {
  const { staff, clock } = ctx;
  const institute = await readInstitute(tx);
  const letters = recipients.map((recipient) => {
    const values: Record<MergeField, string> = {
      ...{ name: recipient.name, "first name": recipient.name.split(" ")[0] ?? recipient.name, course: webinar.course },
      ...{ institute: institute.name, phone: institute.phone, counsellor: staff.name },
    };
    const [subject, text] = [fillTemplate(written.subject, values), fillTemplate(written.text, values)];
    return { ...recipient, subject, text };
  });
  for (let from = 0; from < letters.length; from += stepSize) {
    const step = letters.slice(from, from + stepSize);
    const mails = step.map(({ subject, text, email, joinId }) =>
      mailOf(webinarLetter, { to: email, data: { subject, text, from: staff.name, title: webinar.title, joinId } }),
    );
    await enqueueAll(tx, sendMail, mails);
    const lines = step.flatMap(({ leadId, subject, text }) =>
      leadId ? [{ leadId, text: `${subject}\n\n${text}` }] : [],
    );
    if (lines.length === 0) continue;
    const same = { kind: "mail" as const, at: clock.now(), staffId: staff.id, who: staff.name };
    await tx.insert(leadEvent).values(lines.map((line) => ({ ...same, ...line, facts: { Webinar: webinar.title } })));
  }
}

import { dueReminder, lateNoticeMs, type WebinarNoticeKind } from "@shoreline/domain/webinar";
import { eq, gt, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { findCaptured, findOrderById } from "../payment/queries.ts";
import { flag } from "../payment/settle.ts";
import { readInstitute } from "../site/queries.ts";
import { noticeMail } from "./mails.ts";

/**
 * Notifies everybody with a seat of webinars that start soon, were moved or are cancelled. Each notice is sent once, however
 * many processes run this.
 */
export async function sendNotices({ db, clock, publicUrl }: Deps): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - lateNoticeMs);
  const current = await db.select().from(webinar).where(gt(webinar.startAt, since));
  if (current.length === 0) return;
  const institute = await readInstitute(db);
  await db.transaction(async (tx) => {
    const notices: Notice[] = [];
    for (const { id: webinarId, startAt, isComplete } of current) {
      if (isComplete) {
        const cancelled = await markCancelled(tx, webinarId);
        for (const { orderId } of cancelled) if (orderId) await flagCancelled(tx, orderId, now);
        notices.push(...cancelled);
        continue;
      }
      const moved = await markMoved(tx, { webinarId, startAt });
      const due = dueReminder({ startAt, now });
      const reminded = due ? await markReminded(tx, { webinarId, startAt, ...due }) : [];
      // A seat that gets a mail about a new time needs no reminder in the same run.
      const isMoved = new Set(moved.map(({ seatId }) => seatId));
      notices.push(...moved, ...reminded.filter(({ seatId }) => !isMoved.has(seatId)));
    }
    const seats = await readSeats(tx, [...new Set(notices.map(({ seatId }) => seatId))]);
    const mails = notices.flatMap(({ seatId, ...notice }) => {
      const found = seats.get(seatId);
      return found ? [noticeMail({ ...notice, now }, { ...found, institute, publicUrl })] : [];
    });
    await enqueueAll(tx, sendMail, mails);
  });
}

type Notice = { seatId: string; kind: WebinarNoticeKind; before?: Date };
type About = { webinarId: string; startAt: Date };

/** Marks the seats that were confirmed before `since`, want reminders and have not had this one. */
async function markReminded(
  tx: Db,
  { webinarId, startAt, kind, since }: About & { kind: WebinarNoticeKind; since: Date },
): Promise<Notice[]> {
  const { rows } = await tx.execute<Notice>(sql`
    insert into webinar_news (seat_id, kind, starts_at)
    select id, ${kind}, ${startAt.toISOString()}::timestamptz from webinar_seat
    where webinar_id = ${webinarId} and unsubscribed_at is null and confirmed_at < ${since.toISOString()}::timestamptz
    on conflict do nothing
    returning seat_id as "seatId", kind`);
  return rows;
}

/** A new time goes to every confirmed seat, even to those without reminders. `starts_at` is the last time that a seat was notified of. */
async function markMoved(tx: Db, { webinarId, startAt }: About): Promise<Notice[]> {
  const { rows } = await tx.execute<{ seatId: string; before: string }>(sql`
    update webinar_seat seat set starts_at = ${startAt.toISOString()}::timestamptz
    from (
      select id, starts_at from webinar_seat
      where webinar_id = ${webinarId} and confirmed_at is not null and starts_at <> ${startAt.toISOString()}::timestamptz
      for update
    ) old
    where seat.id = old.id
    returning seat.id as "seatId", old.starts_at as before`);
  return rows.map(({ seatId, before }) => ({ seatId, kind: "moved", before: new Date(before) }));
}

/** A cancellation goes to every confirmed seat, with the start that its registrant knows. */
async function markCancelled(tx: Db, webinarId: string): Promise<(Notice & { orderId: string | null })[]> {
  const { rows } = await tx.execute<Notice & { orderId: string | null }>(sql`
    with marked as (
      insert into webinar_news (seat_id, kind, starts_at)
      select id, 'cancelled', starts_at from webinar_seat
      where webinar_id = ${webinarId} and confirmed_at is not null
      on conflict do nothing
      returning seat_id, kind
    )
    select seat_id as "seatId", kind, order_id as "orderId" from marked join webinar_seat on id = seat_id`);
  return rows;
}

/** Staff decide about the money for a seat in a cancelled webinar. The cancellation mail has notified the payer. */
async function flagCancelled(tx: Db, orderId: string, now: Date): Promise<void> {
  const order = await findOrderById(tx, orderId);
  const paid = order && (await findCaptured(tx, order));
  if (!paid) return;
  const reason = "for a webinar that was cancelled";
  await flag(tx, order, { providerPaymentId: paid.providerPaymentId, reason, now, isPayerNotified: true });
}

async function readSeats(tx: Db, ids: string[]) {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ seat: webinarSeat, webinar })
    .from(webinarSeat)
    .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
    .where(inArray(webinarSeat.id, ids));
  return new Map(rows.map((row) => [row.seat.id, row]));
}

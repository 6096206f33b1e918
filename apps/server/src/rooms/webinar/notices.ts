import { dueReminder, type WebinarNewsKind } from "@shoreline/domain/webinar";
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
 * Notifies everybody with a seat of webinars that are near, were moved or are cancelled. However often it runs, in however
 * many processes, each notice goes out once.
 */
export async function sendNotices({ db, clock, publicUrl }: Deps): Promise<void> {
  const now = clock.now();
  const ahead = await db.select().from(webinar).where(gt(webinar.startAt, now));
  if (ahead.length === 0) return;
  const institute = await readInstitute(db);
  await db.transaction(async (tx) => {
    const notices: Notice[] = [];
    for (const { id: webinarId, startAt, isComplete } of ahead) {
      if (isComplete) {
        const cancelled = await markCancelled(tx, webinarId);
        for (const { orderId } of cancelled) if (orderId) await flagCancelled(tx, orderId, now);
        notices.push(...cancelled);
        continue;
      }
      const moved = await markMoved(tx, { webinarId, startAt });
      const due = dueReminder({ startAt, now });
      const reminded = due ? await markReminded(tx, { webinarId, startAt, ...due }) : [];
      // A mail about a new time needs no reminder in the same minute.
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

type Notice = { seatId: string; kind: WebinarNewsKind; before?: Date };
type About = { webinarId: string; startAt: Date };

/** Every seat that was taken before this moment, wants reminders, and has not had this one. */
async function markReminded(
  tx: Db,
  { webinarId, startAt, kind, since }: About & { kind: WebinarNewsKind; since: Date },
): Promise<Notice[]> {
  const { rows } = await tx.execute<Notice>(sql`
    insert into webinar_news (seat_id, kind, starts_at)
    select id, ${kind}, ${startAt.toISOString()}::timestamptz from webinar_seat
    where webinar_id = ${webinarId} and unsubscribed_at is null and taken_at < ${since.toISOString()}::timestamptz
    on conflict do nothing
    returning seat_id as "seatId", kind`);
  return rows;
}

/** A change of time goes to every seat, also to those without reminders. A seat remembers the time that it was notified of last. */
async function markMoved(tx: Db, { webinarId, startAt }: About): Promise<Notice[]> {
  const { rows } = await tx.execute<{ seatId: string; before: string }>(sql`
    update webinar_seat seat set starts_at = ${startAt.toISOString()}::timestamptz
    from (
      select id, starts_at from webinar_seat
      where webinar_id = ${webinarId} and starts_at <> ${startAt.toISOString()}::timestamptz for update
    ) old
    where seat.id = old.id
    returning seat.id as "seatId", old.starts_at as before`);
  return rows.map(({ seatId, before }) => ({ seatId, kind: "moved", before: new Date(before) }));
}

/** A cancellation goes to every seat too, with the time that its holder knows. */
async function markCancelled(tx: Db, webinarId: string): Promise<(Notice & { orderId: string | null })[]> {
  const { rows } = await tx.execute<Notice & { orderId: string | null }>(sql`
    with marked as (
      insert into webinar_news (seat_id, kind, starts_at)
      select id, 'cancelled', starts_at from webinar_seat where webinar_id = ${webinarId}
      on conflict do nothing
      returning seat_id, kind
    )
    select seat_id as "seatId", kind, order_id as "orderId" from marked join webinar_seat on id = seat_id`);
  return rows;
}

/** A paid seat in a cancelled webinar: staff decide what becomes of the money. The cancellation mail tells the payer so. */
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

import { dueReminder, type WebinarNewsKind } from "@shoreline/domain/webinar";
import { eq, gt, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { newsMail } from "./mails.ts";

/** Tells of webinars that are near, were moved, or will not take place. However often and wherever it runs, everybody hears of each once. */
export async function tellOfWebinars({ db, clock, publicUrl }: Deps): Promise<void> {
  const now = clock.now();
  const ahead = await db.select().from(webinar).where(gt(webinar.startAt, now));
  if (ahead.length === 0) return;
  const institute = await readInstitute(db);
  await db.transaction(async (tx) => {
    const told: Told[] = [];
    for (const { id: webinarId, startAt, isComplete } of ahead) {
      if (isComplete) {
        told.push(...(await markCancelled(tx, webinarId)));
        continue;
      }
      const moved = await markMoved(tx, { webinarId, startAt });
      const due = dueReminder({ startAt, now });
      const reminded = due ? await markReminded(tx, { webinarId, startAt, ...due }) : [];
      // Whoever reads of a new time needs no reminder of it in the same minute.
      const justTold = new Set(moved.map(({ seatId }) => seatId));
      told.push(...moved, ...reminded.filter(({ seatId }) => !justTold.has(seatId)));
    }
    const seats = await readSeats(tx, [...new Set(told.map(({ seatId }) => seatId))]);
    const mails = told.flatMap(({ seatId, ...news }) => {
      const found = seats.get(seatId);
      return found ? [newsMail({ ...news, now }, { ...found, institute, publicUrl })] : [];
    });
    await enqueueAll(tx, "mail.send", mails);
  });
}

type Told = { seatId: string; kind: WebinarNewsKind; before?: Date };
type About = { webinarId: string; startAt: Date };

/** Everybody who had their seat before this moment, wants reminders, and has not had this one. */
async function markReminded(
  tx: Db,
  { webinarId, startAt, kind, since }: About & { kind: WebinarNewsKind; since: Date },
): Promise<Told[]> {
  const { rows } = await tx.execute<Told>(sql`
    insert into webinar_news (seat_id, kind, starts_at)
    select id, ${kind}, ${startAt.toISOString()}::timestamptz from webinar_seat
    where webinar_id = ${webinarId} and unsubscribed_at is null and taken_at < ${since.toISOString()}::timestamptz
    on conflict do nothing
    returning seat_id as "seatId", kind`);
  return rows;
}

/** A change of time is no reminder: everybody hears of it, of each one once, because a seat remembers what it was told last. */
async function markMoved(tx: Db, { webinarId, startAt }: About): Promise<Told[]> {
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

/** Likewise; of the time that they know of. */
async function markCancelled(tx: Db, webinarId: string): Promise<Told[]> {
  const { rows } = await tx.execute<Told>(sql`
    insert into webinar_news (seat_id, kind, starts_at)
    select id, 'cancelled', starts_at from webinar_seat where webinar_id = ${webinarId}
    on conflict do nothing
    returning seat_id as "seatId", kind`);
  return rows;
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

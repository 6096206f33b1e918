import { seatHoldMs, unconfirmedDays } from "@shoreline/domain/webinar";
import { and, asc, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import type { Exact } from "../../db/exact.ts";
import { seatHold, webinar, webinarSeat } from "../../db/tables/webinar.ts";

/** The kind of item that this room sells: a seat in a webinar. */
export const seatKind = "webinar";

export type WebinarRow = typeof webinar.$inferSelect;
export type SeatRow = typeof webinarSeat.$inferSelect;
type NewSeat = typeof webinarSeat.$inferInsert;

export const nextWebinar = prepared((db) =>
  db
    .select()
    .from(webinar)
    .where(and(gt(webinar.startAt, sql.placeholder("now")), eq(webinar.isComplete, false)))
    .orderBy(asc(webinar.startAt))
    .limit(1)
    .prepare("webinar_next"),
);

export const findWebinar = prepared((db) =>
  db
    .select()
    .from(webinar)
    .where(eq(webinar.slug, sql.placeholder("slug")))
    .prepare("webinar_find"),
);

/** The latest webinars, including upcoming ones. The page shows no more than these. */
export const listWebinars = prepared((db) =>
  db.select().from(webinar).orderBy(desc(webinar.startAt), asc(webinar.slug)).limit(60).prepare("webinar_list"),
);

/** Confirmed seats, and seats held for people who are paying. */
export type Occupancy = { taken: number; held: number };

// Plain SQL: drizzle omits the table name when a query has one table, but these subqueries have two.
const occupancy = (except: string, now: Date) => ({
  taken: sql<number>`(select count(*)::int from webinar_seat s where s.webinar_id = webinar.id and s.confirmed_at is not null)`,
  held: sql<number>`(select count(*)::int from webinar_hold h
    where h.webinar_id = webinar.id and h.email <> ${except} and h.expires_at > ${now.toISOString()}::timestamptz)`,
});

const nobody = "";

export async function countSeats(db: Db, { webinarId, now }: { webinarId: string; now: Date }): Promise<Occupancy> {
  const [counted] = await db.select(occupancy(nobody, now)).from(webinar).where(eq(webinar.id, webinarId));
  return counted ?? { taken: 0, held: 0 };
}

/** Webinars that are not complete and started less than a day ago, or later. */
export function listOccupied(db: Db, { now }: { now: Date }) {
  const aDayAgo = new Date(now.getTime() - 86_400_000);
  return db
    .select({ webinar, ...occupancy(nobody, now) })
    .from(webinar)
    .where(and(eq(webinar.isComplete, false), gt(webinar.startAt, aDayAgo)))
    .orderBy(asc(webinar.startAt));
}

/**
 * Locks the webinar, so that one transaction at a time gives out its seats. A hold for `email` itself does not count. The
 * counts need a second statement: in the first they would date from before the wait.
 */
export async function lockWebinar(
  db: Db,
  { webinarId, email, now }: { webinarId: string; email: string; now: Date },
): Promise<(Occupancy & { webinar: WebinarRow; isHolder: boolean }) | null> {
  const [locked] = await db.select().from(webinar).where(eq(webinar.id, webinarId)).for("no key update");
  if (!locked) return null;
  const own = email.toLowerCase();
  const [counted] = await db.select(occupancy(own, now)).from(webinar).where(eq(webinar.id, webinarId));
  const isOwnHold = and(eq(seatHold.webinarId, webinarId), eq(seatHold.email, own), gt(seatHold.expiresAt, now));
  const isHolder = (await db.$count(seatHold, isOwnHold)) > 0;
  return { webinar: locked, ...(counted ?? { taken: 0, held: 0 }), isHolder };
}

export async function findWebinarById(db: Db, id: string): Promise<WebinarRow | null> {
  const [found] = await db.select().from(webinar).where(eq(webinar.id, id));
  return found ?? null;
}

export async function findSeat(
  db: Db,
  { webinarId, email }: { webinarId: string; email: string },
): Promise<SeatRow | null> {
  const [found] = await db
    .select()
    .from(webinarSeat)
    .where(and(eq(webinarSeat.webinarId, webinarId), sql`lower(${webinarSeat.email}) = lower(${email})`));
  return found ?? null;
}

export async function findSeatOfOrder(db: Db, orderId: string): Promise<SeatRow | null> {
  const [found] = await db.select().from(webinarSeat).where(eq(webinarSeat.orderId, orderId));
  return found ?? null;
}

export const findByJoinId = prepared((db) =>
  db
    .select({ seat: webinarSeat, webinar })
    .from(webinarSeat)
    .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
    .where(eq(webinarSeat.joinId, sql.placeholder("joinId")))
    .prepare("webinar_by_join_id"),
);

export async function findSeatById(db: Db, id: string) {
  const [found] = await db
    .select({ seat: webinarSeat, webinar })
    .from(webinarSeat)
    .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
    .where(eq(webinarSeat.id, id));
  return found ?? null;
}

/** Null when the address already has a seat. */
export async function addSeat<Given extends NewSeat>(db: Db, values: Exact<NewSeat, Given>): Promise<SeatRow | null> {
  const [added] = await db.insert(webinarSeat).values(values).onConflictDoNothing().returning();
  return added ?? null;
}

/** A registration that nobody has confirmed does not stand in the way of a payment or of a learner. */
export async function dropUnconfirmed(db: Db, { webinarId, email }: { webinarId: string; email: string }) {
  await db
    .delete(webinarSeat)
    .where(
      and(
        eq(webinarSeat.webinarId, webinarId),
        sql`lower(${webinarSeat.email}) = lower(${email})`,
        isNull(webinarSeat.confirmedAt),
      ),
    );
}

type Hold = typeof seatHold.$inferInsert;

const hourMs = 3_600_000;

/** How often this holder has held a seat in the last hour. */
export async function countHolds(
  db: Db,
  { webinarId, holder, now }: { webinarId: string; holder: string; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - hourMs);
  const isOwn = and(eq(seatHold.webinarId, webinarId), eq(seatHold.holder, holder), gt(seatHold.heldAt, since));
  return db.$count(seatHold, isOwn);
}

/** An address that has had a hold in the last hour does not get another. */
export async function addHold(db: Db, { email, ...hold }: Hold): Promise<void> {
  await db
    .insert(seatHold)
    .values({ ...hold, email: email.toLowerCase() })
    .onConflictDoUpdate({
      target: [seatHold.webinarId, seatHold.email],
      set: hold,
      setWhere: lt(seatHold.heldAt, new Date(hold.expiresAt.getTime() - seatHoldMs - hourMs)),
    });
}

export async function endHold(db: Db, { webinarId, email }: Pick<Hold, "webinarId" | "email">): Promise<void> {
  await db.delete(seatHold).where(and(eq(seatHold.webinarId, webinarId), eq(seatHold.email, email.toLowerCase())));
}

/** Call this in a transaction that locks the webinar. */
export async function confirmSeat(
  db: Db,
  { seatId, startsAt, now }: { seatId: string; startsAt: Date; now: Date },
): Promise<void> {
  await db.update(webinarSeat).set({ confirmedAt: now, startsAt }).where(eq(webinarSeat.id, seatId));
}

/** The first time counts. */
export async function markJoined(db: Db, { seatId, now }: { seatId: string; now: Date }): Promise<void> {
  await db
    .update(webinarSeat)
    .set({ joinedAt: now })
    .where(and(eq(webinarSeat.id, seatId), isNull(webinarSeat.joinedAt)));
}

/** Removes registrations that nobody has confirmed in time, and holds that are over. */
export async function tidySeats(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unconfirmedDays * 86_400_000);
  await eraseWhere(db, webinarSeat, and(isNull(webinarSeat.confirmedAt), lt(webinarSeat.takenAt, before)));
  await eraseWhere(db, seatHold, lt(seatHold.heldAt, new Date(now.getTime() - hourMs - seatHoldMs)));
}

/** Seats in webinars that started before this time. The invoice of a paid one stays. */
export async function eraseOldSeats(db: Db, before: Date): Promise<void> {
  const old = db.select({ id: webinar.id }).from(webinar).where(lt(webinar.startAt, before));
  await eraseWhere(db, webinarSeat, sql`${sql.identifier("webinar_id")} in ${old}`);
}

/** True at most every 15 minutes, so that nobody can fill a stranger's mailbox. */
export async function maySendLink(db: Db, { seatId, now }: { seatId: string; now: Date }): Promise<boolean> {
  const before = new Date(now.getTime() - 15 * 60_000);
  const marked = await db
    .update(webinarSeat)
    .set({ linkSentAt: now })
    .where(and(eq(webinarSeat.id, seatId), sql`${webinarSeat.linkSentAt} <= ${before.toISOString()}::timestamptz`))
    .returning({ id: webinarSeat.id });
  return marked.length > 0;
}

/** False when there is no such seat. A second call changes nothing. */
export async function endMails(db: Db, { joinId, now }: { joinId: string; now: Date }): Promise<boolean> {
  const changed = await db
    .update(webinarSeat)
    .set({ unsubscribedAt: sql`coalesce(${webinarSeat.unsubscribedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(webinarSeat.joinId, joinId))
    .returning({ id: webinarSeat.id });
  return changed.length > 0;
}

import { webinarEndsAt } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import { and, desc, eq, not, or, sql } from "drizzle-orm";
import { resolveDate } from "../../content/dates.ts";
import { countDeleted, type DemoMaker, demoItems } from "../../content/demo.ts";
import type { Written } from "../../content/reading.ts";
import type { Db } from "../../db/connect.ts";
import { contentItem } from "../../db/tables/house.ts";
import { seatHold, webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { readInstitute } from "../site/queries.ts";
import type { WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

/** Nobody has agreed to anything for the seat of an invented person, which says this in place of a policy. */
export const inventedPolicy = "demo";
export const isInvented = eq(webinarSeat.consentedTo, inventedPolicy);

/** The dates of the demo's webinars stay near today, but nobody who has a seat is moved. */
export const webinarDemo: DemoMaker = {
  async remove(db) {
    const seats = sql`
      delete from webinar_seat
      where order_id is not null or webinar_id in (select id from webinar where slug in ${demoItems("webinar")})`;
    return { "webinar seats": await countDeleted(db, seats) };
  },
  async freshen({ db, now }) {
    const { timeZone } = await readInstitute(db);
    const items = await db
      .select()
      .from(contentItem)
      .where(and(eq(contentItem.kind, "webinar"), eq(contentItem.source, "demo")));
    for (const { key, applied } of items) {
      const { startAt } = (applied?.written ?? {}) as Written;
      if (startAt) await freshenWebinar(db, { key, startAt: resolveDate(startAt, { now, timeZone }), now, timeZone });
    }
  },
};

type Freshening = { key: string; startAt: Date; now: Date; timeZone: string };

/**
 * Moves a webinar without seats to its current demo date. A webinar with seats keeps its date; once it is over, a copy with
 * a new address takes its place.
 */
async function freshenWebinar(db: Db, { key, startAt, now, timeZone }: Freshening): Promise<void> {
  const newest = await findNewest(db, key);
  // Staff removed it.
  if (!newest) return;
  if (!(await hasSeats(db, newest.id))) {
    if (newest.startAt.getTime() !== startAt.getTime())
      await db.update(webinar).set({ startAt }).where(eq(webinar.id, newest.id));
    if (newest.slug === key) await rememberStart(db, { key, startAt });
    return;
  }
  if (newest.isComplete || webinarEndsAt(timesOf(newest)) > now) return;
  const { year, month, day } = wallTime(startAt, timeZone);
  const date = [year, ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
  const { id, ...copy } = newest;
  const slug = `${key}-${date}`;
  await db.insert(webinar).values({ ...copy, slug, startAt });
  await db.insert(contentItem).values({ kind: "webinar", key: slug, source: "demo", appliedAt: now });
}

/** As if the files had said so: otherwise staff would seem to have moved it. */
async function rememberStart(db: Db, { key, startAt }: Pick<Freshening, "key" | "startAt">): Promise<void> {
  const value = JSON.stringify({ startAt: startAt.toISOString() });
  await db
    .update(contentItem)
    .set({ applied: sql`${contentItem.applied} || ${value}::jsonb` })
    .where(and(eq(contentItem.kind, "webinar"), eq(contentItem.key, key)));
}

async function findNewest(db: Db, key: string): Promise<WebinarRow | null> {
  const [newest] = await db
    .select()
    .from(webinar)
    .where(or(eq(webinar.slug, key), sql`${webinar.slug} ~ ${`^${key.replaceAll(".", "\\.")}-\\d{4}-\\d\\d-\\d\\d$`}`))
    .orderBy(desc(webinar.startAt))
    .limit(1);
  return newest ?? null;
}

async function hasSeats(db: Db, webinarId: string): Promise<boolean> {
  const seats = await db.$count(webinarSeat, and(eq(webinarSeat.webinarId, webinarId), not(isInvented)));
  return seats + (await db.$count(seatHold, eq(seatHold.webinarId, webinarId))) > 0;
}

import { fullNumber } from "@shoreline/domain/inbox";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type DemoMaker, demoItems } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent, uncollected } from "../../db/tables/inbox.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { newSecret } from "../account/secrets.ts";
import { inventedPolicy, isInvented } from "../webinar/demo.ts";
import { demoRegistrants } from "./demo-registrants.ts";

const day = 86_400_000;
/** It is always over. */
const pastWebinar = "git-without-fear";

/** Invented people who registered for a webinar that is over, each with their lead. They are put back every day. */
export const registrantsDemo: DemoMaker = {
  async load({ db }) {
    return bringBack(db);
  },
  async freshen({ db }) {
    if (await areLeadsKept(db)) return;
    await removeAll(db);
    await bringBack(db);
  },
  has: async (db) => (await db.$count(webinarSeat, isInvented)) > 0,
  async keep(db) {
    await removeAll(db);
  },
  // Their leads are the inbox's, and go with those.
  remove: async (db) => ({ registrants: await removeAll(db) }),
};

/** The inbox keeps its invented leads for a day, over every restart. Theirs are among them and must not come twice. */
async function areLeadsKept(db: Db): Promise<boolean> {
  const seats = db
    .select({ row: sql`'webinar_seat ' || ${webinarSeat.id}` })
    .from(webinarSeat)
    .where(isInvented);
  return (await db.$count(leadEvent, inArray(leadEvent.sourceRow, seats))) > 0;
}

async function bringBack(db: Db): Promise<number> {
  const [found] = await db
    .select()
    .from(webinar)
    .where(and(eq(webinar.slug, pastWebinar), sql`${webinar.slug} in ${demoItems("webinar")}`));
  // Staff removed it.
  if (!found) return 0;
  const after = (ms: number) => new Date(found.startAt.getTime() + ms);
  const seats = await db
    .insert(webinarSeat)
    .values(
      demoRegistrants.map(({ daysBefore, minutesLate, isUnsubscribed = false, ...person }) => ({
        ...person,
        ...{ webinarId: found.id, joinId: newSecret(), page: `/webinar/${found.slug}`, consentedTo: inventedPolicy },
        ...{
          takenAt: after(-daysBefore * day),
          confirmedAt: after(-daysBefore * day),
          linkSentAt: after(-daysBefore * day),
        },
        startsAt: found.startAt,
        joinedAt: minutesLate === undefined ? null : after(minutesLate * 60_000),
        unsubscribedAt: isUnsubscribed ? after(-day) : null,
      })),
    )
    .returning();
  const sourceOf = ({ id }: (typeof seats)[number]) => `webinar_seat ${id}`;
  // Else the inbox would collect them as people who are real.
  await db.delete(uncollected).where(inArray(uncollected.sourceRow, seats.map(sourceOf)));
  const people = seats.map((seat) => ({ seat, leadId: crypto.randomUUID(), number: fullNumber(seat.mobileNumber) }));
  await db.insert(lead).values(
    people.map(({ seat: { username, email, takenAt }, leadId, number }) => ({
      ...{ id: leadId, name: username, email, number, source: "webinar" as const, status: "contacted" as const },
      ...{
        interest: found.course,
        landingPage: `/webinar/${found.slug}`,
        cameAt: takenAt,
        lastAt: takenAt,
        isDemo: true,
      },
    })),
  );
  await db.insert(leadEvent).values(
    people.map(({ seat, leadId, number }) => ({
      ...{ leadId, kind: "webinar" as const, at: seat.takenAt, email: seat.email, number, sourceRow: sourceOf(seat) },
      ...{ text: `Registered for the webinar ${found.title}`, facts: { Webinar: found.title, Page: seat.page } },
    })),
  );
  return seats.length;
}

async function removeAll(db: Db): Promise<number> {
  return (await db.delete(webinarSeat).where(isInvented).returning({ id: webinarSeat.id })).length;
}

import { contactKinds } from "@shoreline/domain/inbox";
import { momentAt, wallTime } from "@shoreline/domain/zone";
import { and, eq } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent, leadTemplate } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { readInstitute } from "../site/queries.ts";
import { type DemoLead, demoLeads, demoTemplates } from "./demo-leads.ts";

const hour = 3_600_000;

/** Invented people who asked about a course. What visitors of a demonstration did with them is put back every day. */
export const inboxDemo: DemoMaker = {
  async load({ db, now }) {
    await bringBack(db, now);
    return demoLeads.length;
  },
  async freshen({ db, now }) {
    // Also runs at each start: who tries the product on this machine keeps the day's work.
    if (await isOfToday(db, now)) return;
    await removeAll(db);
    await bringBack(db, now);
  },
  has: async (db) => (await db.$count(lead, isOfDemo)) > 0,
  async keep(db) {
    await removeAll(db);
  },
  remove: async (db) => ({ leads: await removeAll(db) }),
};

const isOfDemo = eq(lead.isDemo, true);

/** The newest of the invented people tells when they were brought back. */
async function isOfToday(db: Db, now: Date): Promise<boolean> {
  const [newest] = demoLeads.toSorted((one, other) => one.hoursAgo - other.hoursAgo);
  if (!newest?.number) return false;
  const [row] = await db
    .select({ cameAt: lead.cameAt })
    .from(lead)
    .where(and(isOfDemo, eq(lead.number, newest.number)));
  return row !== undefined && now.getTime() - row.cameAt.getTime() < (20 + newest.hoursAgo) * hour;
}

async function bringBack(db: Db, now: Date): Promise<void> {
  await db.insert(leadTemplate).values(demoTemplates.map((template) => ({ ...template, isDemo: true })));
  const before = (hours: number) => new Date(now.getTime() - hours * hour);
  const { timeZone } = await readInstitute(db);
  const toMoment = ({ inDays, ...time }: NonNullable<DemoLead["nextCall"]>) =>
    momentAt({ ...wallTime(before(-24 * inDays), timeZone), ...time }, timeZone);
  const people = await db.select({ id: staff.id, name: staff.name }).from(staff).where(eq(staff.isDemo, true));
  for (const { events, hoursAgo, nextCall, ...values } of demoLeads) {
    const firstCall = events.findIndex(({ kind }) => contactKinds.some((one) => one === kind));
    // Who called first looks after the person.
    const owner = people.find(({ name }) => name === events[firstCall]?.who);
    const [added] = await db
      .insert(lead)
      .values({
        ...values,
        cameAt: before(hoursAgo),
        lastAt: before(hoursAgo),
        firstCallAt: firstCall < 0 ? null : before(hoursAgo - firstCall),
        ...(owner && { ownerId: owner.id, assignedAt: before(hoursAgo - firstCall) }),
        ...(nextCall && { nextCallAt: toMoment(nextCall) }),
        isDemo: true,
      })
      .returning({ id: lead.id });
    if (!added) continue;
    const { email, number } = values;
    await db
      .insert(leadEvent)
      .values(events.map((event, n) => ({ ...event, leadId: added.id, at: before(hoursAgo - n), email, number })));
  }
}

async function removeAll(db: Db): Promise<number> {
  await db.delete(leadTemplate).where(eq(leadTemplate.isDemo, true));
  return (await db.delete(lead).where(isOfDemo).returning({ id: lead.id })).length;
}

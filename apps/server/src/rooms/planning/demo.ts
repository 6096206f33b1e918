import { addDays, dayAt } from "@shoreline/domain/batch";
import { fixedHolidays } from "@shoreline/domain/public-holidays";
import { eq, inArray, sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { batchDraft, campusRoom, type DraftContent, holiday, trainer } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { staff } from "../../db/tables/staff.ts";
import { readInstitute } from "../site/queries.ts";
import { nameGuests } from "./demo-guests.ts";
import { staffDemoBatches } from "./demo-staffing.ts";

const rooms = [
  { name: "Casuarina", seats: 24 },
  { name: "Palmyra", seats: 18 },
  { name: "Lighthouse", seats: 12 },
];

/** Invented rooms, days off, drafts and trainers' hours. What visitors of a demonstration changed is put back every day. */
export const planningDemo: DemoMaker = {
  async load({ db, now }) {
    return bringBack(db, now);
  },
  async freshen({ db, now }) {
    await db.delete(batchDraft).where(eq(batchDraft.isDemo, true));
    await db.delete(holiday).where(eq(holiday.isDemo, true));
    // The demo's own batches have no pattern: these were opened by visitors, and nobody sits in them.
    await db.execute(sql`
      delete from batch b where b.is_demo and b.pattern is not null
        and not exists (select from batch_place placed where placed.batch_id = b.id)`);
    await bringBack(db, now);
  },
  has: async (db) =>
    (await db.$count(campusRoom, eq(campusRoom.isDemo, true))) > 0 ||
    (await db.$count(holiday, eq(holiday.isDemo, true))) > 0 ||
    (await db.$count(batchDraft, eq(batchDraft.isDemo, true))) > 0,
  async keep(db) {
    await db.update(campusRoom).set({ isDemo: false });
    await db.update(holiday).set({ isDemo: false });
    await db.update(batchDraft).set({ isDemo: false });
  },
  async remove(db) {
    // Batches that staff planned in one of these rooms are held online from now on.
    const ofDemo = sql`room_id in (select id from campus_room where is_demo)`;
    await db.execute(sql`update live_class set room_id = null where ${ofDemo}`);
    await db.execute(sql`update batch set room_id = null where ${ofDemo}`);
    return {
      "drafts of batches": await countDeleted(db, sql`delete from batch_draft where is_demo`),
      "days without classes": await countDeleted(db, sql`delete from holiday where is_demo`),
      "campus rooms": await countDeleted(db, sql`delete from campus_room where is_demo`),
    };
  },
};

async function bringBack(db: Db, now: Date): Promise<number> {
  const { timeZone } = await readInstitute(db);
  const today = dayAt(now, timeZone);
  await db
    .insert(campusRoom)
    .values(rooms.map((room) => ({ ...room, isDemo: true })))
    .onConflictDoUpdate({
      target: campusRoom.name,
      set: { seats: sql`excluded.seats`, closedAt: null },
      setWhere: eq(campusRoom.isDemo, true),
    });
  const days = holidaysFrom(today);
  await db.insert(holiday).values(days).onConflictDoNothing();
  const people = await db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(sql`${staff.isDemo} and ${staff.roles} ? 'trainer'`);
  await bringBackHours(db, people);
  const drafts = await addDrafts(db, { people, today, now });
  await staffDemoBatches(db, { people, now });
  await nameGuests(db, now);
  return rooms.length + days.length + drafts;
}

/** The fixed holidays of the next twelve months, and a day off of the staff. */
function holidaysFrom(today: string) {
  const fixed = fixedHolidays.filter(({ day }) => day > today && day <= addDays(today, 365));
  const own = { day: addDays(today, 40), name: "Staff day" };
  return [...fixed.filter(({ day }) => day !== own.day), own].map(({ day, name }) => ({ day, name, isDemo: true }));
}

type Person = { id: string; name: string };
const weekdays = [1, 2, 3, 4, 5];

const hoursOf: Record<string, Pick<typeof trainer.$inferInsert, "hours" | "courseIds" | "hoursAWeek">> = {
  "Farida Rahman": {
    hours: weekdays.map((weekday) => ({ weekday, from: 9 * 60, to: 17 * 60 })),
    courseIds: ["data-analyst", "sql"],
    hoursAWeek: 20,
  },
  "Sanjay Murugan": {
    hours: [...weekdays, 6].map((weekday) => ({ weekday, from: 10 * 60, to: 20 * 60 })),
    courseIds: ["python", "python-fullstack"],
    hoursAWeek: 24,
  },
};

async function bringBackHours(db: Db, people: Person[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.delete(trainer).where(inArray(trainer.staffId, ids));
  const rows = people.flatMap(({ id, name }) => (hoursOf[name] ? [{ staffId: id, ...hoursOf[name] }] : []));
  if (rows.length > 0) await db.insert(trainer).values(rows);
}

type Drafting = { people: Person[]; today: string; now: Date };

async function addDrafts(db: Db, { people, today, now }: Drafting): Promise<number> {
  const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? null;
  const usual = { roomId: null, meetingUrl: "", makesMeetings: false, joinUntil: null };
  const drafts: Record<string, DraftContent> = {
    mern: {
      ...{ ...usual, name: "Evening group", from: addDays(today, 21), seats: 18, trainerId: idOf("Meera Krishnan") },
      pattern: [1, 3, 5].map((weekday) => ({ weekday, from: "18:30", classes: 1 })),
      ...{ batchTime: "3-4", batchType: "week-days" },
    },
    sql: {
      ...{ ...usual, name: "For the college in Villupuram", from: null, seats: 30, trainerId: null },
      pattern: [{ weekday: 6, from: "14:00", classes: 2 }],
      ...{ batchTime: "2-3", batchType: "week-end" },
    },
  };
  const courses = await db
    .select({ id: course.id, courseId: course.courseId })
    .from(course)
    .where(inArray(course.courseId, Object.keys(drafts)));
  const rows = courses.flatMap(({ id, courseId }) => {
    const content = drafts[courseId];
    return content ? [{ courseId: id, content, changedAt: now, isDemo: true }] : [];
  });
  if (rows.length > 0) await db.insert(batchDraft).values(rows);
  return rows.length;
}

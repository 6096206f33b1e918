import { randomBytes } from "node:crypto";
import { planClasses } from "@shoreline/domain/batch";
import { asc, eq, isNull, sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { mentor } from "../../db/tables/course.ts";
import { contentItem } from "../../db/tables/house.ts";
import { batch } from "../../db/tables/schedule.ts";
import { type CourseRow, listAllCourses } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { type BatchStart, firstStarts, nextStarts } from "./demo-plan.ts";
import { endOldBatches } from "./old-demo.ts";
import { addBatches, type NewBatch, spanOf, topicsOf } from "./plan.ts";

/**
 * Plans the demo's batches: every course has some that are over, that run and that start soon, and whatever a learner buys leads
 * to a schedule.
 */
export const scheduleDemo: DemoMaker = {
  load: ({ db, now }) => planDemo(db, now),
  async freshen({ db, now }) {
    await planDemo(db, now);
  },
  has: async (db) => (await db.$count(batch, isOfDemo)) > 0,
  async keep(db) {
    await db.update(batch).set({ isDemo: false }).where(isOfDemo);
  },
  /** Other batches of its courses go with them. */
  async remove(db) {
    await db.execute(sql`delete from batch_place`);
    return { batches: await countDeleted(db, sql`delete from batch where is_demo`) };
  },
};

const isOfDemo = eq(batch.isDemo, true);

async function planDemo(db: Db, now: Date): Promise<number> {
  const isFirst = await markPlanned(db, now);
  const { timeZone } = await readInstitute(db);
  if (isFirst) await endOldBatches(db, { now, timeZone });
  await removeFinished(db, now);
  const existing = await db.select().from(batch).where(isNull(batch.cancelledAt));
  const courses = await listAllCourses(db);
  const trainers = await db.select().from(mentor).orderBy(asc(mentor.position));
  const planned = courses.flatMap((about, courseIndex) => {
    const trainer = trainers.find(({ teaches }) => teaches.includes(about.courseId)) ?? trainers[0];
    const plan = (start: BatchStart) => planBatch(start, { about, trainerName: trainer?.name ?? "", timeZone });
    const runs = existing.filter(({ courseId }) => courseId === about.id);
    const situation = { hours: about.durationInHours, courseIndex, now, timeZone };
    const first = isFirst ? firstStarts({ ...situation, runs }).map(plan) : [];
    const started = first.map((one) => ({ ...one, ...spanOf(one.classes) }));
    return [...first, ...nextStarts({ ...situation, runs: [...runs, ...started] }).map(plan)];
  });
  await addBatches(db, planned, now);
  // The makers that follow read these tables in the same transaction, of which PostgreSQL's own statistics know nothing yet.
  await db.execute(sql`analyze batch, live_class`);
  return planned.reduce((sum, { classes }) => sum + classes.length, 0);
}

/** True once in the life of a demo. In the first versions its batches had no end: those are the ones without this mark. */
async function markPlanned(db: Db, now: Date): Promise<boolean> {
  const marked = await db
    .insert(contentItem)
    .values({ kind: "batch", key: "demo", source: "demo", appliedAt: now })
    .onConflictDoNothing()
    .returning();
  return marked.length > 0;
}

/** Of its finished batches without learners, each course keeps the last. */
async function removeFinished(db: Db, now: Date): Promise<void> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    delete from batch b
    where b.is_demo and b.ends_at <= ${moment}
      and not exists (select from batch_place place where place.batch_id = b.id)
      and exists (
        select from batch later
        where later.course_id = b.course_id and later.ends_at <= ${moment} and later.ends_at > b.ends_at
      )`);
}

type Subject = { about: CourseRow; trainerName: string; timeZone: string };

function planBatch({ from, ...kind }: BatchStart, { about, trainerName, timeZone }: Subject): NewBatch {
  const { batchTime: time, batchType: type } = kind;
  const hours = about.durationInHours;
  return {
    ...kind,
    courseId: about.id,
    isDemo: true,
    trainerName,
    meetingUrl: `https://meet.jit.si/class-${randomBytes(12).toString("hex")}`,
    classes: planClasses({ hours, topics: topicsOf(about), from, time, type, timeZone }).classes,
  };
}

import { randomBytes } from "node:crypto";
import { type BatchType, batchTypes } from "@shoreline/domain/course";
import { classMinutes, classStartTimes } from "@shoreline/domain/schedule";
import { type BatchTime, batchTimes } from "@shoreline/domain/site";
import { asc, eq, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { course, mentor } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { readInstitute } from "../site/queries.ts";

const day = 86_400_000;

/** Generates the demo's schedule: batches at every hour, with classes from two weeks ago to two months ahead. */
export const scheduleDemo: DemoMaker = {
  load: ({ db, now }) => plan(db, now),
  async freshen({ db, now }) {
    await plan(db, now);
  },
};

type Kind = { batchTime: BatchTime; batchType: BatchType };

const kinds: Kind[] = batchTimes.flatMap((batchTime) => batchTypes.map((batchType) => ({ batchTime, batchType })));
/** There is always a batch of this kind that has not started yet, so that every course has a next batch. */
const isOpening = ({ batchTime, batchType }: Kind) => batchTime === "3-4" && batchType === "week-end";

async function plan(db: Db, now: Date): Promise<number> {
  const { timeZone } = await readInstitute(db);
  const until = new Date(now.getTime() + 61 * day);
  const batches = await readBatches(db);
  const classes: (typeof liveClass.$inferInsert)[] = [];
  const courses = await db.select().from(course).orderBy(asc(course.position));
  const trainers = await db.select().from(mentor).orderBy(asc(mentor.position));
  for (const kind of kinds) {
    const moments = classStartTimes(
      { time: kind.batchTime, type: kind.batchType },
      { from: new Date(now.getTime() - 14 * day), to: until, timeZone },
    );
    for (const [at, { id: courseId, ...about }] of courses.entries()) {
      const existing = batches.filter(
        (one) => one.courseId === courseId && one.batchTime === kind.batchTime && one.batchType === kind.batchType,
      );
      const begins = new Date(now.getTime() + (4 + (at % 11)) * day);
      const isMissing = isOpening(kind) ? existing.every(({ startsAt }) => startsAt <= now) : existing.length === 0;
      const first = moments.find((moment) => !isOpening(kind) || moment >= begins);
      if (isMissing && first) existing.push(await addBatch(db, { ...kind, courseId, startsAt: first }));
      const newest = existing.reduce(
        (one, other) => (other.startsAt > one.startsAt ? other : one),
        existing[0] as Planned,
      );
      const topics = about.syllabus.flatMap((section) => section.topics);
      const trainerName = (trainers.find(({ teaches }) => teaches.includes(about.courseId)) ?? trainers[0])?.name ?? "";
      const added = moments.filter((moment) => moment >= newest.startsAt && moment > newest.lastAt);
      classes.push(
        ...added.map((startsAt, n) => ({
          batchId: newest.id,
          number: newest.classes + n + 1,
          startsAt,
          minutes: classMinutes,
          topic: topics[(newest.classes + n) % topics.length] ?? about.name,
          trainerName,
          meetingUrl: newest.meetingUrl,
          changedAt: now,
        })),
      );
    }
  }
  // Inserting thousands of rows as one JSON document takes a fifth of the time.
  await db.execute(sql`
    insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, meeting_url, changed_at)
    select "batchId", number, "startsAt", minutes, topic, "trainerName", "meetingUrl", "changedAt"
    from json_to_recordset(${JSON.stringify(classes)}::json) as planned (
      "batchId" uuid, number int, "startsAt" timestamptz, minutes int, topic text, "trainerName" text,
      "meetingUrl" text, "changedAt" timestamptz
    )`);
  await db.execute(sql`
    update batch set ends_at = last.ends_at
    from (select batch_id, max(starts_at + minutes * interval '1 minute') as ends_at from live_class group by batch_id) last
    where last.batch_id = batch.id and last.ends_at <> batch.ends_at`);
  return classes.length;
}

type Planned = Kind & {
  id: string;
  courseId: string;
  startsAt: Date;
  lastAt: Date;
  classes: number;
  meetingUrl: string;
};

async function addBatch(db: Db, values: Kind & { courseId: string; startsAt: Date }): Promise<Planned> {
  const [added] = await db
    .insert(batch)
    .values({ ...values, endsAt: values.startsAt, isDemo: true })
    .returning({ id: batch.id });
  const meetingUrl = `https://meet.jit.si/shoreline-${randomBytes(12).toString("hex")}`;
  return { ...values, id: added?.id ?? "", lastAt: new Date(0), classes: 0, meetingUrl };
}

async function readBatches(db: Db): Promise<Planned[]> {
  return db
    .select({
      id: batch.id,
      courseId: batch.courseId,
      batchTime: batch.batchTime,
      batchType: batch.batchType,
      startsAt: batch.startsAt,
      // Moved classes do not show how far the schedule reaches.
      lastAt:
        sql`coalesce(max(${liveClass.startsAt}) filter (where ${liveClass.sequence} = 0), to_timestamp(0))`.mapWith(
          liveClass.startsAt,
        ),
      classes: sql<number>`coalesce(max(${liveClass.number}), 0)::int`,
      meetingUrl: sql<string>`coalesce(max(${liveClass.meetingUrl}), '')`,
    })
    .from(batch)
    .leftJoin(liveClass, eq(liveClass.batchId, batch.id))
    .groupBy(batch.id);
}

import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Db } from "../../db/connect.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { formatMoment, formatShort } from "../../format.ts";
import { enqueue } from "../../jobs/queue.ts";
import { StartError } from "../../start-error.ts";
import { type CourseRow, listAllCourses } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { type Flags, planFromFlags } from "./batch-flags.ts";
import { setRecording } from "./change.ts";
import { readHolidays } from "./holidays.ts";
import { batchPlanned } from "./jobs.ts";
import { placeLearners } from "./places.ts";
import { addBatches, type NewBatch } from "./plan.ts";

const usage = `Usage:
  npm run batch -- new COURSE --from 2026-11-23 --time 9-10 --type week-days --trainer "Meera Krishnan" --link https://…
      [--seats 30] [--skip holidays.ics] [--preview]
                               plans a batch with a class for each hour of the course
  npm run batch -- list COURSE   lists the batches that are not over, and how many learners wait for a place
  npm run batch -- remove ID     removes a batch without learners
  npm run batch -- recording ID NUMBER https://…
                               sets the recording of a class, by the id of its batch and its number; "" removes it

Times are those that the institute offers, types week-days and week-end: with two classes a day, one after the other. Days to
skip come from a calendar file, or from a list with a day like 2026-12-25 in each line. With --preview nothing is planned.`;

/** `npm run batch`: staff plan batches. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "batch", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await changeBatches(db, args, new Date())) console.log(line);
    }),
  );
}

export async function changeBatches(db: Db, args: string[], now: Date): Promise<string[]> {
  const { verb, subject, more, flags } = readArguments(args);
  if (verb === "recording") return setClassRecording(db, { batchId: subject, more, flags });
  if (more.length > 0) throw new StartError(usage);
  if (verb === "new") return planBatch(db, { course: await findCourse(db, subject), flags, now });
  if (Object.keys(flags).length > 0) throw new StartError(usage);
  if (verb === "list") return listBatches(db, { course: await findCourse(db, subject), now });
  if (verb === "remove") return removeBatch(db, subject);
  throw new StartError(usage);
}

const text = { type: "string" } as const;
const options = { from: text, time: text, type: text, trainer: text, link: text, seats: text, skip: text };

function readArguments(args: string[]): { verb: string; subject: string; more: string[]; flags: Flags } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, preview: { type: "boolean" } },
      allowPositionals: true,
    });
    const [verb, subject, ...more] = positionals;
    if (!verb || !subject) throw new StartError(usage);
    return { verb, subject, more, flags: { ...values } };
  } catch (error) {
    if (error instanceof TypeError) throw new StartError(`${error.message.split(".")[0]}.`);
    throw error;
  }
}

type Recording = { batchId: string; more: string[]; flags: Flags };

async function setClassRecording(db: Db, { batchId, more, flags }: Recording): Promise<string[]> {
  const [number = "", link, ...rest] = more;
  if (link === undefined || rest.length > 0 || Object.keys(flags).length > 0) throw new StartError(usage);
  if (!/^[1-9]\d{0,3}$/.test(number)) throw new StartError("Give the number of the class, from 1.");
  const problem = await setRecording(db, { batchId, number: Number(number), link });
  if (problem) throw new StartError(problem);
  return [link ? "Learners see the recording once the class has ended." : "The recording has been removed."];
}

async function findCourse(db: Db, courseId: string): Promise<CourseRow> {
  const courses = await listAllCourses(db);
  const found = courses.find((course) => course.courseId === courseId);
  if (found) return found;
  const ids = courses.map((course) => course.courseId).sort();
  throw new StartError(`There is no course ${courseId}. The courses are: ${ids.join(", ")}.`);
}

type Wanted = { course: CourseRow; flags: Flags; now: Date };

async function planBatch(db: Db, { course, flags, now }: Wanted): Promise<string[]> {
  const institute = await readInstitute(db);
  const isHoliday = flags.skip === undefined ? undefined : readHolidays(readSmallFile(flags.skip));
  const { batch: planned, skippedDays } = planFromFlags({ course, flags, isHoliday, institute, now });
  const [first, last] = [planned.classes[0], planned.classes.at(-1)].map((one) =>
    one ? formatMoment(one.startsAt, institute) : "",
  );
  const summary = [
    `${course.name}, ${planned.batchTime} ${planned.batchType}: ${planned.classes.length} classes.`,
    `First class: ${first}`,
    `Last class: ${last}`,
    ...(skippedDays.length > 0 ? [`No class on ${skippedDays.join(", ")}.`] : []),
  ];
  if (flags.preview) {
    const classes = planned.classes.map((one) =>
      [one.number, formatShort(one.startsAt, institute), one.topic].join("  "),
    );
    return [...classes, ...summary, "Nothing was planned: this is a preview."];
  }
  const [id] = await addOnce(db, planned, now);
  return [`Batch ${id} has been planned.`, ...summary];
}

const maxBytes = 1_000_000;

function readSmallFile(name: string): { name: string; text: string } {
  const stats = statSync(name, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new StartError(`There is no file ${name}.`);
  if (stats.size > maxBytes) throw new StartError(`${name} is too large: at most 1 MB.`);
  return { name, text: readFileSync(name, "utf8") };
}

/** The same command twice plans one batch. */
async function addOnce(db: Db, planned: NewBatch, now: Date): Promise<string[]> {
  const { courseId, batchTime, batchType, trainerName, classes } = planned;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from course where id = ${courseId} for no key update`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select b.id from batch b join live_class first on first.batch_id = b.id and first.number = 1
      where b.course_id = ${courseId} and b.batch_time = ${batchTime} and b.batch_type = ${batchType}
        and first.trainer_name = ${trainerName} and first.starts_at = ${classes[0]?.startsAt.toISOString()}::timestamptz`);
    if (rows[0]) throw new StartError(`This batch is planned already: ${rows[0].id}.`);
    const ids = await addBatches(tx, [planned], now);
    for (const batchId of ids) await enqueue(tx, batchPlanned, { batchId });
    return ids;
  });
}

type Listed = {
  id: string;
  kind: string;
  startsAt: string;
  endsAt: string;
  classes: number;
  learners: number;
  seats: number | null;
  isDemo: boolean;
};

async function listBatches(db: Db, { course, now }: { course: CourseRow; now: Date }): Promise<string[]> {
  const { timeZone } = await readInstitute(db);
  // Places are given out on request, so this does it first: a learner who can have one is not listed as waiting.
  await placeLearners(db, { now });
  const { rows } = await db.execute<Listed>(sql`
    select b.id, b.batch_time || ' ' || b.batch_type as kind, b.starts_at as "startsAt", b.ends_at as "endsAt", b.seats,
      b.is_demo as "isDemo", (select count(*)::int from live_class where batch_id = b.id and cancelled_at is null) as classes,
      (select count(*)::int from batch_place where batch_id = b.id) as learners
    from batch b where b.course_id = ${course.id} and b.ends_at > ${now.toISOString()}::timestamptz and b.cancelled_at is null
    order by b.starts_at, kind`);
  const { rows: waiting } = await db.execute<{ kind: string; learners: number }>(sql`
    select p.batch_time || ' ' || p.batch_type as kind, count(*)::int as learners from purchase p
    where p.course_id = ${course.id} and not exists (select from batch_place where purchase_id = p.id)
    group by kind order by kind`);
  const day = (at: string) => formatShort(new Date(at), { timeZone });
  return [
    ...(rows.length === 0 ? [`No batch of ${course.name} is planned.`] : []),
    ...rows.map(({ id, kind, startsAt, endsAt, classes, learners, seats, isDemo }) =>
      [
        id,
        `${day(startsAt)} to ${day(endsAt)}`,
        kind,
        `${classes} classes`,
        seats === null ? `${learners} ${learners === 1 ? "learner" : "learners"}` : `${learners} of ${seats} seats`,
        ...(isDemo ? ["demo"] : []),
      ].join("  "),
    ),
    ...waiting.map(({ kind, learners }) => `Waiting for a place, ${kind}: ${learners}`),
  ];
}

async function removeBatch(db: Db, id: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(batch)
      .where(eq(sql`${batch.id}::text`, id))
      .for("update");
    if (!found) throw new StartError("There is no batch with this id. List the batches of a course to find it.");
    const learners = await tx.$count(batchPlace, eq(batchPlace.batchId, found.id));
    if (learners > 0)
      throw new StartError(`This batch has learners: ${learners}. Only a batch without learners can be removed.`);
    await tx.delete(batch).where(eq(batch.id, found.id));
    return ["The batch has been removed."];
  });
}

import { momentAt, wallTime } from "@shoreline/domain/zone";
import { and, asc, eq, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { formatShort } from "../../format.ts";
import { StartError } from "../../start-error.ts";
import { readInstitute } from "../site/queries.ts";
import { cancelClass, moveClass, setMeetingLink } from "./change.ts";

const usage = `Usage:
  npm run class -- list COURSE             the classes of the next two weeks, with their ids
  npm run class -- move ID "2026-11-20 10:00"
  npm run class -- cancel ID
  npm run class -- link ID https://…       where it is held`;

/** `npm run class`: what staff change of the plan. Learners are told by the running product. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "class", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await changePlan(db, args, new Date())) console.log(line);
    }),
  );
}

export async function changePlan(db: Db, [verb, subject, value]: string[], now: Date): Promise<string[]> {
  if (!subject) throw new StartError(usage);
  if (verb === "list") return listPlan(db, subject, now);
  const change = { classId: subject, now };
  const { timeZone } = await readInstitute(db);
  if (verb === "move" && value)
    return told(await moveClass(db, { ...change, startsAt: readMoment(value, timeZone) }), "moved");
  if (verb === "cancel") return told(await cancelClass(db, change), "cancelled");
  if (verb === "link" && value !== undefined)
    return told(await setMeetingLink(db, { ...change, link: value }), "changed");
  throw new StartError(usage);
}

function told(why: string | null, done: string): string[] {
  if (why) throw new StartError(why);
  return [`The class is ${done}.`];
}

function readMoment(text: string, timeZone: string): Date {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)$/.exec(text)?.slice(1).map(Number) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const meant = { year, month, day, hour, minute };
  const moment = momentAt(meant, timeZone);
  const { weekday, ...shown } = wallTime(moment, timeZone);
  // There is no 31 February, nor 25 o'clock.
  if (parts.length === 0 || JSON.stringify(shown) !== JSON.stringify(meant))
    throw new StartError('A time is written like "2026-11-20 10:00", as the institute\'s clock has it.');
  return moment;
}

async function listPlan(db: Db, courseId: string, now: Date): Promise<string[]> {
  const { timeZone } = await readInstitute(db);
  const until = now.getTime() + 14 * 86_400_000;
  const rows = await db
    .select({ liveClass, batchTime: batch.batchTime, batchType: batch.batchType })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(and(eq(course.courseId, courseId), gt(liveClass.startsAt, now)))
    .orderBy(asc(liveClass.startsAt))
    .limit(500);
  const near = rows.filter(({ liveClass: { startsAt } }) => startsAt.getTime() < until);
  if (near.length === 0) throw new StartError(`No class of ${courseId} is planned for the next two weeks.`);
  return near.map(({ liveClass: { id, startsAt, topic, cancelledAt }, batchTime, batchType }) =>
    [
      id,
      formatShort(startsAt, { timeZone }),
      `${batchTime} ${batchType}`,
      topic,
      ...(cancelledAt ? ["cancelled"] : []),
    ].join("  "),
  );
}

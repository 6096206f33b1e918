import { momentAt, readWallTime } from "@shoreline/domain/zone";
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
  npm run class -- list COURSE                  lists the classes of the next two weeks with their ids
  npm run class -- move ID "2026-11-20 10:00"   moves a class and notifies its learners
  npm run class -- cancel ID                    cancels a class and notifies its learners
  npm run class -- link ID https://…            sets the meeting link of a class`;

/** `npm run class`: staff change classes. The running product notifies the learners. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "class", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await changeClasses(db, args, new Date())) console.log(line);
    }),
  );
}

export async function changeClasses(db: Db, [verb, subject, value]: string[], now: Date): Promise<string[]> {
  if (!subject) throw new StartError(usage);
  if (verb === "list") return listUpcoming(db, subject, now);
  const change = { classId: subject, now };
  const { timeZone } = await readInstitute(db);
  if (verb === "move" && value)
    return report(
      await moveClass(db, { ...change, startsAt: readMoment(value, timeZone) }),
      "The class has been moved.",
    );
  if (verb === "cancel") return report(await cancelClass(db, change), "The class has been cancelled.");
  if (verb === "link" && value !== undefined)
    return report(await setMeetingLink(db, { classId: subject, link: value }), "The meeting link has been changed.");
  throw new StartError(usage);
}

function report(problem: string | null, success: string): string[] {
  if (problem) throw new StartError(problem);
  return [success];
}

function readMoment(text: string, timeZone: string): Date {
  const given = readWallTime(text);
  if (!given) throw new StartError('Write the time like "2026-11-20 10:00", in the time zone of the institute.');
  return momentAt(given, timeZone);
}

async function listUpcoming(db: Db, courseId: string, now: Date): Promise<string[]> {
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
  if (near.length === 0)
    throw new StartError(`The course ${courseId} has no classes in the next two weeks. Check the spelling of its id.`);
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

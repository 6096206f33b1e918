import { endsAt } from "@shoreline/domain/schedule";
import { and, asc, eq } from "drizzle-orm";
import { drawCalendar } from "../../calendar.ts";
import { isWellFormed } from "../../content/well-formed.ts";
import type { Deps } from "../../context.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { readInstitute } from "../site/queries.ts";
import { placeLearners } from "./places.ts";
import { type ClassRow, isSincePurchase, listCalendar } from "./queries.ts";
import { classShape } from "./shapes.ts";

// Past classes stay in the calendar for about two months.
const lookBackMs = 60 * 86_400_000;

export async function drawFeed(deps: Deps, learnerId: string): Promise<Buffer> {
  const { db, clock } = deps;
  await placeLearners(db, { now: clock.now(), learnerId });
  const since = new Date(clock.now().getTime() - lookBackMs);
  return drawClasses(deps, await listCalendar(db, { learnerId, since }));
}

/** The classes of a purchase as a file for a mail. None when the purchase has no classes, or no longer exists. */
export async function attachClasses(deps: Deps, purchaseId: string) {
  const classes = await deps.db
    .select({ courseId: course.courseId, courseName: course.name, liveClass })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoin(liveClass, eq(liveClass.batchId, batchPlace.batchId))
    .where(and(eq(purchase.id, purchaseId), isSincePurchase))
    .orderBy(asc(liveClass.startsAt));
  const [first] = classes;
  if (!first) return [];
  return [{ name: `${first.courseId}-classes.ics`, type: "text/calendar", bytes: await drawClasses(deps, classes) }];
}

type Lesson = { courseId: string; courseName: string; liveClass: ClassRow };

/** Events link to the schedule, because the meeting link is given out in the join window only. */
async function drawClasses({ db, log, publicUrl }: Deps, classes: Lesson[]): Promise<Buffer> {
  const { name } = await readInstitute(db);
  const sound = classes.filter(({ liveClass }) => isWellFormed(log, classShape, liveClass));
  return drawCalendar({
    name: `Classes at ${name}`,
    institute: name,
    events: sound.map(({ courseId, courseName, liveClass }) => {
      const url = `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}`;
      return {
        uid: `class-${liveClass.id}`,
        sequence: liveClass.sequence,
        changedAt: liveClass.changedAt,
        startsAt: liveClass.startsAt,
        endsAt: endsAt(liveClass),
        title: titleOf(courseName, liveClass),
        text: `Class ${liveClass.number} with ${liveClass.trainerName}. Join from your schedule, from 15 minutes before the start: ${url}`,
        url,
        place: "Online",
        isCancelled: liveClass.cancelledAt !== null,
      };
    }),
  });
}

/** Only a move or a cancellation raises the sequence. */
function titleOf(courseName: string, { topic, sequence, cancelledAt }: ClassRow): string {
  const title = `${courseName}: ${topic}`;
  return sequence > 0 && cancelledAt === null ? `${title} (moved)` : title;
}

import { endsAt } from "@shoreline/domain/schedule";
import { and, asc, eq } from "drizzle-orm";
import { drawCalendar } from "../../calendar.ts";
import { isWellFormed } from "../../content/well-formed.ts";
import type { Deps } from "../../context.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { readInstitute } from "../site/queries.ts";
import { placeLearners } from "./places.ts";
import { type ClassRow, isMoved, isSincePurchase, listCalendar, roomName } from "./queries.ts";
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
    .select({ courseId: course.courseId, courseName: course.name, liveClass, room: roomName, isMoved })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoin(liveClass, eq(liveClass.batchId, batchPlace.batchId))
    .leftJoin(campusRoom, eq(campusRoom.id, liveClass.roomId))
    .where(and(eq(purchase.id, purchaseId), isSincePurchase))
    .orderBy(asc(liveClass.startsAt));
  const [first] = classes;
  if (!first) return [];
  return [{ name: `${first.courseId}-classes.ics`, type: "text/calendar", bytes: await drawClasses(deps, classes) }];
}

type Lesson = { courseId: string; courseName: string; liveClass: ClassRow; room: string; isMoved: boolean };

/** Events link to the schedule, because the meeting link is given out in the join window only. */
async function drawClasses({ db, log, publicUrl }: Deps, classes: Lesson[]): Promise<Buffer> {
  const { name } = await readInstitute(db);
  const sound = classes.filter(({ liveClass }) => isWellFormed(log, classShape, liveClass));
  return drawCalendar({
    name: `Classes at ${name}`,
    institute: name,
    events: sound.map(({ courseId, courseName, liveClass, room, isMoved }) => {
      const url = `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}`;
      return {
        uid: `class-${liveClass.id}`,
        sequence: liveClass.sequence,
        changedAt: liveClass.changedAt,
        startsAt: liveClass.startsAt,
        endsAt: endsAt(liveClass),
        title: titleOf(courseName, liveClass, isMoved),
        text: `Class ${liveClass.number} with ${liveClass.trainerName}. Join from your schedule, from 15 minutes before the start: ${url}`,
        url,
        place: room || "Online",
        isCancelled: liveClass.cancelledAt !== null,
      };
    }),
  });
}

function titleOf(courseName: string, { topic, cancelledAt }: ClassRow, isMoved: boolean): string {
  const title = `${courseName}: ${topic}`;
  return isMoved && cancelledAt === null ? `${title} (moved)` : title;
}

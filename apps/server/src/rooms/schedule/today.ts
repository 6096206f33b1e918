import { endsAt } from "@shoreline/domain/schedule";
import { isWellFormed } from "../../content/well-formed.ts";
import type { SignedInCtx } from "../../context.ts";
import { placeLearners } from "./places.ts";
import { type ClassRow, listOwnClasses } from "./queries.ts";
import { classShape } from "./shapes.ts";
import { toWire } from "./wire.ts";

type Row = Awaited<ReturnType<typeof listOwnClasses>>[number];
type PlannedRow = Row & { liveClass: ClassRow };

/** The class that runs or comes next, across all courses, and how far each course has come. */
export async function readToday({ db, log, clock, learner }: SignedInCtx) {
  const now = clock.now();
  const own = { learnerId: learner.id };
  let rows = await listOwnClasses(db, own);
  if (rows.some(({ isPlaced }) => !isPlaced)) {
    await placeLearners(db, { ...own, now });
    rows = await listOwnClasses(db, own);
  }
  const isPlanned = (row: Row): row is PlannedRow =>
    row.liveClass !== null && row.liveClass.cancelledAt === null && isWellFormed(log, classShape, row.liveClass);
  const next = rows.filter(isPlanned).find(({ liveClass }) => endsAt(liveClass) > now);
  const courses = Map.groupBy(rows, ({ courseId }) => courseId);
  return {
    now: now.toISOString(),
    next: next ? { ...toShown(next, now), courseId: next.courseId, courseName: next.courseName } : null,
    courses: [...courses].map(([courseId, all]) => ({ courseId, ...courseStatus(all.filter(isPlanned), now) })),
  };
}

/** Of the classes of a course, in time order. Those from before the purchase are not held, as for the certificate. */
function courseStatus(planned: PlannedRow[], now: Date) {
  const [first, last] = [planned[0], planned.at(-1)];
  const ahead = planned.filter(({ liveClass }) => endsAt(liveClass) > now);
  const next = ahead[0]?.liveClass;
  return {
    batch:
      first && last
        ? {
            batchTime: first.batchTime,
            batchType: first.batchType,
            startsAt: first.liveClass.startsAt.toISOString(),
            endsAt: endsAt(last.liveClass).toISOString(),
          }
        : null,
    held: planned.filter(({ liveClass, isCounted }) => isCounted && endsAt(liveClass) <= now).length,
    attended: planned.filter(({ joinedAt }) => joinedAt !== null).length,
    left: ahead.length,
    next: next ? { classDate: next.startsAt.toISOString(), topic: next.topic } : null,
  };
}

function toShown({ liveClass, batchTime, joinedAt }: PlannedRow, now: Date) {
  return { ...toWire(liveClass, now), batchTime, isAttended: joinedAt !== null };
}

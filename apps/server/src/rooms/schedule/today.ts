import type { SignedInCtx } from "../../context.ts";
import { placeLearners } from "./places.ts";
import type { ClassRow } from "./queries.ts";
import { listToday } from "./today-query.ts";
import { toWire } from "./wire.ts";

type Row = Awaited<ReturnType<typeof listToday>>[number];
type WithNext = Row & { next: ClassRow };

/** The class that runs or comes next, across all courses, and how far each course has come. */
export async function readToday({ db, clock, learner }: SignedInCtx) {
  const now = clock.now();
  const own = { learnerId: learner.id, now };
  let rows = await listToday(db, own);
  if (rows.some(({ isPlaced }) => !isPlaced)) {
    await placeLearners(db, own);
    rows = await listToday(db, own);
  }
  const [next] = rows.filter((row): row is WithNext => row.next !== null).toSorted(byTime);
  return {
    now: now.toISOString(),
    next: next ? toNext(next, now) : null,
    courses: rows.map(courseStatus),
  };
}

function byTime({ next: one }: WithNext, { next: other }: WithNext): number {
  return one.startsAt.getTime() - other.startsAt.getTime() || one.number - other.number;
}

function toNext({ next, batchTime, joinedAt, courseId, courseName, isOnHold }: WithNext, now: Date) {
  return {
    ...toWire(next, now, { isOnHold }),
    isOnHold,
    batchTime,
    isAttended: joinedAt !== null,
    courseId,
    courseName,
  };
}

function courseStatus({ courseId, isOnHold, batchTime, batchType, startsAt, endsAt, held, attended, left, next }: Row) {
  return {
    courseId,
    isOnHold,
    batch:
      startsAt && endsAt
        ? { batchTime, batchType, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
        : null,
    held,
    attended,
    left,
    next: next ? { classDate: next.startsAt.toISOString(), topic: next.topic } : null,
  };
}

import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { endsAt } from "@shoreline/domain/schedule";
import { moveAlike, shiftOf } from "@shoreline/domain/timetable";
import { patternName, patternOf, shiftPattern } from "@shoreline/domain/weekly";
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import type { BatchFacts, ClassFacts } from "../../db/tables/class-change.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import type { ClassRow } from "../schedule/queries.ts";
import { findTrainer } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { findRoom } from "./lists.ts";

export type Wish = ParsedInput<Api["timetable"]["preview"]>;

/** More than the longest course has. */
const mostClasses = 500;
const farthestMs = 2 * 366 * 86_400_000;

export type PlannedMove = {
  batchId: string;
  course: string;
  /** How many classes come after the one in the hand. */
  laterCount: number;
  trainer: { id: string | null; name: string } | undefined;
  room: { id: string | null; name: string } | undefined;
  classes: { row: ClassRow; room: string; startsAt: Date }[];
  /** What the batch becomes with all later classes; undefined where it stays as it is. */
  forBatch: BatchFacts | undefined;
  /** Why it cannot be done, in words for staff. */
  why: string | null;
};

/** Which classes move where. The preview and the move ask the same question. */
export async function planMove(ctx: StaffCtx, db: Db, wish: Wish): Promise<PlannedMove> {
  const now = ctx.clock.now();
  const [found] = await db
    .select({ row: liveClass, course: course.name, run: batch })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(eq(liveClass.id, wish.classId));
  if (!found) throw new Refusal("CLASS_NOT_FOUND");
  const { timeZone } = await readInstitute(db);
  const from = found.row.startsAt;
  const to = wish.startsAt ? new Date(wish.startsAt) : from;
  const series = await listFrom(db, found.row);
  const chosen = series.filter(({ row }) => wish.scope === "later" || row.id === found.row.id);
  const classes = chosen.map((one) => ({
    ...one,
    startsAt: wish.does === "cancel" ? one.row.startsAt : moveAlike(one.row.startsAt, { from, to }, timeZone),
  }));
  const isMove = wish.does === "move";
  const trainer = isMove ? await findWished(wish.trainerId, (id) => nameTrainer({ ...ctx, db }, id)) : undefined;
  const room = isMove ? await findWished(wish.roomId, (id) => findRoom(db, id)) : undefined;
  const shift = shiftOf({ from, to }, timeZone);
  return {
    ...{ batchId: found.row.batchId, course: found.course, laterCount: series.length - 1, classes, trainer, room },
    forBatch: isMove && wish.scope === "later" ? batchAfter(found.run, { trainer, room, shift }) : undefined,
    why: whyNot({ row: found.row, classes, now, does: wish.does }),
  };
}

type After = Pick<PlannedMove, "trainer" | "room"> & { shift: ReturnType<typeof shiftOf> };

/** The rest of a series is what the batch is from now on. A pattern that would run past midnight stays as it was. */
function batchAfter(run: typeof batch.$inferSelect, { trainer, room, shift }: After): BatchFacts | undefined {
  const old = run.pattern ?? patternOf(run);
  const pattern = shiftPattern(old, shift);
  const after: BatchFacts = {
    ...(trainer && { trainerId: trainer.id }),
    ...(room && { roomId: room.id }),
    ...(pattern && patternName(pattern) !== patternName(old) && { pattern }),
  };
  return Object.keys(after).length > 0 ? after : undefined;
}

/** The class, and those of its batch that come after it. */
async function listFrom(db: Db, { id, batchId, startsAt }: ClassRow) {
  return db
    .select({ row: liveClass, room: sql<string>`coalesce(${campusRoom.name}, '')` })
    .from(liveClass)
    .leftJoin(campusRoom, eq(campusRoom.id, liveClass.roomId))
    .where(
      and(
        eq(liveClass.batchId, batchId),
        or(eq(liveClass.id, id), and(gte(liveClass.startsAt, startsAt), isNull(liveClass.cancelledAt))),
      ),
    )
    .orderBy(asc(liveClass.startsAt), asc(liveClass.number))
    .limit(mostClasses);
}

type Named = { id: string | null; name: string };

async function nameTrainer(ctx: StaffCtx, trainerId: string): Promise<Named> {
  const found = await findTrainer(ctx, trainerId);
  if (!found) throw new Refusal("UNKNOWN_TRAINER");
  return { id: found.id, name: found.name };
}

async function findWished(
  wished: string | undefined,
  find: (id: string) => Promise<Named>,
): Promise<Named | undefined> {
  if (wished === undefined) return undefined;
  return wished === "none" ? { id: null, name: "" } : find(wished);
}

type Case = { row: ClassRow; classes: PlannedMove["classes"]; now: Date; does: Wish["does"] };

function whyNot({ row, classes, now, does }: Case): string | null {
  const verb = does === "cancel" ? "cancelled" : "moved";
  if (row.cancelledAt) return `This class is cancelled already. It cannot be ${verb}.`;
  if (endsAt(row) <= now) return `This class is over. It cannot be ${verb}.`;
  const isMoved = (one: PlannedMove["classes"][number]) => one.startsAt.getTime() !== one.row.startsAt.getTime();
  if (classes.some((one) => isMoved(one) && one.startsAt <= now)) return "This time has passed. Choose a later one.";
  if (classes.some((one) => isMoved(one) && one.startsAt.getTime() - now.getTime() > farthestMs))
    return "This is more than two years ahead. Choose an earlier day.";
  return null;
}

/** A class as it is after the move, for the check against others. */
export function factsAfter({ trainer, room }: PlannedMove, { row, startsAt }: PlannedMove["classes"][number]) {
  const facts: ClassFacts & { classId: string } = { classId: row.id, startsAt: startsAt.toISOString() };
  if (trainer) Object.assign(facts, { trainerId: trainer.id, trainerName: trainer.name });
  if (room) facts.roomId = room.id;
  return facts;
}

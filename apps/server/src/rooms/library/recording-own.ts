import { Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { recording } from "../../db/tables/lesson.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { isOfBatchTrainer, isTaughtBy, seesAll, type Trainer } from "../teaching/own.ts";
import { teachesCourse } from "./taught-course.ts";

/** A recording of a class belongs to who teaches the class, one of the course to everybody who teaches in it. */
export const isRecordedBy = (trainer: Trainer) => sql<boolean>`(
  ${isTaughtBy(trainer)} or ${isOfBatchTrainer(trainer)}
  or (${recording.classId} is null and ${teachesCourse(trainer, recording.courseId)}))`;

/** A recording that who asks may change. Somebody else's is refused like one that does not exist. */
export async function findRecording(ctx: StaffCtx, recordingId: string, db: Db = ctx.db) {
  const [found] = await db
    .select({
      ...{ recording, courseName: course.name, courseId: course.courseId, number: liveClass.number },
      isYours: isRecordedBy(ctx.staff),
    })
    .from(recording)
    .innerJoin(course, eq(course.id, recording.courseId))
    .leftJoin(batch, eq(batch.id, recording.batchId))
    .leftJoin(liveClass, eq(liveClass.id, recording.classId))
    .where(eq(recording.id, recordingId));
  if (!found || !(found.isYours || seesAll(ctx))) throw new Refusal("UNKNOWN_RECORDING");
  return found;
}

export type FoundRecording = Awaited<ReturnType<typeof findRecording>>;

/** The same, held until the transaction ends: nobody changes or removes it meanwhile. */
export async function holdRecording(ctx: StaffCtx, tx: Db, recordingId: string): Promise<FoundRecording> {
  await tx.execute(sql`select from recording where id = ${recordingId} for no key update`);
  return findRecording(ctx, recordingId, tx);
}

/** For the audit log: "Python, class 16, Loops". */
export function aboutRecording({ recording: { classId, name }, courseName, courseId, number }: FoundRecording) {
  return classId
    ? { kind: "class" as const, thingId: classId, thing: `${courseName}, class ${number}, ${name}` }
    : { kind: "course" as const, thingId: courseId, thing: `${courseName}, ${name}` };
}

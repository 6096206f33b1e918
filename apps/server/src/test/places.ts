import type { BatchType } from "@shoreline/domain/course";
import type { BatchTime } from "@shoreline/domain/site";
import type { WeeklySlot } from "@shoreline/domain/weekly";
import { eq, sql } from "drizzle-orm";
import { course } from "../db/tables/course.ts";
import { purchase } from "../db/tables/enrolment.ts";
import { batch, batchPlace, liveClass } from "../db/tables/schedule.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";

const day = 86_400_000;

type NewBatch = {
  courseId?: string;
  seats?: number | null;
  /** Days from the day of the tests to its first class. */
  startsIn?: number;
  classes?: number;
  batchTime?: BatchTime;
  batchType?: BatchType;
  pattern?: WeeklySlot[];
};

/** A batch with a class a day. */
export async function newBatch(institute: TestInstitute, wanted: NewBatch = {}): Promise<string> {
  const { courseId = "python", seats = null, startsIn = 7, classes = 30 } = wanted;
  const { batchTime = "9-10", batchType = "week-days", pattern = null } = wanted;
  const [about] = await institute.db.select().from(course).where(eq(course.courseId, courseId));
  const startsAt = new Date(testDay.getTime() + startsIn * day);
  const endsAt = new Date(startsAt.getTime() + (classes - 1) * day + 3_600_000);
  const [added] = await institute.db
    .insert(batch)
    .values({ courseId: about?.id ?? "", batchTime, batchType, pattern, startsAt, endsAt, seats })
    .returning();
  const batchId = added?.id ?? "";
  await institute.db.insert(liveClass).values(
    Array.from({ length: classes }, (_, at) => ({
      ...{ batchId, number: at + 1, minutes: 60, topic: `Topic ${at + 1}`, trainerName: "Meera Krishnan" },
      ...{ startsAt: new Date(startsAt.getTime() + at * day), changedAt: testDay, meetingUrl: "https://meet.jit.si/x" },
    })),
  );
  return batchId;
}

/** The batches that a course has so far take nobody any more, so that a test knows where its learners go. */
export async function closeBatches(institute: TestInstitute, courseId: string): Promise<void> {
  await institute.db.execute(sql`
    update batch set cancelled_at = ${testDay.toISOString()}::timestamptz
    where course_id = (select id from course where course_id = ${courseId})`);
}

/** Gives a purchase a place, whatever the seats. */
export async function putInto(
  institute: TestInstitute,
  { purchaseId, batchId }: { purchaseId: string; batchId: string },
) {
  const [of] = await institute.db.select().from(batch).where(eq(batch.id, batchId));
  await institute.db
    .insert(batchPlace)
    .values({ purchaseId, batchId, placedAt: testDay })
    .onConflictDoUpdate({ target: batchPlace.purchaseId, set: { batchId } });
  if (of)
    await institute.db
      .update(purchase)
      .set({ batchTime: of.batchTime, batchType: of.batchType })
      .where(eq(purchase.id, purchaseId));
}

/** Learners without a sign-in, for races in which many take part. */
export async function newPeople(institute: TestInstitute, count: number): Promise<string[]> {
  const { rows } = await institute.db.execute<{ id: string }>(sql`
    insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation,
      inst_or_org, state, country, created_at, updated_at)
    select '+91', 'p' || gen_random_uuid(), 'Kavya', 'Raman ' || n, 'female', '2004-02-29', 'kavya@example.com', 'student', 'x', 'x',
      'india', now(), now()
    from generate_series(1, ${count}::int) n returning id`);
  return rows.map(({ id }) => id);
}

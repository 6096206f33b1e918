import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { batchPlace } from "../db/tables/schedule.ts";
import { movePlace } from "../rooms/schedule/move-place.ts";
import type { TestInstitute } from "./institute.ts";
import { newLearner } from "./learner.ts";
import { giveCourse } from "./paying.ts";

/** Classes on Tuesdays and Thursdays at half past six, from 24 November 2026. */
export const batchForm = {
  ...{ courseId: "sql", name: "Evening group", from: "2026-11-24", batchTime: "3-4", batchType: "week-days" as const },
  pattern: [
    { weekday: 2, from: "18:30", classes: 1 },
    { weekday: 4, from: "18:30", classes: 1 },
  ],
  ...{
    trainerId: null as string | null,
    roomId: null as string | null,
    meetingUrl: "https://meet.example.com/evening",
  },
  ...{ makesMeetings: false, seats: null as number | null, joinUntil: null as string | null },
};

export const openForm = () => ({ ...batchForm, attemptId: randomUUID() });

/** A learner who has bought the course of a batch and has a place in it. */
export async function sitter(institute: TestInstitute, batchId: string, courseId = "sql") {
  const who = await newLearner(institute);
  const now = institute.deps.clock.now();
  const purchaseId = await giveCourse(institute, who, { courseId, at: now });
  await institute.db.transaction((tx) => movePlace(tx, { purchaseId, toBatchId: batchId, now }));
  return { who, purchaseId };
}

export async function placeOf({ db }: TestInstitute, purchaseId: string): Promise<string | null> {
  const [place] = await db.select().from(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
  return place?.batchId ?? null;
}

/** The learner was in these classes, by number. */
export async function attend(
  { db }: TestInstitute,
  { purchaseId, numbers }: { purchaseId: string; numbers: number[] },
) {
  await db.execute(sql`
    insert into attendance (learner_id, class_id, first_joined_at, last_joined_at)
    select p.learner_id, c.id, c.starts_at, c.starts_at
    from purchase p join batch_place placed on placed.purchase_id = p.id join live_class c on c.batch_id = placed.batch_id
    where p.id = ${purchaseId} and c.number = any(${sql.param(numbers)}::int[])`);
}

/** What counts as attended in the batch of a purchase, by number of the class, with how we know. */
export async function attendedOf({ db }: TestInstitute, purchaseId: string): Promise<string[]> {
  const { rows } = await db.execute<{ text: string }>(sql`
    select c.number || ' ' || a.source as text
    from purchase p join batch_place placed on placed.purchase_id = p.id join live_class c on c.batch_id = placed.batch_id
    join attendance a on a.class_id = c.id and a.learner_id = p.learner_id
    where p.id = ${purchaseId} order by c.number`);
  return rows.map(({ text }) => text);
}

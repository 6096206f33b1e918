import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { placeLearners } from "./places.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;

/** A new course with learners who have bought it, the first of them first. */
async function newCourse({ learners }: { learners: number }) {
  const courseKey = randomUUID();
  const { rows } = await db.execute<{ id: string; learnerId: string }>(sql`
    with about as (
      insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise,
        outcomes, syllabus, questions)
      values (${courseKey}, 'Weaving', '/x.svg', 'web', 'beginner', 1, 'x', 40, 0, '[]', '[]', '[]') returning id
    ), people as (
      insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation,
        inst_or_org, state, country, created_at, updated_at)
      select '+0', ${courseKey} || n, 'Kavya', 'Raman', 'female', '2004-02-29', 'kavya@example.com', 'student', 'x', 'x',
        'india', now(), now()
      from generate_series(1, ${learners}::int) n returning id, mobile_number
    )
    insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
    select people.id, about.id, '9-10', 'week-days',
      ${testDay.toISOString()}::timestamptz + right(mobile_number, -36)::int * interval '1 second'
    from people, about returning id, learner_id as "learnerId"`);
  const [about] = await db.select().from(course).where(eq(course.courseId, courseKey));
  const addBatch = async (days: number, seats: number | null) => {
    const startsAt = new Date(testDay.getTime() + days * day);
    const values = { courseId: about?.id ?? "", batchTime: "9-10", batchType: "week-days", startsAt, seats } as const;
    const endsAt = new Date(startsAt.getTime() + 30 * day);
    const [added] = await db
      .insert(batch)
      .values({ ...values, endsAt })
      .returning();
    return added?.id ?? "";
  };
  const taken = (batchId: string) => db.$count(batchPlace, eq(batchPlace.batchId, batchId));
  return { purchases: rows, addBatch, taken };
}

const now = new Date(testDay.getTime() + 3_600_000);

test("two learners who ask for the last seat at once: one gets it, the other waits for the next batch", async () => {
  for (let round = 0; round < 5; round++) {
    const { purchases, addBatch, taken } = await newCourse({ learners: 2 });
    const full = await addBatch(7, 1);
    await Promise.all(purchases.map(({ learnerId }) => placeLearners(db, { now, learnerId })));
    expect(await taken(full)).toBe(1);
    const next = await addBatch(14, 1);
    await placeLearners(db, { now });
    expect([await taken(full), await taken(next)]).toEqual([1, 1]);
  }
});

test("however many processes place them, batches fill in turn and nobody gets a seat that is not there", async () => {
  const { purchases, addBatch, taken } = await newCourse({ learners: 30 });
  const ids = [await addBatch(7, 10), await addBatch(14, 5), await addBatch(-3, 4)];
  await Promise.all([
    ...purchases.slice(0, 8).map(({ learnerId }) => placeLearners(db, { now, learnerId })),
    ...[1, 2, 3, 4].map(() => placeLearners(db, { now })),
  ]);
  expect(await Promise.all(ids.map(taken))).toEqual([10, 5, 4]);
  const unlimited = await addBatch(21, null);
  await placeLearners(db, { now });
  expect(await taken(unlimited)).toBe(11);
});

test("who bought first gets the seat", async () => {
  const { purchases, addBatch } = await newCourse({ learners: 9 });
  const batchId = await addBatch(7, 3);
  await placeLearners(db, { now });
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from purchase p where p.id in (select purchase_id from batch_place where batch_id = ${batchId})
    order by p.purchased_at`);
  const { rows: first } = await db.execute<{ id: string }>(sql`
    select id from purchase where course_id = (select course_id from purchase where id = ${purchases[0]?.id})
    order by purchased_at limit 3`);
  expect(rows).toEqual(first);
});

test("a batch with fewer seats than learners keeps them all and takes no more", async () => {
  const { addBatch, taken } = await newCourse({ learners: 3 });
  const batchId = await addBatch(7, null);
  await placeLearners(db, { now });
  await db.update(batch).set({ seats: 2 }).where(eq(batch.id, batchId));
  await placeLearners(db, { now });
  expect(await taken(batchId)).toBe(3);
});

test("nobody gets a place in a batch that is over", async () => {
  const { addBatch, taken } = await newCourse({ learners: 1 });
  const batchId = await addBatch(1, null);
  await placeLearners(db, { now: new Date(testDay.getTime() + 40 * day) });
  expect(await taken(batchId)).toBe(0);
});

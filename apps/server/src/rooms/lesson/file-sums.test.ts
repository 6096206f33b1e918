import { asc, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { lessonFile, ofAllCourses } from "../../db/tables/lesson-file.ts";
import { testInstitute } from "../../test/institute.ts";
import { randomSteps } from "../../test/random-steps.ts";

const institute = await testInstitute();
const { db } = institute;
const { any, oneOf, doSome } = randomSteps();
const courses = await db.select({ id: course.id }).from(course).orderBy(asc(course.position)).limit(3);
const states = ["uploading", "checking", "ready", "refused"] as const;

const fileOf = () => ({
  ...{
    courseId: oneOf(courses).id,
    name: "a.pdf",
    type: "application/pdf",
    bytes: any(5_000_000_000),
    state: oneOf(states),
  },
  createdAt: new Date(),
});
const areSome = () => sql`md5(id::text || ${any(1e9)}::text) < '3'`;

const steps = {
  add: () => db.insert(lessonFile).values(fileOf()),
  addSome: () => db.insert(lessonFile).values(Array.from({ length: 5 }, fileOf)),
  check: () =>
    db
      .update(lessonFile)
      .set({ state: oneOf(states) })
      .where(isOne()),
  write: () => db.update(lessonFile).set({ writerUntil: new Date() }).where(isOne()),
  move: () =>
    db
      .update(lessonFile)
      .set({ courseId: oneOf([...courses.map(({ id }) => id), null]) })
      .where(isOne()),
  remove: () => db.delete(lessonFile).where(isOne()),
  removeSome: () =>
    db.execute(
      sql`delete from lesson_file where id = any(array(select id from lesson_file where ${areSome()} order by id for update))`,
    ),
  giveUp: () =>
    db
      .transaction(async (tx) => {
        await tx.insert(lessonFile).values(fileOf());
        tx.rollback();
      })
      .catch(() => {}),
};

const isOne = () => sql`id = (select id from lesson_file order by md5(id::text || ${any(1e9)}::text) limit 1)`;

test("after any history the sums of files say what a count of all says, also when two change at once", {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 60; round++) {
    const done = await doSome(steps);
    const { rows } = await db.execute(sql`
      select coalesce(key, ${ofAllCourses})::text as key, count(*)::int as files, sum(bytes)::text as bytes
      from (select course_id as key, bytes from lesson_file where state <> 'refused' and course_id is not null
        union all select null, bytes from lesson_file where state <> 'refused') counted
      group by key order by 1`);
    const { rows: kept } = await db.execute(sql`
      select course_id::text as key, files, bytes::text from lesson_file_sum where files > 0 order by 1`);
    expect(kept, done).toEqual(rows);
  }
});

import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { course, earlyBird } from "../../db/tables/course.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const trainer = await newStaff(institute, ["trainer"]);

type Asked = Parameters<typeof trainer.desk.courses>[0];
const find = async (asked: Asked) => (await trainer.desk.courses(asked)).courses.map(({ courseId }) => courseId);

test("without words the first courses are listed in their order", async () => {
  const rows = await db.select().from(course).orderBy(course.position, course.name).limit(20);
  expect(await find({})).toEqual(rows.map(({ courseId }) => courseId));
  expect(await find({ words: "  " })).toEqual(rows.map(({ courseId }) => courseId));
});

test("names that begin with the letters come first, then those with the word inside", async () => {
  expect(await find({ words: "pyth" })).toEqual(["python", "python-fullstack"]);
  expect(await find({ words: "FULL" })).toEqual(expect.arrayContaining(["python-fullstack", "java-fullstack"]));
  expect(await find({ words: "full java" })).toEqual(["java-fullstack"]);
});

test.each([
  ["stack full", ["java-fullstack", "python-fullstack"]],
  ["node.js", ["node.js"]],
  ["nodejs", ["node.js"]],
  ["c", ["c-cpp"]],
])("%s finds %j", async (words, courseIds) => {
  expect(await find({ words })).toEqual(expect.arrayContaining(courseIds));
});

test("a topic of a syllabus is not a name", async () => {
  const topics = await db.execute(sql`select 1 from course where search @@ to_tsquery('simple', 'loops:*')`);
  expect(topics.rows).not.toEqual([]);
  expect(await find({ words: "loops" })).toEqual([]);
});

test.each([
  "%",
  "_",
  "\\",
  "'); drop table course; --",
  "💡",
  "ಪೈಥಾನ್",
  "a\u0301",
  "& | ! ( ) :*",
  "x".repeat(100),
  "- -",
])("%s finds nothing, and is no fault", async (words) => {
  expect(await find({ words })).toEqual([]);
});

test.each(["x".repeat(101), "a\u0000b"])("words that cannot be searched for are refused", async (words) => {
  await expect(trainer.desk.courses({ words })).rejects.toMatchObject({ status: 400, code: "INVALID_INPUT" });
});

test("an unknown list is refused", async () => {
  const list = "mine" as "all";
  await expect(trainer.desk.courses({ list })).rejects.toMatchObject({ status: 400, code: "INVALID_INPUT" });
});

test("a hidden course is found where all are wanted, and says so", async () => {
  await db.update(course).set({ isHidden: true }).where(eq(course.courseId, "flutter"));
  const { courses } = await trainer.desk.courses({ words: "flutter" });
  expect(courses).toMatchObject([{ courseId: "flutter", isHidden: true }]);
  expect(await find({ words: "flutter", list: "offered" })).toEqual([]);
  await db.update(course).set({ isHidden: false }).where(eq(course.courseId, "flutter"));
});

test("a course without a price is not sold, and an early-bird price counts", async () => {
  const [before] = await db.select().from(course).where(eq(course.courseId, "flutter"));
  await db.update(course).set({ priceInPaise: 0 }).where(eq(course.courseId, "flutter"));
  expect(await find({ words: "flutter", list: "offered" })).toEqual(["flutter"]);
  expect(await find({ words: "flutter", list: "sold" })).toEqual([]);
  await db.update(course).set({ priceInPaise: 900_000 }).where(eq(course.courseId, "flutter"));
  const endsAt = new Date(institute.deps.clock.now().getTime() + 60_000);
  await db.insert(earlyBird).values({ courseId: before?.id ?? "", priceInPaise: 700_000, endsAt });
  expect(await trainer.desk.course({ courseId: "flutter" })).toEqual({
    ...{ courseId: "flutter", name: "Flutter", hours: before?.durationInHours, priceInPaise: 700_000, isHidden: false },
  });
});

test("twenty are listed at most, from among as many as there are", async () => {
  const [like] = await db.select().from(course).where(eq(course.courseId, "sql"));
  const { id: _, search: __, ...rest } = like as typeof course.$inferSelect;
  const many = Array.from({ length: 300 }, (_, n) => ({ ...rest, courseId: `many-${n}`, name: `Many Words ${n}` }));
  await db.insert(course).values(many.map((one) => ({ ...one, position: 900 })));
  const { courses, isMore } = await trainer.desk.courses({ words: "words" });
  expect([courses.length, isMore]).toEqual([20, true]);
  expect(await find({ words: "many words 29" })).toEqual([
    ...["many-29", "many-290", "many-291", "many-292", "many-293", "many-294", "many-295", "many-296", "many-297"],
    ...["many-298", "many-299"],
  ]);
});

test("an unknown course is refused", async () => {
  await expect(trainer.desk.course({ courseId: "cobol" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(trainer.desk.course({ courseId: "" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("learners and visitors do not get the list of staff", async () => {
  const learner = await newLearner(institute);
  for (const somebody of [institute.visitor(), learner]) {
    await expect(somebody.desk.courses({})).rejects.toMatchObject({ status: 401, code: "STAFF_ONLY" });
    await expect(somebody.desk.course({ courseId: "sql" })).rejects.toMatchObject({ status: 401, code: "STAFF_ONLY" });
  }
});

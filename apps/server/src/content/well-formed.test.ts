import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkHealth, healthReader } from "../health.ts";
import { contentKinds } from "../house.ts";
import { testInstitute } from "../test/institute.ts";
import { findBroken } from "./well-formed.ts";

const institute = await testInstitute();
const { db, cache } = institute;
const visitor = institute.visitor();
const run = async (statement: string) => {
  await db.execute(sql.raw(statement));
  cache.purge();
};

test.each(["syllabus = '{}'", "outcomes = 'null'", "questions = '[{\"question\": 5}]'"])(
  "a broken course is left out everywhere, and every other one is shown: %s",
  async (change) => {
    const before = await visitor.course.list({});
    await run(`update course set ${change} where course_id = 'python'`);
    const after = await visitor.course.list({});
    expect(after.map(({ courseId }) => courseId)).toEqual(
      before.map(({ courseId }) => courseId).filter((courseId) => courseId !== "python"),
    );
    await expect(visitor.course.read({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    const { courses } = await visitor.course.catalogue({ q: "python" });
    expect(courses.some(({ courseId }) => courseId === "python")).toBe(false);
    const broken = await findBroken(db, contentKinds);
    expect(broken).toMatchObject([{ kind: "course", key: "python" }]);
    const { state, notes } = await checkHealth(institute.deps, {
      isStopping: false,
      isWorking: true,
      hasBackups: false,
      broken,
    });
    expect([state, notes.join()]).toEqual(["degraded", expect.stringContaining("course python is broken")]);
    expect(institute.logged.some(({ msg, key }) => msg === "a broken row is left out" && key === "python")).toBe(true);
    await run(`update course set syllabus = other.syllabus, outcomes = other.outcomes, questions = other.questions
    from course other where other.course_id = 'java' and course.course_id = 'python'`);
  },
);

test.each([
  "offline_course set syllabus",
  "offline_course set starts",
  "mentor set teaches",
  "webinar set topics",
  "collection set topics",
  "question set options",
])("one broken row of %s does not break a list", async (place) => {
  const [table = "", , column = ""] = place.split(" ");
  const first = `ctid = (select min(ctid) from ${table})`;
  const { rows } = await db.execute<{ id: string; value: unknown }>(
    sql.raw(`select id, ${column} as value from ${table} where ${first}`),
  );
  await run(`update ${place} = '{"a": 1}' where ${first}`);
  expect((await findBroken(db, contentKinds)).length).toBeGreaterThan(0);
  await visitor.course.offline({});
  await visitor.course.mentors({});
  await visitor.course.read({ courseId: "python" });
  await visitor.webinar.list({});
  for (const { _id: collectionId } of await visitor.quiz.list({}))
    for (const { topic } of await visitor.quiz.topics({ collectionId }))
      for (const { options } of await visitor.quiz.questions({ collectionId, topic })) expect(options).toHaveLength(4);
  const [before] = rows;
  await db.execute(
    sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${JSON.stringify(before?.value)}::jsonb where id = ${before?.id}`,
  );
  cache.purge();
});

test.each(["infinity", "20000-01-01", "0044-03-15 BC"])("news or a webinar on %s is left out", async (date) => {
  await run(`update news set published_at = '${date}' where ctid = (select ctid from news limit 1)`);
  await run(`update webinar set start_at = '${date}' where ctid = (select ctid from webinar limit 1)`);
  expect((await findBroken(db, contentKinds)).map(({ kind }) => kind)).toEqual(["news", "webinar"]);
  await visitor.site.read({});
  await visitor.webinar.list({});
  await visitor.webinar.notification({});
  await run("update news set published_at = now()");
  await run("update webinar set start_at = now() - interval '1 day'");
});

test("a broken block is left out; the home page falls back to the name and what the institute offers", async () => {
  await run(`update block set content = '{"title": 5}' where name in ('about', 'home', 'chatbot')`);
  const { about, home, contact, institute: profile } = await visitor.site.read({});
  expect([about, home.hero.title, contact?.title]).toEqual([null, profile.name, expect.any(String)]);
  expect((await visitor.site.chatbot({})).greeting).toContain(profile.name);
});

test("a broken script or legal text is logged and named on the health page", async () => {
  await run(`update block set content = '{"title": 5}' where name in ('chatbot', 'terms-conditions')`);
  institute.logged.length = 0;
  await visitor.site.chatbot({});
  await expect(visitor.site.text({ name: "terms-conditions" })).rejects.toMatchObject({ code: "UNKNOWN_TEXT" });
  const left = institute.logged.filter(({ msg }) => msg === "a broken block is left out").map(({ block }) => block);
  expect(left).toEqual(["chatbot", "terms-conditions"]);
  const read = healthReader({ ...institute.deps, kinds: contentKinds, records: [] }, () => ({
    isStopping: false,
    isWorking: true,
    hasBackups: false,
  }));
  const notes = (await read()).notes.join("\n");
  expect(notes).toContain("block chatbot is broken and not shown");
  expect(notes).toContain("block terms-conditions is broken and not shown");
});

test("a setting that somebody has broken is taken from the files as they were applied", async () => {
  await run(`update institute set profile = jsonb_set(profile - 'name', '{phone}', '7')`);
  const { institute: profile } = await visitor.site.read({});
  expect([profile.name, profile.phone, profile.city]).toEqual(["Shoreline Academy", "+91 90000 00000", "Pondicherry"]);
  await run(`update content_item set applied = null where kind = 'institute'`);
  expect((await visitor.site.read({})).institute).toMatchObject({ name: "The institute", city: "Pondicherry" });
});

test("a part of the site whose rows are all broken is not offered", async () => {
  await run(`update course set syllabus = '{}'`);
  await run(`update mentor set teaches = '{}'`);
  await run(`update webinar set topics = '{}'`);
  const { offers } = await visitor.site.read({});
  expect(offers).toEqual({ courses: false, mentors: false, webinars: false, offlineCourses: true, tests: true });
});

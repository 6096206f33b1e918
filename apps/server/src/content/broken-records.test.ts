import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { recordChecks } from "../house.ts";
import { issueEarned } from "../rooms/certificate/issue.ts";
import { sendReminders } from "../rooms/schedule/notices.ts";
import { sendNotices } from "../rooms/webinar/notices.ts";
import { finishCourse, issueTo } from "../test/finished.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner } from "../test/learner.ts";
import { giveCourse } from "../test/paying.ts";
import { newRegistrant, takeConfirmedSeat } from "../test/webinars.ts";
import { findBrokenRecords } from "./well-formed.ts";

const institute = await testInstitute();
const { db, deps, cache } = institute;
const visitor = institute.visitor();
const strangeTimes = ["infinity", "-infinity", "20000-01-01", "0044-03-15 BC"];

const run = async (statement: string) => {
  await db.execute(sql.raw(statement));
  cache.purge();
};
const broken = async () => (await findBrokenRecords(db, recordChecks)).map(({ kind, key }) => `${kind} ${key}`);

/** Nothing may answer 500, whatever the row holds. */
afterEach(() => {
  expect(institute.logged.filter(({ msg }) => msg === "request failed")).toEqual([]);
});

test.each(["null", "{}", '"text"', "[5]", '[{"id": 5}]'])(
  "a result whose answers are %s says that it is damaged",
  async (answers) => {
    const [{ _id = "", options = [] } = {}] = await visitor.quiz.questions({
      collectionId: "python",
      topic: "Functions",
    });
    const { resultId } = await visitor.quiz.submit({
      collectionId: "python",
      topic: "Functions",
      username: "Asha Raman",
      email: `asha${answers.length}@example.com`,
      answerKey: [{ _id, selectedOption: options[0] ?? "" }],
    });
    await run(`update result set answer_key = '${answers}' where id = '${resultId}'`);
    await expect(visitor.quiz.read({ resultId })).rejects.toMatchObject({ code: "BROKEN_RESULT" });
    expect(institute.logged).toContainEqual(expect.objectContaining({ kind: "result", key: resultId }));
    if (!answers.startsWith("[")) expect(await broken()).toContain(`result ${resultId}`);
  },
);

test.each([
  "printed = 'null'",
  "printed = '[]'",
  "printed = printed - 'institute'",
  "printed = jsonb_set(printed, '{hours}', '\"many\"')",
  "learned_skills = '{}'",
  "learned_skills = 'null'",
  ...strangeTimes.map((time) => `earned_at = '${time}'`),
])("a certificate with %s is refused with a reason, and its holder sees the others", async (change) => {
  const me = await finishCourse(institute);
  const { id, certificateId } = await issueTo(institute, me);
  await run(`update certificate set ${change} where id = '${id}'`);
  const refused = { code: "BROKEN_CERTIFICATE" };
  await expect(visitor.certificate.get({ certificateId })).rejects.toMatchObject(refused);
  await expect(visitor.certificate.pdf({ certificateId })).rejects.toMatchObject(refused);
  expect((await me.certificate.list({})).certificates).toEqual([]);
  for (const size of ["", "-small"])
    expect((await visitor.request(`/media/certificate/${id}${size}.webp`)).status).toBe(404);
  expect((await visitor.request(`/share/certificate/${certificateId}.jpg`)).status).toBeLessThan(500);
  expect(await broken()).toContain(`certificate ${certificateId}`);
});

test.each(["null", "{}", '"HTML"', "[1, 2]"])("a profile whose skills are %s is read without them", async (skills) => {
  const me = await newLearner(institute);
  const { _id } = await me.account.read({});
  await run(`update learner set skills = '${skills}' where id = '${_id}'`);
  expect(await me.account.read({})).toMatchObject({ firstName: "Kavya", skills: [] });
  if (skills !== "[1, 2]") expect(await broken()).toContain(`learner ${_id}`);
  expect(await me.account.edit({ skills: ["HTML"] })).toMatchObject({ skills: ["HTML"] });
  expect(await broken()).not.toContain(`learner ${_id}`);
});

test.each(strangeTimes)("a class at %s is left out of the schedule, the calendar and the progress", async (time) => {
  const me = await newLearner(institute);
  await giveCourse(institute, me);
  const { schedules } = await me.schedule.view({ courseId: "python" });
  // The calendar has no classes from before the purchase.
  const [first, second] = schedules.slice(-2);
  await run(`update live_class set starts_at = '${time}' where id = '${second?._id}'`);
  const after = await me.schedule.view({ courseId: "python" });
  expect(after.schedules.map(({ _id }) => _id)).toEqual(
    schedules.map(({ _id }) => _id).filter((id) => id !== second?._id),
  );
  const joining = me.schedule.join({ scheduleId: second?._id ?? "", isJoin: true });
  await expect(joining).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  const { url } = await me.schedule.calendar({});
  const feed = await (await visitor.request(new URL(url).pathname)).text();
  expect([feed.includes(first?._id ?? "-"), feed.includes(second?._id ?? "-")]).toEqual([true, false]);
  const { progress } = await me.certificate.list({});
  expect(progress).toMatchObject([{ courseId: "python", lastEndsAt: expect.stringMatching(/^20/) }]);
  await sendReminders(deps);
  await issueEarned(deps);
  expect(await broken()).toContain(`class ${second?._id}`);
  await run(`update live_class set starts_at = '${second?.classDate}' where id = '${second?._id}'`);
});

test.each(strangeTimes)("a batch that starts at %s is not offered, and nobody gets a place in it", async (time) => {
  const [{ id = "" } = {}] = (
    await db.execute<{ id: string }>(
      sql`select b.id from batch b join course c on c.id = b.course_id
        where c.course_id = 'sql' and b.starts_at > ${deps.clock.now().toISOString()}::timestamptz order by b.starts_at limit 1`,
    )
  ).rows;
  const [before] = (await db.execute(sql`select starts_at::text, ends_at::text from batch where id = ${id}`)).rows;
  await run(`update batch set starts_at = '${time}' where id = '${id}'`);
  for (const { startsAt } of await visitor.schedule.next({})) expect(startsAt).toMatch(/^20[0-9]{2}-/);
  const me = await newLearner(institute);
  await giveCourse(institute, me, { courseId: "sql" });
  await me.schedule.view({ courseId: "sql" });
  const { rows } = await db.execute(sql`select from batch_place where batch_id = ${id}`);
  expect(rows).toEqual([]);
  expect(await broken()).toContain(`batch ${id}`);
  await run(`update batch set starts_at = '${before?.starts_at}' where id = '${id}'`);
});

test.each(strangeTimes)("a purchase of %s is left out of the history", async (time) => {
  const me = await newLearner(institute);
  await giveCourse(institute, me, { courseId: "sql" });
  const purchaseId = await giveCourse(institute, me, { courseId: "react" });
  await run(`update purchase set purchased_at = '${time}' where id = '${purchaseId}'`);
  expect((await me.enrolment.list({})).map(({ course }) => course.courseId)).toEqual(["sql"]);
  await me.schedule.view({ courseId: "react" });
  await me.certificate.list({});
  expect(await broken()).toContain(`purchase ${purchaseId}`);
});

test.each(strangeTimes)("a webinar at %s takes no seats, and its links say that it is not found", async (time) => {
  const { userId } = await takeConfirmedSeat(institute, "first-api");
  const [before] = (await db.execute(sql`select start_at::text from webinar where slug = 'first-api'`)).rows;
  await run(`update webinar set start_at = '${time}' where slug in ('first-api', 'honest-charts')`);
  const unknown = { code: "UNKNOWN_WEBINAR" };
  const webinarId = "first-api";
  await expect(visitor.webinar.register({ webinar: webinarId, ...newRegistrant() })).rejects.toMatchObject(unknown);
  await expect(visitor.webinar.page({ webinarId })).rejects.toMatchObject(unknown);
  await expect(visitor.webinar.upcoming({ webinarId })).rejects.toMatchObject(unknown);
  await expect(visitor.webinar.calendar({ webinarId })).rejects.toMatchObject(unknown);
  await expect(visitor.webinar.join({ userId })).rejects.toMatchObject(unknown);
  await expect(visitor.webinar.confirm({ userId })).rejects.toMatchObject(unknown);
  const order = { amount: 49_900, webinarId: "honest-charts", ...newRegistrant() };
  await expect(visitor.payment.order(order)).rejects.toMatchObject(unknown);
  expect((await visitor.webinar.now({})).webinars.map(({ _id }) => _id)).not.toContain(webinarId);
  await sendNotices(deps);
  await run(`update webinar set start_at = '${before?.start_at}' where slug in ('first-api', 'honest-charts')`);
});

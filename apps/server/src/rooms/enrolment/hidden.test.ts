import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";

const institute = await testInstitute();
const { db, cache } = institute;
const visitor = institute.visitor();
const courseId = "sql";
const setHidden = async (isHidden: boolean) => {
  await db.execute(sql`update course set is_hidden = ${isHidden} where course_id = ${courseId}`);
  cache.purge();
};

const owner = await newLearner(institute, { email: "owner@example.com" });
const paying = await newLearner(institute, { email: "paying@example.com" });
const late = await newLearner(institute, { email: "late@example.com" });
const pending = await orderCourse(paying);

beforeAll(async () => {
  const order = await orderCourse(owner);
  await owner.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  await settle(institute);
  await setHidden(true);
});

test("a hidden course is in no list, no search, no suggestion, and its page is not found", async () => {
  const ids = (courses: { courseId: string }[]) => courses.map((one) => one.courseId);
  expect(ids(await visitor.course.list({}))).not.toContain(courseId);
  expect(ids((await visitor.course.catalogue({ q: "sql" })).courses)).not.toContain(courseId);
  expect(ids((await visitor.course.catalogue({ q: "" })).courses)).not.toContain(courseId);
  await expect(visitor.course.read({ courseId })).rejects.toMatchObject({ status: 404, code: "UNKNOWN_COURSE" });
  for (const other of await visitor.course.list({}))
    expect(ids((await visitor.course.read({ courseId: other.courseId })).related)).not.toContain(courseId);
  expect(ids(await late.schedule.next({}))).not.toContain(courseId);
  expect(JSON.stringify(await visitor.quiz.list({}))).not.toContain(`"courseId":"${courseId}"`);
  const cards = [courseId, "python"].map(async (id) => (await visitor.request(`/share/course/${id}.jpg`)).status);
  expect(await Promise.all(cards)).toEqual([404, 200]);
});

test("neither the enquiry popup nor the chatbot mentions it, and an enquiry from an open page still arrives", async () => {
  const { enquiryCourses } = (await visitor.site.read({})).institute;
  expect(enquiryCourses).toEqual(expect.arrayContaining(["Python", "Others"]));
  expect(enquiryCourses).not.toContain("SQL");
  const { entries } = await visitor.site.chatbot({});
  expect(entries.flatMap(({ question, answer }) => [question, ...answer.map(({ course }) => course)])).not.toContain(
    "SQL",
  );
  const asking = { name: "Ravi Kumar", email: "ravi@example.com", mobileNumber: "9123456780" };
  await visitor.lead.enquire({ ...asking, selectedCoruse: "SQL", otherCourseName: "", description: "" });
  await institute.runJobs();
  expect(institute.mails).toContainEqual(
    expect.objectContaining({ to: "hello@shoreline.example", subject: "Enquiry about SQL from Ravi Kumar" }),
  );
});

test("it cannot be bought any more, and says so", async () => {
  const withdrawn = { code: "COURSE_WITHDRAWN", message: expect.stringContaining("no longer offered") };
  const order = { amount: 599_900, courseId, batchTime: "1-2", batchType: "week-end" } as const;
  await expect(late.payment.order(order)).rejects.toMatchObject(withdrawn);
  await expect(late.enrolment.buy({ courseId })).rejects.toMatchObject(withdrawn);
  await db.execute(sql`update course set price_in_paise = 0 where course_id = ${courseId}`);
  await expect(late.enrolment.buy({ courseId })).rejects.toMatchObject(withdrawn);
  await db.execute(sql`update course set price_in_paise = 599900 where course_id = ${courseId}`);
});

test("who ordered it before and has paid gets it", async () => {
  const proof = await payAtGateway(institute, pending.order_id);
  expect(await paying.enrolment.buy({ courseId, ...proof })).toMatchObject({ isPurchased: true, error: null });
});

test("who owns it keeps classroom, syllabus, schedule and invoice", async () => {
  const [mine] = await owner.enrolment.list({});
  expect(mine?.course.courseId).toBe(courseId);
  const purchaseId = mine?._id ?? "";
  expect((await owner.enrolment.read({ purchaseId })).syllabus.length).toBeGreaterThan(0);
  expect((await owner.schedule.view({ courseId })).schedules.length).toBeGreaterThan(0);
  expect((await owner.enrolment.invoice({ purchaseId })).name).toMatch(/\.pdf$/);
  expect((await owner.certificate.list({})).progress.map((one) => one.courseId)).toContain(courseId);
  expect(await owner.enrolment.buy({ courseId, isCheck: true })).toMatchObject({ isPurchased: true });
});

test("it comes back as it was", async () => {
  await setHidden(false);
  expect((await visitor.course.read({ courseId })).courseName).toBe("SQL");
  expect((await visitor.site.read({})).institute.enquiryCourses).toContain("SQL");
  expect((await orderCourse(late)).order_id).toMatch(/^order_/);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notification } from "../../db/tables/notification.ts";
import { once } from "../../jobs/done.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, ticketFor } from "../../test/learner.ts";
import { addFromJob } from "./add.ts";
import { notifyLearner } from "./jobs.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const minute = 60_000;

type Learner = Awaited<ReturnType<typeof newLearner>>;

const idOf = async (who: Learner) => (await who.account.read({}))._id;
const titlesOf = async (who: Learner) => (await who.notification.list({})).notifications.map(({ title }) => title);
const notice = (learnerId: string, title = "A class has a new time") => ({
  learnerId,
  title,
  text: "Loops, with Sanjay.",
  link: "/dashboard/schedule/python",
});

/** A learner who has read the welcome notification. */
async function settledLearner() {
  const who = await newLearner(institute);
  await institute.runJobs();
  await who.notification.markRead({});
  return who;
}

test("a new learner gets one welcome notification and one welcome mail", async () => {
  const who = await newLearner(institute, { firstName: "Meena", email: "meena@example.com" });
  await institute.runJobs();
  expect(await who.notification.list({})).toMatchObject({
    unread: 1,
    notifications: [{ title: "Welcome, Meena", link: "/dashboard/allcourses", isRead: false }],
  });
  const mails = institute.mails.filter(({ to }) => to === "meena@example.com");
  expect(mails).toMatchObject([{ subject: "Welcome to Shoreline Academy" }]);
  expect(mails[0]?.text).toMatch(/^Hello Meena,\n\nYou sign in with your mobile number/);
});

test("the newest notification comes first, and at most a hundred are listed", async () => {
  const who = await settledLearner();
  const learnerId = await idOf(who);
  await db.insert(notification).values(
    Array.from({ length: 120 }, (_, n) => ({
      ...notice(learnerId, `Notice ${n}`),
      sentAt: new Date(testDay.getTime() + n * minute),
    })),
  );
  const titles = await titlesOf(who);
  expect(titles).toHaveLength(100);
  expect(titles.slice(0, 2)).toEqual(["Notice 119", "Notice 118"]);
  expect((await who.notification.list({})).unread).toBe(120);
});

test("a learner marks one notification as read, then all of them; twice changes nothing", async () => {
  const who = await settledLearner();
  const learnerId = await idOf(who);
  await enqueue(db, notifyLearner, notice(learnerId, "One"));
  await enqueue(db, notifyLearner, notice(learnerId, "Two"));
  await institute.runJobs();
  const { notifications } = await who.notification.list({});
  const [first] = notifications.filter(({ isRead }) => !isRead);
  const notificationId = first?._id ?? "";
  for (let n = 0; n < 2; n++) expect(await who.notification.markRead({ notificationId })).toEqual({ unread: 1 });
  for (let n = 0; n < 2; n++) expect(await who.notification.markRead({})).toEqual({ unread: 0 });
});

test("nobody reads or marks another learner's notification", async () => {
  const [me, other] = [await settledLearner(), await settledLearner()];
  await enqueue(db, notifyLearner, notice(await idOf(me), "For me alone"));
  await institute.runJobs();
  const [mine] = (await me.notification.list({})).notifications;
  expect(await titlesOf(other)).not.toContain("For me alone");
  for (const notificationId of [mine?._id ?? "", "no-such-id", "ஆஷா"])
    await expect(other.notification.markRead({ notificationId })).rejects.toMatchObject({
      status: 404,
      code: "UNKNOWN_NOTIFICATION",
    });
  await other.notification.markRead({});
  expect((await me.notification.list({})).unread).toBe(1);
  await expect(institute.visitor().notification.list({} as never)).rejects.toMatchObject({ status: 401 });
});

test("a job that runs a second time adds nothing, and one for a deleted account is dropped", async () => {
  const who = await settledLearner();
  const learnerId = await idOf(who);
  const job = (jobId: string) => ({ ...deps, jobId, once: once(db, jobId) });
  for (let n = 0; n < 2; n++) await addFromJob(job("4711"), notice(learnerId, "Once"));
  expect((await titlesOf(who)).filter((title) => title === "Once")).toHaveLength(1);
  institute.setNow(new Date(testDay.getTime() + 2 * minute));
  await who.account.remove({ ticket: await ticketFor(institute, who.mobileNumber) });
  institute.setNow(testDay);
  await addFromJob(job("4712"), notice(learnerId));
  expect(await db.$count(notification, eq(notification.learnerId, learnerId))).toBe(0);
});

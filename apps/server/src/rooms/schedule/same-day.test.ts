import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { cancelClass } from "./change.ts";
import { sendReminders } from "./notices.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const minute = 60_000;

beforeEach(async () => {
  institute.setNow(testDay);
  await institute.runJobs();
  institute.mails.length = 0;
});

/** A learner of a weekend batch, and the two classes of its second day. */
async function weekendLearner() {
  const email = `${randomUUID()}@example.com`;
  const me = await newLearner(institute, { email });
  await giveCourse(institute, me, { courseId: "python", batchTime: "1-2", batchType: "week-end" });
  const { schedules } = await me.schedule.view({ courseId: "python" });
  const [first, second] = schedules.filter(({ classDate }) => Date.parse(classDate) > testDay.getTime() + 86_400_000);
  if (!first || !second) throw new Error("The batch has no classes.");
  expect(Date.parse(second.classDate) - Date.parse(first.classDate)).toBe(60 * minute);
  const remindAt = async (minutesBefore: number) => {
    institute.setNow(new Date(Date.parse(first.classDate) - minutesBefore * minute));
    await institute.runJobs();
    institute.mails.length = 0;
    await sendReminders(deps);
    await institute.runJobs();
    return institute.mails.filter(({ to }) => to === email).map(({ subject, text }) => ({ subject, text }));
  };
  return { me, first, second, remindAt };
}

test("two classes on a day have one reminder in the evening and one before the first, which names both times", async () => {
  const { me, second, remindAt } = await weekendLearner();
  const [evening, ...others] = await remindAt(17 * 60);
  expect(others).toEqual([]);
  expect(evening?.text).toContain("Your next class of Python is tomorrow at 1:00 PM, the next at 2:00 PM");
  expect(evening?.text).toContain(`2:00 PM: ${second.topic}`);
  const [before, ...more] = await remindAt(60);
  expect([before?.text, more]).toEqual([expect.stringContaining("is in an hour, the next at 2:00 PM"), []]);
  for (const minutes of [30, 0, -30]) expect(await remindAt(minutes)).toEqual([]);
  const { notifications } = await me.notification.list({});
  const reminders = notifications.filter(({ title }) => title.includes("your class"));
  expect(reminders).toHaveLength(2);
  expect(reminders[0]?.text).toContain(`Then 2:00 PM: ${second.topic}`);
});

test("when the first of two classes is cancelled, the second has its own reminder an hour before", async () => {
  const { first, remindAt } = await weekendLearner();
  await remindAt(17 * 60);
  await cancelClass(db, { classId: first._id, now: deps.clock.now() });
  await institute.runJobs();
  expect(await remindAt(60)).toEqual([]);
  const [mail, ...others] = await remindAt(0);
  expect([mail?.subject, others]).toEqual([expect.stringMatching(/your class is in an hour: /), []]);
});

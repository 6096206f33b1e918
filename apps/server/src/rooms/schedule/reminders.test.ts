import { beforeEach, expect, test } from "vitest";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { type Choice, type ScheduledLearner, scheduledLearner } from "../../test/scheduled.ts";
import { cancelClass, moveClass } from "./change.ts";
import { sendReminders } from "./notices.ts";

const institute = await testInstitute();
const { db, deps } = institute;

beforeEach(async () => {
  institute.setNow(testDay);
  await institute.runJobs();
  institute.mails.length = 0;
});

const pythonLearner = (choice?: Choice) => scheduledLearner(institute, choice);

test("a learner gets one reminder on the evening before and one an hour before, however many workers run", async () => {
  const me = await pythonLearner({ email: "nila@example.com" });
  institute.setNow(new Date("2026-11-15T12:31:00Z"));
  await Promise.all([1, 2, 3].map(() => sendReminders(deps)));
  await institute.runJobs();
  await sendReminders(deps);
  await institute.runJobs();
  expect(await titles(me)).toEqual(["Python: your class is tomorrow at 9:00 AM"]);
  institute.setNow(new Date("2026-11-16T02:31:00Z"));
  await Promise.all([1, 2, 3].map(() => sendReminders(deps)));
  await institute.runJobs();
  expect(await titles(me)).toEqual(["Python: your class is in an hour", "Python: your class is tomorrow at 9:00 AM"]);
  const { notifications, unread } = await me.notification.list({});
  expect(notifications[0]).toMatchObject({ link: "/dashboard/schedule/python", isRead: false });
  expect(unread).toBe(notifications.length);
  const mine = institute.mails.filter(({ to, subject }) => to === "nila@example.com" && subject.startsWith("Python"));
  expect(mine.map(({ subject }) => subject.split(":")[1]?.trim())).toEqual([
    "your class is tomorrow at 9",
    "your class is in an hour",
  ]);
  expect(mine[0]?.text).toContain("Monday, 16 November 2026, 9:00 AM IST");
});

test("learners are notified once of a moved or cancelled class, and reminded at its new time", async () => {
  const me = await pythonLearner();
  const { _id: classId } = await me.classAt(new Date("2026-11-18T03:30:00Z"));
  expect(await moveClass(db, { classId, now: testDay, startsAt: new Date("2026-11-18T08:30:00Z") })).toBeNull();
  await institute.runJobs();
  await institute.runJobs();
  expect(await titles(me)).toEqual(["Python: a class has a new time"]);
  institute.setNow(new Date("2026-11-18T02:31:00Z"));
  await sendReminders(deps);
  await institute.runJobs();
  expect(await titles(me)).not.toContain("Python: your class is in an hour");
  institute.setNow(new Date("2026-11-18T07:31:00Z"));
  await sendReminders(deps);
  await institute.runJobs();
  expect((await titles(me))[0]).toBe("Python: your class is in an hour");
  const soon = new Date("2026-11-18T07:40:00Z");
  institute.setNow(soon);
  expect(await cancelClass(db, { classId, now: soon })).toBeNull();
  await institute.runJobs();
  expect((await titles(me))[0]).toBe("Python: a class is cancelled");
  institute.setNow(new Date("2026-11-18T08:30:00Z"));
  await expect(me.schedule.join({ scheduleId: classId })).rejects.toMatchObject({ code: "CLASS_CANCELLED" });
  const shown = (await me.view()).schedules.find(({ _id }) => _id === classId);
  expect(shown).toMatchObject({ isCancelled: true, zoomLink: "" });
  institute.setNow(new Date("2026-11-19T08:30:00Z"));
  expect((await me.view()).schedules.some(({ _id }) => _id === classId)).toBe(false);
});

test("each move of a class is announced with its old time, but not when the class is cancelled right after", async () => {
  const me = await pythonLearner({ batchTime: "1-2", email: "mani@example.com" });
  const { _id: classId } = await me.classAt(new Date("2026-11-18T07:30:00Z"));
  for (const hour of ["09", "11", "09"])
    expect(
      await moveClass(db, { classId, now: testDay, startsAt: new Date(`2026-11-19T${hour}:30:00Z`) }).then(
        async (problem) => {
          await institute.runJobs();
          return problem;
        },
      ),
    ).toBeNull();
  const moves = institute.mails.filter(({ to, subject }) => to === "mani@example.com" && subject.includes("new time"));
  expect(moves).toHaveLength(3);
  expect(moves[0]?.text).toContain("It was planned for Wednesday, 18 November 2026, 1:00 PM IST.");
  await moveClass(db, { classId, now: testDay, startsAt: new Date("2026-11-20T09:30:00Z") });
  await cancelClass(db, { classId, now: testDay });
  await institute.runJobs();
  const { notifications } = await me.notification.list({});
  expect(notifications.filter(({ title }) => title.includes("new time"))).toHaveLength(3);
  expect(notifications.filter(({ title }) => title.includes("cancelled"))).toHaveLength(1);
});

test("a late reminder states the time that is left, and no mail is sent after the class", async () => {
  const me = await pythonLearner({ batchTime: "10-11", email: "late@example.com" });
  institute.setNow(new Date("2026-11-16T02:00:00Z"));
  await sendReminders(deps);
  await institute.runJobs();
  expect(await titles(me)).toEqual(["Python: your class is today at 10:00 AM"]);
  institute.setNow(new Date("2026-11-16T04:11:00Z"));
  await sendReminders(deps);
  institute.setNow(new Date("2026-11-16T06:00:00Z"));
  await institute.runJobs();
  expect((await titles(me))[0]).toBe("Python: your class is in 19 minutes");
  expect(institute.mails.filter(({ to, text }) => to === "late@example.com" && text.includes("19 min"))).toEqual([]);
});

async function titles(me: ScheduledLearner): Promise<string[]> {
  const { notifications } = await me.notification.list({});
  return notifications.map(({ title }) => title).filter((title) => title.startsWith("Python"));
}

import { randomUUID } from "node:crypto";
import { completedAfterMs } from "@shoreline/domain/schedule";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batch, liveClass } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { type Choice, scheduledLearner } from "../../test/scheduled.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { cancelClass, moveClass, setMeetingLink } from "./change.ts";
import { changeClasses } from "./command.ts";
import { readAttendance } from "./queries.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const monday = new Date("2026-11-16T03:30:00Z"); // 9 AM in India, on the day after the test day

beforeEach(async () => {
  institute.setNow(testDay);
  await institute.runJobs();
  institute.mails.length = 0;
});

const pythonLearner = (choice?: Choice) => scheduledLearner(institute, choice);

test("a learner sees all classes of their own batch in order: one for each hour of the course, two a day at weekends", async () => {
  const me = await pythonLearner({ batchTime: "1-2", batchType: "week-end" });
  const { schedules, user, course: about, now } = await me.view();
  expect({ user, about, now }).toEqual({
    user: { firstName: "Kavya", lastName: "Raman" },
    about: { courseId: "python", courseName: "Python" },
    now: testDay.toISOString(),
  });
  const dates = schedules.map(({ classDate }) => classDate);
  expect(dates).toEqual([...dates].sort());
  expect(new Set(schedules.map(({ batchTime }) => batchTime))).toEqual(new Set(["1-2"]));
  for (const date of dates) expect(new Date(date).getUTCDay() % 6).toBe(0);
  expect(dates.map((date) => date.slice(11, 16))).toEqual(Array(25).fill(["07:30", "08:30"]).flat());
  expect(schedules.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  expect(schedules[0]).toMatchObject({ number: 1, trainer: { trainerName: expect.any(String) }, zoomLink: "" });
});

test("the link is in the schedule only during the join window, and a class is completed after 35 hours", async () => {
  const me = await pythonLearner();
  const look = async (at: Date) => {
    institute.setNow(at);
    const { zoomLink, isCompleted, isAttended } = await me.classAt(monday);
    return { hasLink: zoomLink !== "", isCompleted, isAttended };
  };
  const after = (ms: number) => new Date(monday.getTime() + ms);
  expect(await look(after(-15 * minute - 1))).toEqual({ hasLink: false, isCompleted: false, isAttended: false });
  expect(await look(after(-15 * minute))).toEqual({ hasLink: true, isCompleted: false, isAttended: false });
  expect(await look(after(59 * minute))).toEqual({ hasLink: true, isCompleted: false, isAttended: false });
  expect(await look(after(60 * minute))).toEqual({ hasLink: false, isCompleted: false, isAttended: false });
  expect(await look(after(completedAfterMs + 1))).toEqual({ hasLink: false, isCompleted: true, isAttended: false });
});

test("the recording of a class is shown once the class has ended, never another kind of link or that of a cancelled class", async () => {
  const me = await pythonLearner({ batchTime: "2-3" });
  const at = new Date("2026-11-16T08:30:00Z");
  const { _id: classId } = await me.classAt(at);
  const store = (change: Partial<typeof liveClass.$inferInsert>) =>
    db.update(liveClass).set(change).where(eq(liveClass.id, classId));
  await store({ recordingUrl: "https://video.example/1" });
  const look = async (ms: number) => {
    institute.setNow(new Date(at.getTime() + ms));
    return (await me.view()).schedules.find(({ _id }) => _id === classId)?.recordingUrl;
  };
  expect(await look(59 * minute)).toBe("");
  expect(await look(60 * minute)).toBe("https://video.example/1");
  expect(await look(completedAfterMs + 1)).toBe("https://video.example/1");
  await store({ recordingUrl: "javascript:alert(1)" });
  expect(await look(60 * minute)).toBe("");
  await store({ recordingUrl: "https://video.example/1", cancelledAt: testDay });
  expect(await look(59 * minute)).toBe("");
});

test("learners of one batch see the same classes, each with their own attendance, and every change at once, also a removed class", async () => {
  const [me, other] = [await pythonLearner({ batchTime: "3-4" }), await pythonLearner({ batchTime: "3-4" })];
  const at = new Date("2026-11-17T09:30:00Z");
  const { _id: classId, number } = await me.classAt(at);
  institute.setNow(at);
  await me.schedule.join({ scheduleId: classId });
  const look = async (who: typeof me) => (await who.view()).schedules.find(({ _id }) => _id === classId);
  expect([(await look(me))?.isAttended, (await look(other))?.isAttended]).toEqual([true, false]);
  await db.update(liveClass).set({ topic: "Another topic" }).where(eq(liveClass.id, classId));
  expect([(await look(me))?.topic, (await look(other))?.topic]).toEqual(["Another topic", "Another topic"]);
  await db.delete(liveClass).where(eq(liveClass.id, classId));
  expect((await other.view()).schedules.map((one) => one.number)).not.toContain(number);
});

test("a learner gets the link in the join window only, and repeated joins count as one attendance", async () => {
  const me = await pythonLearner();
  const { _id: scheduleId } = await me.classAt(monday);
  await expect(me.schedule.join({ scheduleId })).rejects.toMatchObject({ code: "CLASS_NOT_OPEN", status: 409 });
  expect(await db.$count(attendance, eq(attendance.classId, scheduleId))).toBe(0);

  const first = new Date(monday.getTime() - 5 * minute);
  institute.setNow(first);
  const { zoomLink } = await me.schedule.join({ scheduleId });
  expect(zoomLink).toMatch(/^https:\/\/meet\.jit\.si\/class-/);
  const last = new Date(monday.getTime() + 20 * minute);
  institute.setNow(last);
  await Promise.all([1, 2, 3].map(() => me.schedule.join({ scheduleId, isJoin: true })));
  const rows = await db.select().from(attendance).where(eq(attendance.classId, scheduleId));
  expect(rows).toMatchObject([{ firstJoinedAt: first, lastJoinedAt: last }]);
  expect((await me.classAt(monday)).isAttended).toBe(true);

  institute.setNow(new Date(monday.getTime() + 50 * minute));
  expect(await me.schedule.join({ scheduleId, isJoin: false })).toEqual({ zoomLink: "", isAttended: true });
  institute.setNow(new Date(monday.getTime() + 61 * minute));
  expect(await me.schedule.join({ scheduleId })).toEqual({ zoomLink: "", isAttended: false });
  expect((await db.select().from(attendance).where(eq(attendance.classId, scheduleId)))[0]?.lastJoinedAt).toEqual(
    new Date(monday.getTime() + 50 * minute),
  );
});

test("a learner cannot join a class of another batch, an unknown class or a malformed id", async () => {
  const me = await pythonLearner();
  const other = await pythonLearner({ batchTime: "10-11" });
  const { _id: theirs } = await other.classAt(new Date("2026-11-16T04:30:00Z"));
  institute.setNow(new Date("2026-11-16T04:30:00Z"));
  for (const scheduleId of [theirs, randomUUID(), "1", "' or 1=1", ""])
    await expect(me.schedule.join({ scheduleId })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  await expect(me.schedule.join({ scheduleId: 7 } as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(me.schedule.view({ courseId: "java" })).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
});

test("a learner gets a place in the next batch, or else in the running one, and keeps it", async () => {
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const opening = await db
    .select()
    .from(batch)
    .where(and(eq(batch.courseId, python?.id ?? ""), eq(batch.batchTime, "3-4"), eq(batch.batchType, "week-end")));
  expect(opening).toHaveLength(1);
  expect(opening[0]?.startsAt.getTime()).toBeGreaterThan(testDay.getTime());
  const me = await pythonLearner({ batchTime: "3-4", batchType: "week-end" });
  expect((await me.view()).schedules[0]?.classDate).toBe(opening[0]?.startsAt.toISOString());

  const running = await pythonLearner({ batchTime: "2-3" });
  const before = (await running.view()).schedules.map(({ _id }) => _id);
  await db.insert(batch).values({
    courseId: python?.id ?? "",
    batchTime: "2-3",
    batchType: "week-days",
    startsAt: new Date(testDay.getTime() + 7 * 86_400_000),
    endsAt: new Date(testDay.getTime() + 90 * 86_400_000),
  });
  expect((await running.view()).schedules.map(({ _id }) => _id)).toEqual(before);
});

test("a learner who changes the batch while buying gets a place in the new batch", async () => {
  const me = await pythonLearner({ batchTime: "9-10" });
  expect((await me.view()).schedules[0]?.batchTime).toBe("9-10");
  await db.update(purchase).set({ batchTime: "11-12" }).where(eq(purchase.id, me.purchaseId));
  await enqueue(db, confirmPurchase, { purchaseId: me.purchaseId });
  await institute.runJobs();
  const { schedules } = await me.view();
  expect(schedules[0]?.classDate).toMatch(/T05:30/);
});

test("a course without a batch has an empty schedule, which fills when a batch is added", async () => {
  const [sql] = await db.select().from(course).where(eq(course.courseId, "sql"));
  const kind = { courseId: sql?.id ?? "", batchTime: "11-12", batchType: "week-end" } as const;
  await db.delete(batch).where(and(eq(batch.courseId, kind.courseId), eq(batch.batchTime, "11-12")));
  const me = await pythonLearner({ courseId: "sql", batchTime: "11-12", batchType: "week-end" });
  expect((await me.view()).schedules).toEqual([]);
  const startsAt = new Date(testDay.getTime() + 86_400_000);
  const [planned] = await db
    .insert(batch)
    .values({ ...kind, startsAt, endsAt: startsAt })
    .returning();
  const values = { number: 1, startsAt, minutes: 60, topic: "Joins", trainerName: "Vikram Nair", changedAt: testDay };
  await db.insert(liveClass).values({ ...values, batchId: planned?.id ?? "" });
  expect((await me.view()).schedules).toMatchObject([{ topic: "Joins" }]);
});

test("every course has a next batch", async () => {
  const next = await institute.visitor().schedule.next({});
  expect(next).toHaveLength(await db.$count(course));
  for (const { startsAt } of next) expect(Date.parse(startsAt)).toBeGreaterThan(testDay.getTime());
});

test("a learner cannot join a class without a link, and leaving counts until the end of the class at most", async () => {
  const me = await pythonLearner({ batchTime: "3-4" });
  const at = new Date("2026-11-16T09:30:00Z");
  const { _id: scheduleId } = await me.classAt(at);
  await setMeetingLink(db, { classId: scheduleId, link: "" });
  institute.setNow(at);
  await expect(me.schedule.join({ scheduleId })).rejects.toMatchObject({ code: "CLASS_WITHOUT_LINK" });
  expect(await db.$count(attendance, eq(attendance.classId, scheduleId))).toBe(0);
  await setMeetingLink(db, { classId: scheduleId, link: "https://meet.jit.si/x" });
  await me.schedule.join({ scheduleId });
  institute.setNow(new Date(at.getTime() + 3 * 86_400_000));
  await me.schedule.join({ scheduleId, isJoin: false });
  const [row] = await db.select().from(attendance).where(eq(attendance.classId, scheduleId));
  expect(row?.lastJoinedAt).toEqual(new Date(at.getTime() + 60 * minute));
});

test("an impossible change is refused with its reason, and a meeting link must be https", async () => {
  const me = await pythonLearner();
  const { _id: classId } = await me.classAt(new Date("2026-11-19T03:30:00Z"));
  const now = testDay;
  expect(await moveClass(db, { classId, now, startsAt: testDay })).toMatch("This time has passed.");
  expect(await moveClass(db, { classId: "x", now, startsAt: monday })).toMatch("There is no class with this id.");
  for (const link of ["http://meet.jit.si/x", "javascript:alert(1)", "zoommtg://x"])
    expect(await setMeetingLink(db, { classId, link })).toBe("A meeting link must start with https://.");
  expect(await setMeetingLink(db, { classId, link: "https://meet.google.com/abc-defg-hij" })).toBeNull();
  institute.setNow(new Date("2026-11-19T03:30:00Z"));
  expect((await me.schedule.join({ scheduleId: classId })).zoomLink).toBe("https://meet.google.com/abc-defg-hij");
  expect(await cancelClass(db, { classId, now })).toBeNull();
  expect(await cancelClass(db, { classId, now })).toBe("This class is already cancelled.");
  expect(await moveClass(db, { classId, now, startsAt: new Date("2026-11-20T03:30:00Z") })).toBe(
    "This class is cancelled and cannot be moved.",
  );
});

test("staff list, move, cancel and link classes at the terminal, and each mistake is reported in one line", async () => {
  const command = (...args: string[]) => changeClasses(db, args, testDay);
  const [line = ""] = await command("list", "react");
  expect(line).toMatch(/^[0-9a-f-]{36} {2}1[56] Nov 2026, /);
  const [id = ""] = line.split("  ");
  expect(await command("move", id, "2026-11-20 06:15")).toEqual(["The class has been moved."]);
  const [moved] = await db.select().from(liveClass).where(eq(liveClass.id, id));
  expect(moved?.startsAt.toISOString()).toBe("2026-11-20T00:45:00.000Z");
  expect(await command("link", id, "https://meet.jit.si/x")).toEqual(["The meeting link has been changed."]);
  expect(await command("cancel", id)).toEqual(["The class has been cancelled."]);
  for (const [args, problem] of [
    [["move", id, "tomorrow"], /Write the time like/],
    [["move", id, "2020-01-01 10:00"], /has passed/],
    [["move", id, "2026-12-32 25:99"], /Write the time like/],
    [["move", id, "2027-02-30 10:00"], /Write the time like/],
    [["cancel", id], /already/],
    [["link", id, "http://x.example"], /https/],
    [["list", "cobol"], /cobol has no classes/],
    [["explode", id], /Usage/],
    [[], /Usage/],
  ] as [string[], RegExp][])
    await expect(command(...args)).rejects.toThrow(problem);
});

test("cancelled classes and those before the purchase do not count for attendance", async () => {
  const me = await pythonLearner({ batchTime: "11-12" });
  const { schedules } = await me.view();
  const ahead = schedules.filter(({ classDate }) => Date.parse(classDate) > testDay.getTime());
  const [first, second] = ahead;
  await cancelClass(db, { classId: first?._id ?? "", now: testDay });
  institute.setNow(new Date(second?.classDate ?? ""));
  await me.schedule.join({ scheduleId: second?._id ?? "" });
  const read = await readAttendance(db, me.purchaseId);
  expect(read).toMatchObject({ classes: ahead.length - 1, attended: 1 });
  expect(read?.lastEndsAt?.toISOString()).toBe(schedules.at(-1)?.endsAt);
});

import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { beforeEach, expect, test } from "vitest";
import { purchase } from "../../db/tables/enrolment.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { ticketFor } from "../../test/learner.ts";
import { type Choice, type ScheduledLearner, scheduledLearner } from "../../test/scheduled.ts";
import { cancelClass, moveClass } from "./change.ts";

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

async function readFeed(me: ScheduledLearner) {
  const { url } = await me.schedule.calendar({});
  const response = await institute.visitor().request(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const events = new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents("vevent");
  return events.map((component) => new ICAL.Event(component));
}

test("the calendar feed has every class once, follows moves and cancellations, and never shows the meeting link", async () => {
  const me = await pythonLearner({ batchTime: "10-11" });
  const { _id: moved } = await me.classAt(new Date("2026-11-17T04:30:00Z"));
  const { _id: cancelled } = await me.classAt(new Date("2026-11-18T04:30:00Z"));
  const before = await readFeed(me);
  const since = (await me.view()).schedules.filter(({ endsAt }) => endsAt > testDay.toISOString());
  expect(before).toHaveLength(since.length);
  expect(new Set(before.map(({ uid }) => uid)).size).toBe(before.length);
  const later = new Date("2026-11-17T09:30:00Z");
  expect(await moveClass(db, { classId: moved, now: testDay, startsAt: later })).toBeNull();
  expect(await cancelClass(db, { classId: cancelled, now: testDay })).toBeNull();
  const after = await readFeed(me);
  const find = (events: typeof after, id: string) => events.find(({ uid }) => uid.includes(id));
  expect(find(before, moved)).toMatchObject({ sequence: 0 });
  expect(find(after, moved)).toMatchObject({ uid: find(before, moved)?.uid, sequence: 1 });
  expect(find(after, moved)?.startDate.toJSDate()).toEqual(later);
  expect(find(after, moved)?.endDate.toJSDate()).toEqual(new Date(later.getTime() + 60 * minute));
  expect(find(after, cancelled)?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
  expect(find(after, cancelled)?.sequence).toBe(1);
  expect(find(before, moved)?.summary).not.toContain("moved");
  expect(find(after, moved)?.summary).toBe(`${find(before, moved)?.summary} (moved)`);
  expect(find(after, cancelled)?.summary).toBe(find(before, cancelled)?.summary);
  expect(after.map((event) => event.component.toString()).join()).not.toContain("meet.jit.si");
});

test("a calendar rings 15 minutes before each class, not for a cancelled one, and has no class from before the purchase", async () => {
  const me = await pythonLearner({ batchTime: "11-12" });
  const { _id: cancelled, classDate, endsAt } = (await me.view()).schedules[2] ?? (await me.classAt(monday));
  const boughtAt = (at: string) =>
    db
      .update(purchase)
      .set({ purchasedAt: new Date(at) })
      .where(eq(purchase.id, me.purchaseId));
  await boughtAt(classDate);
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.id, cancelled));
  const [first, second, ...others] = await readFeed(me);
  expect(first?.uid).toBe(`class-${cancelled}`);
  expect(first?.component.getAllSubcomponents("valarm")).toEqual([]);
  expect(others.length).toBeGreaterThan(10);
  for (const event of [second, ...others]) {
    const [alarm, ...more] = event?.component.getAllSubcomponents("valarm") ?? [];
    expect(more).toEqual([]);
    expect(String(alarm?.getFirstPropertyValue("trigger"))).toBe("-PT15M");
  }
  await boughtAt(endsAt);
  expect((await readFeed(me))[0]?.uid).toBe(second?.uid);
});

test("a renewed calendar address replaces the old one; unknown addresses and those of deleted accounts are not found", async () => {
  const me = await pythonLearner();
  const { url } = await me.schedule.calendar({});
  expect((await me.schedule.calendar({})).url).toBe(url);
  const renewed = await me.schedule.renewCalendar({});
  const status = async (address: string) => (await institute.visitor().request(address)).status;
  expect(await status(url)).toBe(404);
  expect(await status(renewed.url)).toBe(200);
  expect(await status(`/api/calendar/${"x".repeat(43)}.ics`)).toBe(404);
  expect(await status("/api/calendar/x")).toBe(404);
  const ticket = await ticketOf(me.mobileNumber);
  await me.account.remove({ ticket });
  expect(await status(renewed.url)).toBe(404);
});

async function ticketOf(mobileNumber: string): Promise<string> {
  institute.setNow(new Date(testDay.getTime() + 120_000));
  return ticketFor(institute, mobileNumber);
}

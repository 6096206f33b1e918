import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attendanceChange } from "../../db/tables/class.ts";
import { attendance, liveClass } from "../../db/tables/schedule.ts";
import { testInstitute } from "../../test/institute.ts";
import { scheduledLearner } from "../../test/scheduled.ts";
import { storePresence } from "./presence.ts";
import { readAttendance } from "./queries.ts";

const institute = await testInstitute();
const { db } = institute;
const monday = new Date("2026-11-16T03:30:00Z");
const minutesLater = (minutes: number) => new Date(monday.getTime() + minutes * 60_000);

async function inClass() {
  const me = await scheduledLearner(institute);
  const { _id: classId } = await me.classAt(monday);
  const { _id: learnerId } = await me.account.read({});
  const mark = (more: Partial<Parameters<typeof storePresence>[1]>) =>
    db.transaction((tx) =>
      storePresence(tx, {
        ...{ classId, learnerId, mark: "present", source: "roll-call", at: minutesLater(5), now: minutesLater(60) },
        ...more,
      }),
    );
  const read = async () =>
    (await db.select().from(attendance).where(eq(attendance.learnerId, learnerId))).map(
      ({ source, isLate, minutes }) => ({ source, isLate, minutes }),
    );
  const history = async () =>
    (
      await db
        .select()
        .from(attendanceChange)
        .where(eq(attendanceChange.learnerId, learnerId))
        .orderBy(asc(attendanceChange.at))
    ).map((one) => `${one.source} ${one.mark}`);
  return { ...me, classId, learnerId, mark, read, history };
}

test("joining is one mark however often somebody joins, also at the same moment", async () => {
  const me = await inClass();
  institute.setNow(minutesLater(-5));
  const joined = await Promise.all([1, 2, 3].map(() => me.schedule.join({ scheduleId: me.classId })));
  expect(joined.map(({ isAttended }) => isAttended)).toEqual([true, true, true]);
  expect(await me.history()).toEqual(["joined present"]);
  expect(await me.read()).toEqual([{ source: "joined", isLate: false, minutes: null }]);
});

test("a trainer marks somebody absent who had joined: the class no longer counts, the history says why, and joining again changes nothing", async () => {
  const me = await inClass();
  institute.setNow(minutesLater(0));
  await me.schedule.join({ scheduleId: me.classId });
  expect((await readAttendance(db, me.purchaseId))?.attended).toBe(1);
  expect(await me.mark({ mark: "absent" })).toBe(true);
  institute.setNow(minutesLater(10));
  expect((await me.schedule.join({ scheduleId: me.classId })).isAttended).toBe(false);
  expect((await me.classAt(monday)).isAttended).toBe(false);
  expect((await readAttendance(db, me.purchaseId))?.attended).toBe(0);
  expect(await me.history()).toEqual(["joined present", "roll-call absent"]);
});

test("somebody who joins after they were marked absent is there", async () => {
  const me = await inClass();
  await me.mark({ mark: "absent", at: minutesLater(5) });
  institute.setNow(minutesLater(12));
  await me.schedule.join({ scheduleId: me.classId });
  expect(await me.read()).toMatchObject([{ source: "joined" }]);
});

test("joining after the trainer has closed the roll-call gives the link but is no mark", async () => {
  const me = await inClass();
  await db
    .update(liveClass)
    .set({ finishedAt: minutesLater(40) })
    .where(eq(liveClass.id, me.classId));
  institute.setNow(minutesLater(45));
  const joined = await me.schedule.join({ scheduleId: me.classId });
  expect(joined).toEqual({ zoomLink: expect.stringMatching(/^https:/), isAttended: false });
  expect([await me.read(), await me.history()]).toEqual([[], []]);
  await db.update(liveClass).set({ finishedAt: null }).where(eq(liveClass.id, me.classId));
});

test("the same mark twice is one, and an older mark that arrives later goes into the history only", async () => {
  const me = await inClass();
  const id = randomUUID();
  expect(await me.mark({ id, mark: "late", at: minutesLater(10) })).toBe(true);
  expect(await me.mark({ id, mark: "late", at: minutesLater(10) })).toBe(false);
  expect(await me.mark({ mark: "absent", at: minutesLater(2) })).toBe(false);
  expect(await me.read()).toEqual([{ source: "roll-call", isLate: true, minutes: null }]);
  expect(await me.history()).toEqual(["roll-call absent", "roll-call late"]);
});

test("marks of one learner that arrive together end with the latest, whichever is stored first", async () => {
  const me = await inClass();
  const marks = (["present", "late", "absent", "present", "late"] as const).map((mark, n) => ({
    mark,
    at: minutesLater(n),
  }));
  await Promise.all(marks.toReversed().map((one) => me.mark(one)));
  expect(await me.read()).toEqual([{ source: "roll-call", isLate: true, minutes: null }]);
  expect(await me.history()).toHaveLength(5);
});

test("a mark from a phone whose clock is ahead counts from when it arrived", async () => {
  const me = await inClass();
  await me.mark({ mark: "absent", at: minutesLater(999), now: minutesLater(20) });
  expect(await me.mark({ mark: "present", at: minutesLater(30) })).toBe(true);
  expect(await me.read()).toHaveLength(1);
});

test("a report of the meeting adds minutes, but takes back no mark of a trainer", async () => {
  const me = await inClass();
  await me.mark({ mark: "late", at: minutesLater(5) });
  await me.mark({ source: "meeting", minutes: 48, at: minutesLater(15) });
  expect(await me.read()).toEqual([{ source: "roll-call", isLate: true, minutes: 48 }]);
  const other = await inClass();
  await other.mark({ mark: "absent", at: minutesLater(50) });
  await other.mark({ source: "meeting", minutes: 3, at: minutesLater(1) });
  expect(await other.read()).toEqual([]);
  const third = await inClass();
  expect(await third.mark({ source: "meeting", minutes: 55, at: minutesLater(1) })).toBe(true);
  expect(await third.read()).toEqual([{ source: "meeting", isLate: false, minutes: 55 }]);
});

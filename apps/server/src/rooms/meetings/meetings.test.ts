import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { attendanceChange } from "../../db/tables/class.ts";
import { meeting, meetingAccount, meetingStay } from "../../db/tables/meeting.ts";
import { attendance, batch, liveClass } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newMeetingClass } from "../../test/meetings.ts";
import { scheduledLearner } from "../../test/scheduled.ts";
import { newStaff } from "../../test/staff.ts";
import { keepMeetings } from "./jobs.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const startsAt = new Date(testDay.getTime() + 2 * 86_400_000);
const after = (minutes: number) => new Date(startsAt.getTime() + minutes * minute);

async function keep(now?: Date) {
  if (now) institute.setNow(now);
  await enqueue(db, keepMeetings, {});
  await institute.runJobs();
}

beforeEach(async () => {
  institute.setNow(testDay);
  // The demo's own classes would take slots.
  await db.update(batch).set({ makesMeetings: false });
  await institute.runJobs();
});

const meetingOf = async (classId: string) => (await db.select().from(meeting).where(eq(meeting.classId, classId)))[0];

/** Opens the link as a browser does; the page tells the server that it is open until it leaves. */
async function enter(link: string) {
  const visitor = institute.visitor({ address: "127.0.0.1" });
  const { pathname, search } = new URL(link);
  const joined = await visitor.request(pathname + search);
  expect(joined.status).toBe(302);
  const room = joined.headers.get("location") ?? "";
  expect(await (await visitor.request(room)).text()).toContain("You are in the meeting");
  const tell = (what: string) => visitor.request(`${room}/${what}`, { method: "POST" });
  return { here: () => tell("here"), leave: () => tell("leave"), end: () => tell("end") };
}

/** Minute by minute, with a sign of life of each page every ten seconds. */
async function pass(from: number, to: number, pages: { here(): Promise<Response> }[]) {
  for (let at = from; at < to; at++) {
    for (let tenth = 0; tenth < 6; tenth++) {
      institute.setNow(after(at + tenth / 6));
      for (const page of pages) await page.here();
    }
    await keep();
  }
}

test("learners and the trainer meet by links of their own, and the minutes become presence", async () => {
  const [kavya, late, away] = [
    await scheduledLearner(institute, { email: "kavya@example.com" }),
    await scheduledLearner(institute, { email: "late@example.com" }),
    await scheduledLearner(institute, { email: "away@example.com" }),
  ];
  institute.setNow(after(-60));
  const trainer = await newStaff(institute, ["trainer"]);
  const classId = await newMeetingClass(institute, {
    ...{ startsAt, learners: [kavya, late, away], trainerId: trainer.person.id },
  });
  await keep();
  expect(await meetingOf(classId)).toMatchObject({ state: "made", externalId: classId, startsAt, slot: 0 });
  await expect(kavya.schedule.join({ scheduleId: classId })).rejects.toMatchObject({ code: "CLASS_NOT_OPEN" });

  institute.setNow(after(-5));
  await expect(trainer.meetings.open({ classId })).resolves.toMatchObject({
    url: expect.stringContaining("role=MODERATOR"),
  });
  const { zoomLink, isAttended } = await kavya.schedule.join({ scheduleId: classId });
  expect(isAttended).toBe(true);
  expect(zoomLink).toMatch(/\/dev\/meetings\/bigbluebutton\/api\/join\?.*fullName=Kavya.*checksum=\w{64}$/);
  const host = await enter((await trainer.meetings.open({ classId })).url);
  const page = await enter(zoomLink);
  await pass(-5, 20, [host, page]);
  const second = await enter((await late.schedule.join({ scheduleId: classId })).zoomLink);
  await pass(20, 50, [host, page, second]);
  await page.leave();
  await pass(50, 60, [host, second]);
  expect(await trainer.meetings.ofClass({ classId })).toMatchObject({ state: "made", people: 2, problem: null });
  await host.end();
  await institute.meetingServer?.settled();
  await keep(after(75));

  expect(await meetingOf(classId)).toMatchObject({ state: "ended", problem: "" });
  const rows = await db.select().from(attendance).where(eq(attendance.classId, classId));
  const minutesOf = async (who: typeof kavya) => {
    const { _id } = await who.account.read({});
    return rows.find(({ learnerId }) => learnerId === _id);
  };
  expect(await minutesOf(kavya)).toMatchObject({ minutes: 55, source: "meeting", isLate: false });
  expect(await minutesOf(late)).toMatchObject({ minutes: 40, source: "meeting", isLate: true });
  expect(await minutesOf(away)).toBeUndefined();
  const changes = await db.select().from(attendanceChange).where(eq(attendanceChange.classId, classId));
  expect(changes.map(({ source, mark }) => `${source} ${mark}`).sort()).toEqual([
    "joined present",
    "joined present",
    "meeting late",
    "meeting present",
  ]);
  // Nothing is stored twice.
  await keep(after(80));
  expect(await db.$count(attendanceChange, eq(attendanceChange.classId, classId))).toBe(4);
});

test("without the report of the server the minutes are those that were seen, and a stranger is nobody's presence", async () => {
  const me = await scheduledLearner(institute);
  const classId = await newMeetingClass(institute, { startsAt, learners: [me] });
  await keep(after(-10));
  institute.setNow(after(0));
  const link = (await me.schedule.join({ scheduleId: classId })).zoomLink;
  const page = await enter(link);
  const made = await meetingOf(classId);
  const [account] = await db
    .select()
    .from(meetingAccount)
    .where(eq(meetingAccount.id, made?.accountId ?? ""));
  const guest = { id: "somebody", name: "A guest", isHost: false };
  const { settings = {}, secret = "" } = account ?? {};
  const provider = institute.deps.meetings.bigbluebutton({ settings, secret, callbackUrl: "" });
  const wanted = { key: classId, name: "Loops", startsAt, minutes: 60 };
  const strange = await enter(
    await provider.join({ externalId: classId, details: made?.details ?? {} }, wanted, guest),
  );
  await pass(0, 10, [page, strange]);
  await page.leave();
  await pass(10, 15, [strange]);
  const again = await enter((await me.schedule.join({ scheduleId: classId })).zoomLink);
  await pass(15, 25, [again, strange]);
  const stays = await db.select().from(meetingStay).where(eq(meetingStay.classId, classId));
  expect(stays.filter(({ learnerId }) => learnerId === null).map(({ name }) => name)).toEqual(["A guest"]);
  expect(stays.filter(({ learnerId }) => learnerId !== null).map(({ minutes }) => minutes)).toEqual([9, 9]);
  await keep(after(131));
  const [row] = await db.select().from(attendance).where(eq(attendance.classId, classId));
  expect(row?.minutes).toBeGreaterThanOrEqual(18);
  expect(await db.$count(attendance, eq(attendance.classId, classId))).toBe(1);
});

test("a meeting moves with its class, and ends when the class is cancelled or makes no meetings any more", async () => {
  const me = await scheduledLearner(institute);
  const classId = await newMeetingClass(institute, { startsAt, learners: [me] });
  await keep();
  const later = after(24 * 60);
  await db.update(liveClass).set({ startsAt: later }).where(eq(liveClass.id, classId));
  await keep();
  expect(await meetingOf(classId)).toMatchObject({ startsAt: later, state: "made" });
  // Who joins does not wait for the job.
  await db.update(liveClass).set({ startsAt: testDay }).where(eq(liveClass.id, classId));
  await enter((await me.schedule.join({ scheduleId: classId })).zoomLink);
  expect(await meetingOf(classId)).toMatchObject({ startsAt: testDay, state: "running" });
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.id, classId));
  await keep();
  expect(await meetingOf(classId)).toBeUndefined();
  const other = await newMeetingClass(institute, { startsAt });
  await keep();
  await db.update(batch).set({ makesMeetings: false });
  await keep();
  expect(await meetingOf(other)).toBeUndefined();
});

test("only a server that knows the secret reports, and only about classes of its own account", async () => {
  const classId = await newMeetingClass(institute, { startsAt });
  await keep();
  const made = await meetingOf(classId);
  const post = (accountId: string, authorization?: string) =>
    institute.visitor().request(`/api/meeting/report/${accountId}`, {
      ...{ method: "POST", body: JSON.stringify({ meeting_id: classId, data: { attendees: [] } }) },
      headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
    });
  const nobody = "00000000-0000-4000-8000-000000000000";
  for (const [accountId, proof] of [
    [made?.accountId ?? "", undefined],
    [made?.accountId ?? "", "Bearer a.b.c"],
    [nobody, "Bearer a.b.c"],
  ] as const) {
    const answer = await post(accountId, proof);
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: "BAD_SIGNATURE" })]);
  }
  expect((await post("x")).status).toBe(400);
  expect(await meetingOf(classId)).toMatchObject({ state: "made", reportedAt: null });
});

test("a trainer opens only their own classes, the front desk all of them, and a class without a meeting its link", async () => {
  const [mine, other, desk] = [
    await newStaff(institute, ["trainer"]),
    await newStaff(institute, ["trainer"]),
    await newStaff(institute, ["front desk"]),
  ];
  const given = { startsAt: testDay, trainerId: mine.person.id };
  const classId = await newMeetingClass(institute, given);
  const plain = await newMeetingClass(institute, {
    ...{
      ...given,
      startsAt: new Date(testDay.getTime() + 180 * minute),
      makesMeetings: false,
      url: "https://meet.example.com/x",
    },
  });
  expect((await mine.meetings.open({ classId })).url).toContain("/dev/meetings/");
  expect((await desk.meetings.open({ classId })).url).toContain("/dev/meetings/");
  for (const call of ["open", "ofClass"] as const)
    await expect(other.meetings[call]({ classId })).rejects.toMatchObject({ status: 404, code: "UNKNOWN_CLASS" });
  await expect(mine.meetings.open({ classId: plain })).rejects.toMatchObject({ code: "CLASS_NOT_OPEN" });
  institute.setNow(new Date(testDay.getTime() + 180 * minute));
  expect(await mine.meetings.open({ classId: plain })).toEqual({ url: "https://meet.example.com/x" });
  expect(await mine.meetings.ofClass({ classId: plain })).toMatchObject({ state: "none" });
  await expect(mine.meetings.open({ classId })).rejects.toMatchObject({ code: "CLASS_OVER" });
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.id, plain));
  await expect(mine.meetings.open({ classId: plain })).rejects.toMatchObject({ code: "CLASS_CANCELLED" });
});

test("who teaches a class by its batch or by name opens its meeting; who was replaced reads about it only", async () => {
  const [ofBatch, byName, first, substitute] = [
    await newStaff(institute, ["trainer"], "Asha Varma"),
    await newStaff(institute, ["trainer"], "Meera Krishnan"),
    await newStaff(institute, ["trainer"], "Nisha Kurian"),
    await newStaff(institute, ["trainer"], "Mary Joseph"),
  ];
  const desk = await newStaff(institute, ["front desk"]);
  const classId = await newMeetingClass(institute, { startsAt: testDay });
  const [{ batchId = "" } = {}] = await db.select().from(liveClass).where(eq(liveClass.id, classId));
  expect((await byName.meetings.open({ classId })).url).toContain("/dev/meetings/");
  await expect(ofBatch.meetings.open({ classId })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  await db.update(batch).set({ trainerId: ofBatch.person.id }).where(eq(batch.id, batchId));
  expect((await ofBatch.meetings.open({ classId })).url).toContain("/dev/meetings/");
  const later = new Date(testDay.getTime() + 5 * minute);
  const replaced = await newMeetingClass(institute, { startsAt: later, trainerId: first.person.id });
  await desk.teaching.substitute({ classId: replaced, trainerId: substitute.person.id, until: null });
  expect((await substitute.meetings.open({ classId: replaced })).url).toContain("/dev/meetings/");
  await expect(first.meetings.open({ classId: replaced })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  expect(await first.meetings.ofClass({ classId: replaced })).toMatchObject({ state: "made" });
});

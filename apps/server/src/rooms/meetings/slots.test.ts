import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { meeting } from "../../db/tables/meeting.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { type MadeMeeting, type MeetingAccess, type MeetingProvider, MeetingRefused } from "../../ports.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newMeetingClass, setZoomAccounts } from "../../test/meetings.ts";
import { scheduledLearner } from "../../test/scheduled.ts";
import { newStaff } from "../../test/staff.ts";
import { bringUpToDate } from "./keep.ts";
import { storeReports } from "./report.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const minute = 60_000;
const startsAt = new Date(testDay.getTime() + 2 * 86_400_000);
const after = (minutes: number) => new Date(startsAt.getTime() + minutes * minute);

/** A provider that remembers what it was asked, and refuses while told so. */
const asked: string[] = [];
let isAway = false;
/** What happens before the provider answers that a meeting is made. */
let meanwhile = async () => {};
let report: Awaited<ReturnType<NonNullable<MeetingProvider["readReport"]>>> = null;
const speak = (what: string, made: MadeMeeting) => {
  if (isAway) throw new MeetingRefused("Zoom: it is closed today.");
  asked.push(what);
  return made;
};
deps.meetings.zoom = ({ secret }: MeetingAccess) => ({
  test: async () => void speak("test", { externalId: "", details: {} }),
  make: async ({ key }) => {
    const made = speak(`make with ${secret}`, { externalId: `z-${key}`, details: { joinUrl: "https://zoom.us/j/1" } });
    await meanwhile();
    return made;
  },
  change: async (made, wanted) => speak(`change to ${wanted.startsAt.toISOString()}`, made),
  remove: async (made) => void speak("remove", made),
  join: async (made) => speak("join", made).details.joinUrl ?? "",
  readReport: async () => report,
});

beforeEach(async () => {
  institute.setNow(testDay);
  await db.update(batch).set({ makesMeetings: false });
  [asked.length, isAway, report] = [0, false, null];
  meanwhile = async () => {};
});

const rows = () => db.select().from(meeting).orderBy(meeting.startsAt);
const meetingOf = async (classId: string) => (await db.select().from(meeting).where(eq(meeting.classId, classId)))[0];

test("parallel classes never share a slot, however many processes plan at once; who gets none is counted and shown", async () => {
  await setZoomAccounts(institute, ["One", "Two"], { atOnce: 2 });
  const classes = await Promise.all(Array.from({ length: 7 }, () => newMeetingClass(institute, { startsAt })));
  await Promise.all(Array.from({ length: 8 }, () => bringUpToDate(deps)));
  await bringUpToDate(deps);
  const taken = (await rows()).map(({ accountId, slot }) => `${accountId} ${slot}`);
  expect(taken).toHaveLength(4);
  expect(new Set(taken).size).toBe(4);
  expect((await rows()).map(({ state }) => state)).toEqual(Array(4).fill("made"));
  expect(asked).toHaveLength(4);
  const owner = await newStaff(institute, ["owner"]);
  expect(await owner.meetings.accounts({})).toMatchObject({ without: 3, accounts: [{ ahead: 2 }, { ahead: 2 }] });
  institute.setNow(after(-60));
  const today = await newStaff(institute, ["owner"]);
  const { classes: listed } = await today.desk.classes({ only: "no link" });
  const shown = listed.filter(({ classId }) => classes.includes(classId));
  expect(shown).toHaveLength(3);
  expect(shown[0]).toMatchObject({
    hasLink: false,
    linkProblem: "No meeting yet. It is made as soon as an account is free.",
  });
});

test("a class that moves onto a taken slot gets another account, and the old meeting is removed", async () => {
  const [one, two] = await setZoomAccounts(institute, ["One", "Two"]);
  const first = await newMeetingClass(institute, { startsAt });
  const second = await newMeetingClass(institute, { startsAt: after(60) });
  await bringUpToDate(deps);
  expect([(await meetingOf(first))?.accountId, (await meetingOf(second))?.accountId]).toEqual([one, one]);
  await db
    .update(liveClass)
    .set({ startsAt: after(30) })
    .where(eq(liveClass.id, second));
  await bringUpToDate(deps);
  expect(await meetingOf(second)).toMatchObject({ accountId: two, startsAt: after(30), state: "made" });
  expect(asked.slice(2)).toEqual(["remove", "make with secret of Two"]);
  await db
    .update(liveClass)
    .set({ startsAt: after(180) })
    .where(eq(liveClass.id, first));
  await bringUpToDate(deps);
  expect(asked.at(-1)).toBe(`change to ${after(180).toISOString()}`);
});

test("a meeting that failed holds no slot, and is planned again when another class has taken it", async () => {
  const [one, two] = await setZoomAccounts(institute, ["One", "Two"]);
  const first = await newMeetingClass(institute, { startsAt });
  isAway = true;
  await bringUpToDate(deps);
  isAway = false;
  const second = await newMeetingClass(institute, { startsAt });
  await bringUpToDate(deps);
  expect(await meetingOf(second)).toMatchObject({ accountId: one, state: "made" });
  institute.setNow(new Date(testDay.getTime() + 5 * minute));
  await bringUpToDate(deps);
  await bringUpToDate(deps);
  expect(await meetingOf(first)).toMatchObject({ accountId: two, state: "made" });
});

test("two classes that swap their times both keep a meeting", async () => {
  await setZoomAccounts(institute, ["One"]);
  const [first, second] = [
    await newMeetingClass(institute, { startsAt }),
    await newMeetingClass(institute, { startsAt: after(60) }),
  ];
  await bringUpToDate(deps);
  await db
    .update(liveClass)
    .set({ startsAt: after(60) })
    .where(eq(liveClass.id, first));
  await db.update(liveClass).set({ startsAt }).where(eq(liveClass.id, second));
  await bringUpToDate(deps);
  expect(await meetingOf(first)).toMatchObject({ startsAt: after(60), state: "made" });
  expect(await meetingOf(second)).toMatchObject({ startsAt, state: "made" });
});

test("a class that moves while its meeting is made has one meeting, which follows", async () => {
  await setZoomAccounts(institute, ["One"]);
  const classId = await newMeetingClass(institute, { startsAt });
  meanwhile = async () => {
    await db
      .update(liveClass)
      .set({ startsAt: after(120) })
      .where(eq(liveClass.id, classId));
    await bringUpToDate(deps);
  };
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ externalId: `z-${classId}`, state: "asked", startsAt: after(120) });
  await bringUpToDate(deps);
  expect(asked).toEqual(["make with secret of One", `change to ${after(120).toISOString()}`]);
  expect(await meetingOf(classId)).toMatchObject({ state: "made", details: { joinUrl: "https://zoom.us/j/1" } });
});

test("a class that moves while the provider refuses its meeting is asked for again", async () => {
  await setZoomAccounts(institute, ["One"]);
  const classId = await newMeetingClass(institute, { startsAt });
  meanwhile = async () => {
    await db
      .update(liveClass)
      .set({ startsAt: after(120) })
      .where(eq(liveClass.id, classId));
    await bringUpToDate(deps);
    throw new MeetingRefused("Zoom: it is closed today.");
  };
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ externalId: "", problem: "Zoom: it is closed today." });
  meanwhile = async () => {};
  institute.setNow(new Date(testDay.getTime() + minute));
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ externalId: `z-${classId}`, state: "made", startsAt: after(120) });
});

test("a class that is removed while its meeting is made leaves none at the provider", async () => {
  await setZoomAccounts(institute, ["One"]);
  const classId = await newMeetingClass(institute, { startsAt });
  meanwhile = async () => {
    await db.delete(liveClass).where(eq(liveClass.id, classId));
  };
  await bringUpToDate(deps);
  expect(asked).toEqual(["make with secret of One", "remove"]);
});

test("staff read what a provider said in our words, and never what else went wrong", async () => {
  await setZoomAccounts(institute, ["One"]);
  const classId = await newMeetingClass(institute, { startsAt });
  meanwhile = async () => {
    throw new TypeError("fetch failed: https://zoom.us/oauth?secret=abc");
  };
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({
    ...{ state: "failed", problem: "It failed. The server's log says why." },
  });
});

test("a closed account gives its classes to another one, although nobody can reach it any more", async () => {
  const [one, two] = await setZoomAccounts(institute, ["One", "Two"]);
  const classId = await newMeetingClass(institute, { startsAt });
  await bringUpToDate(deps);
  const owner = await newStaff(institute, ["owner"]);
  await owner.meetings.closeAccount({ accountId: one ?? "" });
  await expect(owner.meetings.closeAccount({ accountId: one ?? "" })).rejects.toMatchObject({
    code: "UNKNOWN_MEETING_ACCOUNT",
  });
  isAway = true;
  await bringUpToDate(deps);
  isAway = false;
  institute.setNow(new Date(testDay.getTime() + 5 * minute));
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ accountId: two, state: "made" });
});

test("a provider that refuses is asked again later, staff read why, and learners are asked to try again or get the link of the class", async () => {
  await setZoomAccounts(institute, ["One"], { atOnce: 5 });
  const me = await scheduledLearner(institute);
  const classId = await newMeetingClass(institute, { startsAt: testDay, learners: [me] });
  isAway = true;
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ state: "failed", problem: "Zoom: it is closed today." });
  await expect(me.schedule.join({ scheduleId: classId })).rejects.toMatchObject({ status: 503, code: "MEETING_AWAY" });
  const owner = await newStaff(institute, ["owner"]);
  expect((await owner.meetings.accounts({})).accounts[0]?.problem).toBe("Zoom: it is closed today.");
  const { classes } = await owner.desk.classes({ only: "no link" });
  expect(classes.find((one) => one.classId === classId)?.linkProblem).toBe("Zoom: it is closed today.");
  isAway = false;
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ state: "failed" });
  institute.setNow(new Date(testDay.getTime() + minute));
  await bringUpToDate(deps);
  expect(await meetingOf(classId)).toMatchObject({ state: "made", problem: "" });
  expect((await me.schedule.join({ scheduleId: classId })).zoomLink).toBe("https://zoom.us/j/1");
  expect((await owner.desk.classes({ only: "no link" })).classes.map((one) => one.classId)).not.toContain(classId);
  isAway = true;
  await expect(me.schedule.join({ scheduleId: classId })).rejects.toMatchObject({ code: "MEETING_AWAY" });
  await db.update(liveClass).set({ meetingUrl: "https://meet.example.com/x" }).where(eq(liveClass.id, classId));
  expect((await me.schedule.join({ scheduleId: classId })).zoomLink).toBe("https://meet.example.com/x");
});

test("the report of a provider is waited for, and people are found by address or by a name that is theirs alone", async () => {
  await setZoomAccounts(institute, ["One"], { atOnce: 5 });
  const [asha, kavya] = [
    await scheduledLearner(institute, { email: "asha@example.com" }),
    await scheduledLearner(institute, { email: "kavya2@example.com" }),
  ];
  const classId = await newMeetingClass(institute, { startsAt, learners: [asha, kavya] });
  await bringUpToDate(deps);
  institute.setNow(after(75));
  await storeReports(deps, new Set());
  expect(await meetingOf(classId)).toMatchObject({ state: "made", reportedAt: null });
  const visit = { personId: null, isHost: false, firstSeenAt: after(2), lastSeenAt: after(32) };
  report = [
    { ...visit, name: "Somebody", email: "ASHA@example.com", minutes: 30 },
    { ...visit, name: "Somebody", email: "asha@example.com", minutes: 12 },
    // Both learners have this name.
    { ...visit, name: "Kavya Raman", email: null, minutes: 50 },
    { ...visit, name: "A\u0000 guest", email: null, minutes: 5 },
  ];
  await storeReports(deps, new Set());
  expect(await meetingOf(classId)).toMatchObject({ reportedAt: null });
  institute.setNow(after(90));
  await storeReports(deps, new Set());
  expect(await meetingOf(classId)).toMatchObject({ state: "ended", reportedAt: after(90), problem: "" });
  const { rows: stored } = await db.execute(`select minutes from attendance where class_id = '${classId}'`);
  expect(stored).toEqual([{ minutes: 42 }]);
});

test("a report that never comes is given up after a day", async () => {
  await setZoomAccounts(institute, ["One"], { atOnce: 5 });
  const classId = await newMeetingClass(institute, { startsAt });
  await bringUpToDate(deps);
  institute.setNow(after(60 + 24 * 60 + 1));
  await storeReports(deps, new Set());
  expect(await meetingOf(classId)).toMatchObject({ state: "ended", problem: "The provider gave no report." });
});

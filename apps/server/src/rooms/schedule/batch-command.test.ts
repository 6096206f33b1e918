import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { changeBatches } from "./batch-command.ts";

const institute = await testInstitute();
const { db } = institute;
const folder = mkdtempSync(path.join(tmpdir(), "batches-"));
afterAll(() => rmSync(folder, { recursive: true }));

const flags = {
  from: "2026-12-21",
  time: "9-10",
  type: "week-days",
  trainer: "Meera Krishnan",
  link: "https://meet.jit.si/sql-december",
};

const run = (...args: string[]) => changeBatches(db, args, testDay);
function plan(change: Record<string, string | undefined> = {}, courseId = "sql", ...more: string[]) {
  const all = Object.entries({ ...flags, ...change });
  return run(
    "new",
    courseId,
    ...all.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...more,
  );
}

const idIn = (lines: string[]) => /[0-9a-f-]{36}/.exec(lines[0] ?? "")?.[0] ?? "";

test("staff plan a batch with a class for each hour, without classes on holidays; it is not part of the demo", async () => {
  const skip = path.join(folder, "holidays.txt");
  writeFileSync(skip, "2026-12-25 Christmas\n2026-12-26 a Saturday\n2027-01-01 New year\n");
  const lines = await plan({ skip, seats: "30" });
  expect(lines).toEqual([
    expect.stringMatching(/^Batch [0-9a-f-]{36} has been planned\.$/),
    "SQL, 9-10 week-days: 20 classes.",
    "First class: Monday, 21 December 2026, 9:00 AM IST",
    "Last class: Tuesday, 19 January 2027, 9:00 AM IST",
    "No class on 2026-12-25, 2027-01-01.",
  ]);
  const id = idIn(lines);
  const [added] = await db.select().from(batch).where(eq(batch.id, id));
  const classes = await db.select().from(liveClass).where(eq(liveClass.batchId, id)).orderBy(asc(liveClass.number));
  expect(added).toMatchObject({ seats: 30, isDemo: false, startsAt: classes[0]?.startsAt });
  expect(added?.endsAt.toISOString()).toBe("2027-01-19T04:30:00.000Z");
  expect(classes).toHaveLength(20);
  expect(new Set(classes.map(({ trainerName, meetingUrl }) => `${trainerName} ${meetingUrl}`))).toEqual(
    new Set([`${flags.trainer} ${flags.link}`]),
  );
  expect(classes[0]?.topic).toContain("Installing PostgreSQL");
  expect(classes.at(-1)?.topic).toContain("Final exercise");
  await expect(plan({ skip })).rejects.toThrow(`This batch is planned already: ${id}.`);
  await run("remove", id);
});

test("a preview shows every class and plans nothing", async () => {
  const before = await db.$count(batch);
  const lines = await plan({ from: "2026-12-19", type: "week-end" }, "sql", "--preview");
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^1 {2}19 Dec 2026, 09:00 {2}Installing PostgreSQL/),
    expect.stringMatching(/^2 {2}19 Dec 2026, 10:00 {2}/),
  ]);
  expect(lines.slice(20)).toEqual([
    "SQL, 9-10 week-end: 20 classes.",
    "First class: Saturday, 19 December 2026, 9:00 AM IST",
    "Last class: Sunday, 17 January 2027, 10:00 AM IST",
    "Nothing was planned: this is a preview.",
  ]);
  expect(await db.$count(batch)).toBe(before);
});

test("learners who wait get a place in the new batch; staff see seats and who still waits", async () => {
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  await db.delete(batch).where(eq(batch.courseId, python?.id ?? ""));
  expect(await run("list", "python")).toEqual(["No batch of Python is planned."]);
  const people = [await newLearner(institute), await newLearner(institute)];
  for (const who of people) await giveCourse(institute, who);
  expect(await run("list", "python")).toEqual([
    "No batch of Python is planned.",
    "Waiting for a place, 9-10 week-days: 2",
  ]);
  const id = idIn(await plan({ seats: "1" }, "python"));
  expect(await run("list", "python")).toEqual([
    `${id}  21 Dec 2026, 09:00 to 26 Feb 2027, 10:00  9-10 week-days  50 classes  1 of 1 seats`,
    "Waiting for a place, 9-10 week-days: 1",
  ]);
  await expect(run("remove", id)).rejects.toThrow("This batch has learners: 1.");
  const next = idIn(await plan({ from: "2026-12-28" }, "python"));
  const list = await run("list", "python");
  expect(list).toHaveLength(2);
  expect(list[1]).toMatch(new RegExp(`^${next} .* 1 learner$`));
});

test("a batch without learners is removed with its classes", async () => {
  const id = idIn(await plan({ time: "10-11" }));
  expect(await run("remove", id)).toEqual(["The batch has been removed."]);
  expect(await db.$count(liveClass, eq(liveClass.batchId, id))).toBe(0);
  await expect(run("remove", id)).rejects.toThrow("There is no batch with this id.");
  await expect(run("remove", "' or 1=1")).rejects.toThrow("There is no batch with this id.");
  expect((await run("list", "react"))[0]).toMatch(/ 20 classes {2}\d+ learners {2}demo$/);
});

test("staff set the recording of a class by its batch and number, and remove it again", async () => {
  const id = idIn(await plan({ time: "2-3" }));
  const recordings = async () => {
    const rows = await db.select().from(liveClass).where(eq(liveClass.batchId, id)).orderBy(liveClass.number);
    return rows.flatMap(({ number, recordingUrl }) => (recordingUrl ? [`${number} ${recordingUrl}`] : []));
  };
  expect(await run("recording", id, "2", "https://video.example/2")).toEqual([
    "Learners see the recording once the class has ended.",
  ]);
  expect(await recordings()).toEqual(["2 https://video.example/2"]);
  expect(await run("recording", id, "2", "")).toEqual(["The recording has been removed."]);
  expect(await recordings()).toEqual([]);
  for (const [args, problem] of [
    [[id, "2", "javascript:alert(1)"], "The link of a recording must start with https:// or http://."],
    [[id, "2", "https://user@video.example/"], "The link of a recording must start with https:// or http://."],
    [[id, "0", "https://video.example/2"], "Give the number of the class, from 1."],
    [[id, "999", "https://video.example/2"], "There is no such class."],
    [["x", "1", "https://video.example/2"], "There is no such class."],
    [[id, "2"], "Usage:"],
    [[id, "2", "https://video.example/2", "more"], "Usage:"],
  ] as const)
    await expect(run("recording", ...args)).rejects.toThrow(problem);
  expect(await recordings()).toEqual([]);
  await run("remove", id);
});

test("every mistake is named in one line, and nothing is planned", async () => {
  const before = await db.$count(batch);
  const broken = path.join(folder, "broken.ics");
  writeFileSync(broken, "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261225T090000\nEND:VEVENT\nEND:VCALENDAR\n");
  const always = path.join(folder, "always.ics");
  const event = "BEGIN:VEVENT\nDTSTART:20260101\nDURATION:P366D\nRRULE:FREQ=YEARLY\nEND:VEVENT";
  writeFileSync(always, `BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR\n`);
  for (const [change, problem] of [
    [{ from: "2026-11-13" }, "--from: 2026-11-13 has passed."],
    [{ from: "2026-11-15", type: "week-end" }, "--from: the time of the first class has passed."],
    [{ from: "2026-12-20" }, "--from: 2026-12-20 is a Sunday, and a week-days batch has no classes then."],
    [{ from: "2026-12-21", type: "week-end" }, "--from: 2026-12-21 is a Monday, and a week-end batch"],
    [{ from: "9999-12-30" }, "--from: 9999-12-30 is too far away. Give a day until 2028-11-14."],
    [{ from: "2028-11-15" }, "--from: 2028-11-15 is too far away."],
    [{ from: "2026-02-30" }, "--from: write the day like 2026-11-23."],
    [{ from: "next week" }, "--from: write the day like 2026-11-23."],
    [{ time: "9" }, "--time: choose one of 9-10, 10-11, 11-12, 1-2, 2-3, 3-4."],
    [{ type: "weekend" }, "--type: choose one of week-days, week-end."],
    [{ trainer: " " }, "--trainer: give a name"],
    [{ trainer: "x".repeat(101) }, "--trainer: give a name"],
    [{ trainer: "a\nb" }, "--trainer: give a name"],
    [{ link: "http://meet.jit.si/x" }, "--link: a meeting link must start with https://."],
    [{ link: "" }, "--link: a meeting link must start with https://."],
    [{ link: undefined, time: undefined }, "Give --time, --link too."],
    [{ seats: "0" }, "--seats: give a number from 1 to 100000."],
    [{ seats: "many" }, "--seats: give a number from 1 to 100000."],
    [{ skip: path.join(folder, "none.ics") }, "There is no file "],
    [{ skip: folder }, "There is no file "],
    [{ skip: broken }, "broken.ics, line 3: DTSTART must be a day"],
    [{ skip: always }, "--skip: too few days are left for all classes."],
    [{ colour: "red" }, "Unknown option '--colour'."],
  ] as [Record<string, string | undefined>, string][])
    await expect(plan(change)).rejects.toThrow(problem);
  await expect(plan({}, "cobol")).rejects.toThrow(
    "There is no course cobol. The courses are: angular, c-cpp, data-analyst",
  );
  await expect(run("list", "cobol")).rejects.toThrow("There is no course cobol.");
  for (const args of [
    [],
    ["new"],
    ["list"],
    ["explode", "sql"],
    ["list", "sql", "python"],
    ["list", "sql", "--preview"],
  ])
    await expect(run(...args)).rejects.toThrow("Usage:");
  expect(await db.$count(batch)).toBe(before);
});

import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { changeNews } from "../../db/tables/class-change.ts";
import { notification } from "../../db/tables/notification.ts";
import { batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { once } from "../../jobs/done.ts";
import { rowsPerStep } from "../../steps.ts";
import { failingAt } from "../../test/flaky.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { daily, newBatch } from "../../test/new-batch.ts";
import { asOwner, countJobs } from "../../test/owner.ts";
import { newStaff } from "../../test/staff.ts";
import { readInstitute } from "../site/queries.ts";
import { trainerChanged } from "./change-mails.ts";
import { notifyOfChanges } from "./change-notices.ts";
import { type ClassWish, changeSeries } from "./series.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const hour = 3_600_000;
const nineOnMonday = "2026-11-16T03:30:00Z";

afterEach(async () => {
  institute.setNow(testDay);
  institute.mails.length = 0;
  institute.messages.length = 0;
  await asOwner(institute, "delete from graphile_worker._private_jobs");
});

test("the trainer's mail opens the timetable on the day of the class at the institute", async () => {
  const [first] = trainerChanged.sample.classes;
  if (!first) throw new Error("no sample");
  // Half past midnight of the 17th in India.
  const data = { ...trainerChanged.sample, classes: [{ ...first, startsAt: "2026-11-16T19:00:00.000Z" }] };
  const { parts } = trainerChanged.write(data, { institute: await readInstitute(db), publicUrl: "", now: testDay });
  expect(parts).toContainEqual({ button: "Open the timetable", url: "/staff/timetable?day=2026-11-17" });
});

type Batch = Awaited<ReturnType<typeof newBatch>>;

let changes = 0;

/** Each a second after the one before. */
const change = (batch: Batch, wishes: ClassWish[], more: { isTold?: boolean; note?: string } = {}) => {
  const now = new Date(testDay.getTime() + ++changes * 1000);
  return db.transaction((tx) =>
    changeSeries(tx, { batchId: batch.batchId, wishes, staffId: null, now, isTold: true, ...more }),
  );
};

/** All classes of a batch so many hours later than they were planned. */
const later = ({ classIds }: Batch, hours: number, first = nineOnMonday): ClassWish[] =>
  daily(first, classIds.length).map((at, index) => ({
    classId: classIds[index] ?? "",
    startsAt: new Date(at.getTime() + hours * hour),
  }));

const titlesOf = async ({ batchId }: Batch) => {
  const { rows } = await db.execute<{ title: string; text: string }>(sql`
    select n.title, n.text from ${notification} n join purchase p on p.learner_id = n.learner_id
    join batch_place b on b.purchase_id = p.id where b.batch_id = ${batchId} order by n.sent_at`);
  return rows;
};

test("12 classes move, and every learner gets one notice by each way", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 12), learners: 3 });
  await db.execute(sql`
    update learner set notice_channel = 'sms' where email = ${`2@${batch.courseId}`}`);
  await change(batch, later(batch, 2), { note: "The trainer travels in the morning." });
  await institute.runJobs();
  const shown = await titlesOf(batch);
  expect(shown.map(({ title }) => title)).toEqual(Array(3).fill("Weaving: 12 classes have a new time"));
  expect(shown[0]?.text).toBe(
    "Mon 16 Nov, 11:00 AM (was Mon 16 Nov, 9:00 AM): Topic 1. And 11 more. The trainer travels in the morning.",
  );
  expect(institute.mails.map(({ subject }) => subject)).toEqual(Array(3).fill("Weaving: 12 classes have a new time"));
  expect(institute.mails[0]?.text).toContain("The trainer travels in the morning.");
  expect(institute.messages.map(({ text }) => text)).toEqual([
    expect.stringContaining("Your Weaving timetable has changed: 12 classes, from Mon 16 Nov, 11:00 AM."),
  ]);
});

test("a note about a single class is in the mails and the notification, and the text message stays as registered", async () => {
  const meera = await newStaff(institute, ["trainer"], "Meera Krishnan");
  const trainer = { id: meera.person.id, name: "Meera Krishnan" };
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 2), learners: 1, trainer });
  await db.execute(sql`update learner set notice_channel = 'sms' where email = ${`1@${batch.courseId}`}`);
  const [first = "", second = ""] = batch.classIds;
  const note = "The trainer travels in the morning.";
  await change(batch, [{ classId: first, startsAt: new Date("2026-11-16T05:30:00Z") }], { note });
  await institute.runJobs();
  await change(batch, [{ classId: second, isCancelled: true }], { note });
  await institute.runJobs();
  expect(institute.messages.map(({ text }) => text).sort()).toEqual([
    expect.stringContaining("Your Weaving class of Mon 16 Nov, 9:00 AM has a new time: Mon 16 Nov, 11:00 AM."),
    expect.stringContaining("Your Weaving class on Tue 17 Nov, 9:00 AM is cancelled."),
  ]);
  expect((await titlesOf(batch)).map(({ title, text }) => [title, text]).sort()).toEqual([
    [
      "Weaving: a class has a new time",
      `Topic 1, with Meera Krishnan. Monday, 16 November 2026, 11:00 AM IST. ${note}`,
    ],
    ["Weaving: a class is cancelled", `Topic 2, with Meera Krishnan. Tuesday, 17 November 2026, 9:00 AM IST. ${note}`],
  ]);
  expect(institute.mails).toHaveLength(4);
  for (const { text } of institute.mails) expect(text).toContain(note);
});

test("a notice says what holds when it is sent, and stands for the later change of the same classes", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 3), learners: 2 });
  await change(batch, later(batch, 2));
  await change(batch, later(batch, 4));
  await institute.runJobs();
  expect((await titlesOf(batch)).map(({ text }) => text)).toEqual(
    Array(2).fill("Mon 16 Nov, 1:00 PM (was Mon 16 Nov, 9:00 AM): Topic 1. And 2 more."),
  );
});

test("what is put back before the notice goes out is not told", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 3), learners: 2 });
  await change(batch, later(batch, 2));
  await change(batch, later(batch, 0), { isTold: false });
  await institute.runJobs();
  expect(await titlesOf(batch)).toEqual([]);
  expect(institute.mails).toEqual([]);
});

test("a class that is cancelled after a move of several is told as cancelled, at the time that learners know", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 20), learners: 1 });
  const [third = "", fifteenth = ""] = [batch.classIds[2], batch.classIds[14]];
  await change(batch, later(batch, 1));
  await change(batch, [{ classId: third, isCancelled: true }]);
  await change(batch, [{ classId: fifteenth, isCancelled: true }]);
  await institute.runJobs();
  expect(institute.mails.map(({ subject }) => subject)).toEqual([
    "Weaving: 18 classes have a new time, 2 classes are cancelled",
  ]);
  expect(institute.mails[0]?.text).toContain("Wed 18 Nov, 9:00 AM: Topic 3 is cancelled.");
  expect(institute.mails[0]?.text).toContain("Mon 30 Nov, 9:00 AM: Topic 15 is cancelled.");
  expect((await titlesOf(batch)).map(({ title }) => title)).toEqual([
    "Weaving: 18 classes have a new time, 2 classes are cancelled",
  ]);
});

test("another trainer after a move of several classes is told with it", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 3), learners: 1 });
  const [first = ""] = batch.classIds;
  await change(batch, later(batch, 1));
  await change(batch, [{ classId: first, trainer: { id: null, name: "Joel Antony" } }]);
  await change(batch, later(batch, 0));
  await institute.runJobs();
  expect(await titlesOf(batch)).toEqual([
    { title: "Weaving: 1 class has another trainer", text: "Mon 16 Nov, 9:00 AM: Topic 1, with Joel Antony." },
  ]);
});

test("a class that moves several times is told once, with the start that learners know and each note once", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 3), learners: 2 });
  const [first = ""] = batch.classIds;
  const moves = ["2026-11-16T05:30:00Z", "2026-11-16T07:30:00Z", "2027-01-04T03:30:00Z"].map((at) => new Date(at));
  const ids: string[] = [];
  for (const startsAt of moves)
    ids.push((await change(batch, [{ classId: first, startsAt }], { note: "The hall is painted." })) ?? "");
  // Whichever job comes first tells all, and the others find nothing to tell.
  const context = { ...deps, jobId: "1", once: once(db, "1") };
  await Promise.all(ids.toReversed().map((changeId) => notifyOfChanges(context, { changeId })));
  await institute.runJobs();
  expect((await titlesOf(batch)).map(({ title }) => title)).toEqual(Array(2).fill("Weaving: a class has a new time"));
  expect(institute.mails).toHaveLength(2);
  for (const day of ["16 November 2026, 9:00 AM", "4 January 2027, 9:00 AM"])
    expect(institute.mails[0]?.text).toContain(day);
  expect(institute.mails[0]?.text.split("The hall is painted.")).toHaveLength(2);
});

test("a change that was told is what the next notice compares with", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 2), learners: 1 });
  await change(batch, later(batch, 1));
  await institute.runJobs();
  await change(batch, later(batch, 3));
  await institute.runJobs();
  expect((await titlesOf(batch)).map(({ text }) => text).sort()).toEqual([
    "Mon 16 Nov, 10:00 AM (was Mon 16 Nov, 9:00 AM): Topic 1. And 1 more.",
    "Mon 16 Nov, 12:00 PM (was Mon 16 Nov, 10:00 AM): Topic 1. And 1 more.",
  ]);
});

test("who got the place after a change hears of later changes only", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 1), learners: 1 });
  await change(batch, later(batch, 1));
  const placedAt = new Date(testDay.getTime() + changes * 1000 + 500);
  await db.update(batchPlace).set({ placedAt }).where(eq(batchPlace.batchId, batch.batchId));
  const changeId = (await change(batch, later(batch, 2))) ?? "";
  await notifyOfChanges({ ...deps, jobId: "2", once: once(db, "2") }, { changeId });
  await institute.runJobs();
  expect(institute.mails[0]?.text).toContain("It was planned for Monday, 16 November 2026, 10:00 AM IST.");
});

test("classes that are over when the notice goes out are left out", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 3), learners: 1 });
  await change(batch, later(batch, 2));
  institute.setNow(new Date("2026-11-17T09:00:00Z"));
  await institute.runJobs();
  expect((await titlesOf(batch)).map(({ title, text }) => [title, text])).toEqual([
    ["Weaving: a class has a new time", "Topic 3, with . Wednesday, 18 November 2026, 11:00 AM IST"],
  ]);
});

test("learners of several steps are told once each, also when a run breaks off and two run at once", async () => {
  const learners = 2 * rowsPerStep + 1;
  const batch = await newBatch(institute, { startsAt: daily(nineOnMonday, 2), learners });
  const changeId = (await change(batch, later(batch, 2))) ?? "";
  const context = (of = deps) => ({ ...of, jobId: changeId, once: once(db, changeId) });
  await expect(notifyOfChanges(context(failingAt(deps, 3)), { changeId })).rejects.toThrow("The connection is lost.");
  await Promise.all([notifyOfChanges(context(), { changeId }), notifyOfChanges(context(), { changeId })]);
  expect(await db.$count(changeNews, eq(changeNews.changeId, changeId))).toBe(learners);
  expect(await countJobs(institute, "mail.write")).toBe(learners);
  expect(await countJobs(institute, "notification.add")).toBe(learners);
});

test("who taught the classes and who teaches them now get a mail each", async () => {
  const [meera, joel] = [await newStaff(institute, ["trainer"]), await newStaff(institute, ["trainer"], "Joel Antony")];
  const batch = await newBatch(institute, {
    ...{ startsAt: daily(nineOnMonday, 2), learners: 1 },
    trainer: { id: meera.person.id, name: "Meera Krishnan" },
  });
  const trainer = { id: joel.person.id, name: "Joel Antony" };
  await change(
    batch,
    batch.classIds.map((classId) => ({ classId, trainer })),
  );
  await institute.runJobs();
  expect((await titlesOf(batch))[0]).toEqual({
    title: "Weaving: 2 classes have another trainer",
    text: "Mon 16 Nov, 9:00 AM: Topic 1, with Joel Antony. And 1 more.",
  });
  const toStaff = institute.mails.filter(({ subject }) => subject.startsWith("Timetable"));
  expect(toStaff.map(({ to }) => to).sort()).toEqual([meera.email, joel.email].sort());
});

test("trainers get one mail about several changes before the notice", async () => {
  const meera = await newStaff(institute, ["trainer"]);
  const trainer = { id: meera.person.id, name: "Meera Krishnan" };
  const batch = await newBatch(institute, { startsAt: daily("2026-12-14T03:30:00Z", 2), trainer });
  await change(batch, later(batch, 1, "2026-12-14T03:30:00Z"));
  await change(batch, later(batch, 2, "2026-12-14T03:30:00Z"));
  await institute.runJobs();
  expect(institute.mails.map(({ to }) => to)).toEqual([meera.email]);
  expect(institute.mails[0]?.text).toContain("Mon 14 Dec, 11:00 AM (was Mon 14 Dec, 9:00 AM): Topic 1");
});

test("two changes for one trainer at the same moment: one holds, the other is refused and names the class", async () => {
  const meera = await newStaff(institute, ["trainer"]);
  const trainer = { id: meera.person.id, name: "Meera Krishnan" };
  const batches = await Promise.all(
    [0, 2].map((hours) =>
      newBatch(institute, {
        ...{ startsAt: [new Date(Date.parse("2026-11-23T03:30:00Z") + hours * hour)], trainer },
        courseName: `Course ${hours}`,
      }),
    ),
  );
  const startsAt = new Date("2026-11-24T03:30:00Z");
  const outcomes = await Promise.allSettled(
    batches.map((batch) => change(batch, [{ classId: batch.classIds[0] ?? "", startsAt }])),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = outcomes.find((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({
    code: "CLASS_CLASH",
    fields: {
      clash: expect.stringMatching(/^Meera Krishnan teaches Course [02] then: Tuesday, 24 November 2026, 9:00 AM/),
    },
  });
  expect(await db.$count(liveClass, eq(liveClass.startsAt, startsAt))).toBeGreaterThanOrEqual(1);
});

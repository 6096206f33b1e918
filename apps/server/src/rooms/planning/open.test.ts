import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { campusRoom, holiday } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { batchForm, openForm } from "../../test/batches.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const desk = await newStaff(institute, ["front desk"]);
const newTrainer = async (name: string) => (await newStaff(institute, ["trainer"], name)).person;

beforeEach(async () => {
  institute.setNow(testDay);
  await db.delete(holiday);
});

const startsOf = async (batchId: string) =>
  (await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(liveClass.number)).map(
    ({ startsAt }) => startsAt.toISOString(),
  );

test("a batch is previewed and opened by its pattern, without the days that the institute has off", async () => {
  await db.insert(holiday).values([
    { day: "2026-11-26", name: "Staff day" },
    { day: "2026-12-01", name: "Local festival" },
  ]);
  const preview = await owner.planning.preview(batchForm);
  expect(preview.skipped).toEqual([
    { day: "2026-11-26", name: "Staff day" },
    { day: "2026-12-01", name: "Local festival" },
  ]);
  expect(preview.hours).toBe(preview.classes.length);
  expect(preview.classes[0]).toMatchObject({ number: 1, startsAt: "2026-11-24T13:00:00.000Z" });
  expect(preview.classes[1]?.startsAt).toBe("2026-12-03T13:00:00.000Z");
  expect(preview.proposed).toEqual({ batchTime: "3-4", batchType: "week-days" });

  const { batchId } = await desk.planning.open(openForm());
  expect(await startsOf(batchId)).toEqual(preview.classes.map(({ startsAt }) => startsAt));
  const { batches } = await institute.visitor().schedule.batches({ courseId: "sql" });
  expect(batches.find(({ _id }) => _id === batchId)).toMatchObject({ classes: preview.hours, batchTime: "3-4" });
  const entries = await db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.kind, "batch"), eq(auditEntry.thingId, batchId)));
  expect(entries.map(({ action, who }) => [action, who])).toEqual([["Opened a batch", "Meera Krishnan"]]);
});

test("110 hours at two a week are shown to end in a year, and how they would end sooner", async () => {
  await db.update(course).set({ durationInHours: 110 }).where(eq(course.courseId, "mern"));
  const preview = await owner.planning.preview({ ...batchForm, courseId: "mern" });
  expect(preview).toMatchObject({ hours: 110, hoursAWeek: 2, weeks: 55 });
  expect(preview.hint).toMatchObject({ hoursADay: 2, lastEndsAt: "2027-06-01T15:00:00.000Z" });
});

test("who opens the same form twice gets one batch", async () => {
  const form = openForm();
  const [one, other] = await Promise.all([desk.planning.open(form), desk.planning.open(form)]);
  expect(one).toEqual(other);
  expect(await db.$count(batch, eq(batch.id, form.attemptId))).toBe(1);
});

test("of two batches with one trainer at the same time, opened at the same moment, exactly one is opened", async () => {
  const { id: trainerId } = await newTrainer("Farida Rahman");
  for (let round = 0; round < 3; round++) {
    const from = `2027-0${round + 4}-06`;
    const answers = await Promise.allSettled(
      ["sql", "python", "java", "react"].map((courseId) =>
        desk.planning.open({
          ...openForm(),
          courseId,
          trainerId,
          from,
          pattern: [{ weekday: round, from: "07:00", classes: 4 }],
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "CLASS_CLASH" });
  }
});

test("a clash is found before, and the refusal names who teaches what", async () => {
  const { id: trainerId } = await newTrainer("Vikram Nair");
  await desk.planning.open({ ...openForm(), trainerId });
  const form = { ...openForm(), courseId: "python", trainerId, pattern: [{ weekday: 4, from: "18:00", classes: 1 }] };
  const { clashes } = await desk.planning.preview(form);
  expect(clashes[0]).toEqual({ startsAt: "2026-11-26T12:30:00.000Z", text: "Vikram Nair teaches SQL then" });
  await expect(desk.planning.open(form)).rejects.toMatchObject({
    code: "CLASS_CLASH",
    fields: {
      clash: expect.stringContaining("Vikram Nair teaches SQL then: Thursday, 26 November 2026, 6:00 PM IST."),
    },
  });
  expect(await db.$count(batch, eq(batch.id, form.attemptId))).toBe(0);
  // The next hour is free.
  await desk.planning.open({ ...form, pattern: [{ weekday: 4, from: "19:30", classes: 1 }] });
});

test("a room holds one class at a time, and a closed room cannot be chosen", async () => {
  const { rooms } = await owner.planning.saveCampusRoom({ name: "Banyan", seats: 12 });
  const roomId = rooms.find(({ name }) => name === "Banyan")?.roomId ?? "";
  const form = { ...openForm(), roomId, seats: 20, pattern: [{ weekday: 1, from: "06:00", classes: 1 }] };
  expect((await owner.planning.preview(form)).warnings).toEqual(["Banyan has 12 seats."]);
  const warningsOf = async (joinUntil: string) =>
    (await owner.planning.preview({ ...form, roomId: null, joinUntil })).warnings;
  expect(await warningsOf("2020-01-01")).toEqual(["The last day to join has passed: nobody can join this batch."]);
  expect(await warningsOf("2031-01-01")).toEqual(["The last day to join is after the last class."]);
  await desk.planning.open(form);
  await expect(desk.planning.open({ ...form, courseId: "java", attemptId: randomUUID() })).rejects.toMatchObject({
    code: "CLASS_CLASH",
    fields: { clash: expect.stringContaining("Banyan is taken by SQL then") },
  });
  await owner.planning.closeCampusRoom({ roomId, isClosed: true });
  await expect(
    desk.planning.open({ ...form, attemptId: randomUUID(), pattern: [{ weekday: 1, from: "05:00", classes: 1 }] }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { roomId: "Choose a room from the list" } });
  await expect(owner.planning.saveCampusRoom({ name: "banyan", seats: null })).rejects.toMatchObject({
    code: "KNOWN_CAMPUS_ROOM",
  });
  expect(await db.$count(campusRoom, eq(campusRoom.name, "banyan"))).toBe(0);
});

test.each([
  [{ from: "2026-11-14" }, { from: "This day has passed" }],
  [{ from: "2030-01-01" }, { from: expect.stringMatching(/^This is too far away/) }],
  [{ pattern: [] }, { pattern: "Choose at least one day" }],
  [{ pattern: [{ weekday: 1, from: "23:30", classes: 1 }] }, { pattern: "Monday: the last class ends after midnight" }],
  [{ trainerId: owner.person.id }, { trainerId: "Choose a trainer from the list" }],
  [{ batchTime: "18-19" }, { batchTime: "Choose a batch time from the list" }],
  [{ meetingUrl: "http://meet.example.com" }, { meetingUrl: "A meeting link must start with https://" }],
  [{ seats: 0 }, { seats: "At least 1" }],
  [{ joinUntil: "2029-01-01" }, { joinUntil: "This is after the last class" }],
  [
    { from: "2026-11-15", pattern: [{ weekday: 0, from: "09:00", classes: 1 }] },
    { from: "The time of the first class has passed" },
  ],
])("a form with a mistake is refused with its field: %#", async (change, fields) => {
  await expect(desk.planning.open({ ...openForm(), ...change })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields,
  });
});

test("a trainer's courses, hours and limit are told, and do not stop anybody", async () => {
  const { id: staffId } = await newTrainer("Sanjay Murugan");
  const rules = { hours: [{ weekday: 2, from: 1080, to: 1200 }], courseIds: ["python"], hoursAWeek: 1 };
  const { trainers } = await owner.planning.saveTrainer({ staffId, ...rules, version: 0 });
  expect(trainers.find((one) => one.staffId === staffId)).toMatchObject({
    ...{ hours: rules.hours, courses: [{ courseId: "python", name: "Python" }], hoursAWeek: 1, version: 1 },
  });
  await expect(owner.planning.saveTrainer({ staffId, ...rules, version: 0 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  expect((await desk.planning.preview({ ...batchForm, trainerId: staffId })).warnings).toEqual([
    "Sanjay Murugan does not teach this course.",
    "Some of it is outside Sanjay Murugan's hours.",
    "Sanjay Murugan teaches at most 1 hour a week. With this batch it would be 2.",
  ]);
  await owner.planning.saveTrainer({ staffId, hours: [], courseIds: [], hoursAWeek: 5, version: 1 });
  const warnings = async () => (await desk.planning.preview({ ...batchForm, trainerId: staffId })).warnings;
  expect(await warnings()).toEqual([]);
  const mornings = [1, 2, 3, 4].map((weekday) => ({ weekday, from: "06:00", classes: 1 }));
  await desk.planning.open({ ...openForm(), courseId: "java", trainerId: staffId, pattern: mornings });
  expect(await warnings()).toEqual(["Sanjay Murugan teaches at most 5 hours a week. With this batch it would be 6."]);
});

test("a draft is saved, seen by nobody outside, changed by one at a time, and opened once", async () => {
  const { attemptId, ...form } = openForm();
  const half = { ...form, courseId: "java", from: null, pattern: [] };
  const { draftId } = await desk.planning.saveDraft(half);
  expect(await desk.planning.draft({ draftId })).toMatchObject({
    course: { courseId: "java", name: "Java Programming" },
    version: 0,
    content: { from: null },
  });
  const { version } = await desk.planning.saveDraft({ ...half, ...form, courseId: "java", draftId, version: 0 });
  await expect(desk.planning.saveDraft({ ...half, draftId, version: 0 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const { batches, drafts } = await desk.planning.list({ state: "draft", courseId: "java" });
  expect(batches.find(({ id }) => id === draftId)).toMatchObject({ name: "Evening group", state: "draft" });
  expect(drafts).toBeGreaterThan(0);
  const open = { ...form, courseId: "java", draft: { draftId, version } };
  await expect(desk.planning.open({ ...open, attemptId, draft: { draftId, version: 0 } })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  await desk.planning.open({ ...open, attemptId });
  await expect(desk.planning.open({ ...open, attemptId: randomUUID() })).rejects.toMatchObject({
    code: "UNKNOWN_DRAFT",
  });
  await expect(desk.planning.removeDraft({ draftId })).rejects.toMatchObject({ code: "UNKNOWN_DRAFT" });
});

test("the list shows one state, finds by course, trainer and words, and goes on page by page", async () => {
  const { id: trainerId } = await newTrainer("Meera Krishnan");
  const form = { ...openForm(), courseId: "angular", name: "Night owls 100 %", trainerId, seats: 9 };
  const { batchId } = await desk.planning.open(form);
  for (const filter of [{ courseId: "angular", words: "owls" }, { trainerId }, { words: "100 %" }]) {
    const { batches } = await desk.planning.list(filter);
    expect(batches.map(({ id }) => id)).toEqual([batchId]);
    expect(batches[0]).toMatchObject({ name: "Night owls 100 %", state: "open", trainer: "Meera Krishnan", seats: 9 });
  }
  expect((await desk.planning.list({ state: "running", trainerId })).batches).toEqual([]);
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const page = await desk.planning.list({ state: "running", ...(after ? { after } : {}) });
    for (const { id, state } of page.batches) {
      expect(state).toBe("running");
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
    after = page.next ?? undefined;
  } while (after);
  expect(seen.size).toBeGreaterThan(50);
  await expect(desk.planning.list({ after: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

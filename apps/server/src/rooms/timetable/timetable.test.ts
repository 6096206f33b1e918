import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { campusRoom, holiday } from "../../db/tables/batch-plan.ts";
import { calendarFeed, liveClass } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { daily, newBatch } from "../../test/new-batch.ts";
import { asOwner } from "../../test/owner.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const nine = "2026-11-23T03:30:00Z";
const hour = 3_600_000;

afterEach(async () => {
  institute.setNow(testDay);
  institute.mails.length = 0;
  await asOwner(institute, "delete from graphile_worker._private_jobs");
});

type Batch = Awaited<ReturnType<typeof newBatch>>;
let names = 0;

/** A trainer who has classes at nine on days one after the other. */
async function newTrainer(name = `Trainer ${++names}`) {
  const { person, ...client } = await newStaff(institute, ["trainer"], name);
  return { ...client, id: person.id, name };
}

type Wish = Omit<Parameters<typeof owner.timetable.preview>[0], "classId">;

/** Moves as the console does: first a look at what it would do. */
async function move({ classIds }: Batch, wish: Wish, { tells = true, at = 0, note = "" } = {}) {
  const asked = { classId: classIds[at] ?? "", ...wish };
  const { classes } = await owner.timetable.preview(asked);
  const seen = classes.map(({ classId, sequence }) => ({ classId, sequence }));
  return owner.timetable.move({ ...asked, seen, tells, note });
}

const startsOf = async ({ batchId }: Batch) =>
  (await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(liveClass.number)).map(
    ({ startsAt }) => startsAt.toISOString(),
  );

test("the week of a trainer, and holidays", async () => {
  const trainer = await newTrainer("Meera Krishnan");
  await newBatch(institute, { startsAt: daily(nine, 5), trainer, courseName: "Weaving" });
  await db.insert(holiday).values({ day: "2026-11-26", name: "Founder's day" });
  const week = await trainer.timetable.read({ from: "2026-11-23", days: 7 });
  const row = week.rows.find(({ id }) => id === trainer.id);
  expect(row).toMatchObject({ name: "Meera Krishnan", classes: 5 });
  expect(week.classes.filter(({ trainerId }) => trainerId === trainer.id).map(({ course }) => course)).toEqual(
    Array(5).fill("Weaving"),
  );
  expect(week.holidays).toEqual([{ day: "2026-11-26", name: "Founder's day" }]);
  const own = await owner.timetable.read({ from: "2026-11-23", days: 7, trainerId: trainer.id });
  expect([own.rows.length, own.classes.length, own.without.count]).toEqual([1, 5, 0]);
  const strange = await owner.timetable.read({ from: "2026-11-23", days: 7, trainerId: "x", roomId: "y" });
  expect(strange.classes).toEqual([]);
  await db.delete(holiday);
});

test("without a trainer are classes to come that nobody is named for; a name without an account is counted apart", async () => {
  // The first began an hour ago: what is over or runs needs nobody any more.
  const since = new Date(testDay.getTime() - hour).toISOString();
  const nobody = await newBatch(institute, { startsAt: daily(since, 3), courseName: "Dyeing" });
  const announced = await newBatch(institute, { startsAt: daily(since, 2), courseName: "Dyeing" });
  const named = await newBatch(institute, { startsAt: daily(since, 2), courseName: "Dyeing" });
  const call = (trainerName: string, { batchId }: Batch) =>
    db.update(liveClass).set({ trainerName }).where(eq(liveClass.batchId, batchId));
  await call("To be announced", announced);
  await call("Sanjay Raman", named);
  await db
    .update(liveClass)
    .set({ cancelledAt: testDay })
    .where(eq(liveClass.id, nobody.classIds[2] ?? ""));
  const read = async (who: Pick<typeof owner, "timetable">, { courseId }: Batch) => {
    const { without, byName } = await who.timetable.read({ from: since.slice(0, 10), days: 7, courseId });
    const ids = ({ count, classes }: typeof without) => [count, ...classes.map(({ classId }) => classId)];
    return { without: ids(without), byName: ids(byName) };
  };
  expect(await read(owner, nobody)).toEqual({ without: [1, nobody.classIds[1]], byName: [0] });
  expect(await read(owner, named)).toEqual({ without: [0], byName: [1, named.classIds[1]] });
  expect(await read(owner, announced)).toEqual({ without: [1, announced.classIds[1]], byName: [0] });
  const trainer = await newTrainer();
  for (const batch of [nobody, announced, named])
    expect(await read(trainer, batch)).toEqual({ without: [0], byName: [0] });
});

test("by room: classes at the campus, and rooms that are free", async () => {
  const [room] = await db.insert(campusRoom).values({ name: "Room 7", seats: 12 }).returning();
  await newBatch(institute, { startsAt: daily(nine, 3), roomId: room?.id ?? "" });
  const week = await owner.timetable.read({ from: "2026-11-23", days: 7, by: "room" });
  expect(week.rows).toContainEqual({ id: room?.id, name: "Room 7", about: "12 seats", classes: 3 });
  expect(week.without.count).toBe(0);
});

test("the preview names clashes, holidays, busy learners, and who will be told", async () => {
  const trainer = await newTrainer("Joel Antony");
  const batch = await newBatch(institute, { startsAt: daily(nine, 3), trainer, learners: 3, courseName: "Weaving" });
  await newBatch(institute, {
    ...{ startsAt: [new Date(Date.parse(nine) + 4 * hour)], trainer, courseName: "Dyeing" },
  });
  const elsewhere = await newBatch(institute, {
    ...{ startsAt: [new Date(Date.parse(nine) + 28 * hour)], courseName: "Spinning" },
  });
  await asOwner(
    institute,
    sql`
    with bought as (
      insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
      select l.id, b.course_id, '9-10', 'week-days', now() from learner l, batch b
      where l.email = ${`1@${batch.courseId}`} and b.id = ${elsewhere.batchId} returning id
    )
    insert into batch_place (purchase_id, batch_id, placed_at) select id, ${elsewhere.batchId}, now() from bought`,
  );
  await db.execute(sql`update learner set notice_channel = 'sms' where email = ${`2@${batch.courseId}`}`);
  const [who] = (await db.execute<{ id: string }>(sql`select id from learner where email = ${`3@${batch.courseId}`}`))
    .rows;
  await db.insert(calendarFeed).values({ learnerId: who?.id ?? "", token: batch.batchId, madeAt: testDay });
  await db.insert(holiday).values({ day: "2026-11-25", name: "Guru Nanak Jayanti" });
  const preview = await owner.timetable.preview({
    ...{ classId: batch.classIds[0] ?? "", scope: "later" },
    startsAt: new Date(Date.parse(nine) + 4 * hour).toISOString(),
  });
  expect(preview).toMatchObject({ course: "Weaving", laterCount: 2, why: null, busyCount: 1 });
  expect(preview.clashes).toMatchObject([
    { text: "Joel Antony teaches Dyeing then: Monday, 23 November 2026, 1:00 PM IST.", day: "2026-11-23" },
  ]);
  expect(preview.busy).toMatchObject([
    { name: "Kavya Raman", course: "Spinning", startsAt: "2026-11-24T07:30:00.000Z" },
  ]);
  expect(preview.classes.map(({ after, holiday: name }) => [after.startsAt, name])).toEqual([
    ["2026-11-23T07:30:00.000Z", null],
    ["2026-11-24T07:30:00.000Z", null],
    ["2026-11-25T07:30:00.000Z", "Guru Nanak Jayanti"],
  ]);
  expect(preview.told).toMatchObject({ learners: 3, byMessage: 1, trainers: ["Joel Antony"], calendars: 1 });
  expect(preview.told.message).toContain("Your Weaving timetable has changed: 3 classes, from Mon 23 Nov, 1:00 PM.");
  await expect(move(batch, { startsAt: preview.classes[0]?.after.startsAt })).rejects.toMatchObject({
    ...{ code: "CLASS_CLASH", fields: { clash: expect.stringContaining("Joel Antony teaches Dyeing then") } },
  });
  await db.delete(holiday);
});

test("12 classes of a series move with one notice to each learner, and the log says who did it", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nine, 12), learners: 4 });
  const made = await move(batch, { scope: "later", startsAt: "2026-11-24T05:30:00Z" });
  expect(made.told).toBe(4);
  await institute.runJobs();
  expect(await startsOf(batch)).toEqual(daily("2026-11-24T05:30:00.000Z", 12).map((at) => at.toISOString()));
  expect(institute.mails.map(({ to }) => to).sort()).toEqual([1, 2, 3, 4].map((n) => `${n}@${batch.courseId}`));
  const [entry] = await db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.thingId, batch.classIds[0] ?? ""));
  expect(entry).toMatchObject({ action: "Moved 12 classes", kind: "class", who: "Anitha Devan" });
});

test("what is undone within ten seconds is told to nobody; later it is too late", async () => {
  const trainer = await newTrainer();
  const batch = await newBatch(institute, { startsAt: daily(nine, 3), learners: 2 });
  const before = await startsOf(batch);
  const { changeId } = await move(batch, { scope: "later", startsAt: "2026-11-24T05:30:00Z", trainerId: trainer.id });
  institute.setNow(new Date(testDay.getTime() + 9000));
  const colleague = await newStaff(institute, ["front desk"]);
  await expect(colleague.timetable.undo({ changeId: changeId ?? "" })).rejects.toMatchObject({ code: "UNDO_TOO_LATE" });
  await owner.timetable.undo({ changeId: changeId ?? "" });
  expect(await startsOf(batch)).toEqual(before);
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
  const again = await move(batch, { startsAt: "2026-11-24T05:30:00Z" }, { tells: false });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await expect(owner.timetable.undo({ changeId: again.changeId ?? "" })).rejects.toMatchObject({
    code: "UNDO_TOO_LATE",
  });
});

test("an undone move leaves no note behind; one that learners have heard of is told again", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nine, 3), learners: 1 });
  const undone = await move(batch, { startsAt: "2026-11-24T05:30:00Z" }, { note: "The hall is painted." });
  await owner.timetable.undo({ changeId: undone.changeId ?? "" });
  institute.setNow(new Date(testDay.getTime() + 1000));
  const heard = await move(batch, { startsAt: "2026-11-24T07:30:00Z" }, { note: "The trainer travels." });
  await institute.runJobs();
  expect(institute.mails.map(({ text }) => text.includes("hall"))).toEqual([false]);
  expect(institute.mails[0]?.text).toContain("The trainer travels.");
  institute.mails.length = 0;
  institute.setNow(new Date(testDay.getTime() + 2000));
  const { message } = await owner.timetable.undo({ changeId: heard.changeId ?? "" });
  expect(message).toBe("The classes are where they were. Learners had heard of the move, and are told again.");
  await institute.runJobs();
  expect(institute.mails.map(({ subject }) => subject)).toEqual(["Weaving: a class has a new time: Topic 1"]);
  expect(institute.mails[0]?.text).toContain("It was planned for Tuesday, 24 November 2026, 1:00 PM IST.");
});

test("a class that somebody has changed since the preview is not moved", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nine, 2), learners: 1 });
  const asked = { classId: batch.classIds[0] ?? "", startsAt: "2026-11-24T05:30:00Z" };
  const seen = [{ classId: asked.classId, sequence: 0 }];
  await move(batch, { startsAt: "2026-11-24T08:30:00Z" });
  await expect(owner.timetable.move({ ...asked, seen, tells: true })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const others = [{ classId: batch.classIds[1] ?? "", sequence: 0 }];
  await expect(owner.timetable.move({ ...asked, seen: others, tells: true })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
});

test("a class is cancelled once; one that is over or cancelled cannot be moved, nor any into the past", async () => {
  const batch = await newBatch(institute, {
    startsAt: [new Date("2026-11-10T03:30:00Z"), ...daily(nine, 2)],
    learners: 1,
  });
  await move(batch, { does: "cancel" }, { at: 1 });
  await institute.runJobs();
  expect(institute.mails.map(({ subject }) => subject)).toEqual(["Weaving: a class is cancelled: Topic 2"]);
  for (const [at, why] of [
    [0, "This class is over. It cannot be moved."],
    [1, "This class is cancelled already. It cannot be moved."],
  ] as const)
    await expect(move(batch, { startsAt: "2026-12-01T05:30:00Z" }, { at })).rejects.toMatchObject({
      ...{ code: "NOT_MOVABLE", fields: { startsAt: why } },
    });
  await expect(move(batch, { startsAt: "2026-11-01T05:30:00Z" }, { at: 2 })).rejects.toMatchObject({
    fields: { startsAt: "This time has passed. Choose a later one." },
  });
  await expect(move(batch, { startsAt: "2030-11-01T05:30:00Z" }, { at: 2 })).rejects.toMatchObject({
    fields: { startsAt: "This is more than two years ahead. Choose an earlier day." },
  });
  for (const startsAt of ["9999-12-31T23:59:00Z", "0000-01-01T00:00:00Z"])
    await expect(owner.timetable.preview({ classId: batch.classIds[2] ?? "", startsAt })).rejects.toMatchObject({
      fields: { startsAt: "Enter a date between 2000 and 2099" },
    });
});

test("another trainer or room that does not exist is refused, and who is no trainer", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nine, 1) });
  const nobody = "00000000-0000-4000-8000-000000000000";
  const desk = await newStaff(institute, ["front desk"]);
  await expect(move(batch, { trainerId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_TRAINER" });
  await expect(move(batch, { trainerId: desk.person.id })).rejects.toMatchObject({ code: "UNKNOWN_TRAINER" });
  await expect(move(batch, { roomId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_CAMPUS_ROOM" });
  await expect(owner.timetable.preview({ classId: nobody })).rejects.toMatchObject({ code: "CLASS_NOT_FOUND" });
});

test("50 moves of different classes to one trainer and time at once: one succeeds, the others hear why", async () => {
  const trainer = await newTrainer("Farida Rahman");
  const batches = await Promise.all(
    daily(nine, 50).map((startsAt) => newBatch(institute, { startsAt: [startsAt], trainer, learners: 1 })),
  );
  const other = await newTrainer("Sanjay Rao");
  const wish = { startsAt: "2026-11-23T09:30:00Z", trainerId: other.id };
  const outcomes = await Promise.allSettled(batches.map((batch) => move(batch, wish)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toEqual(Array(49).fill("CLASS_CLASH"));
  expect(institute.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => /^1@/.test(to))).toHaveLength(1);
});

test("trainers, counsellors and visitors move nothing", async () => {
  const batch = await newBatch(institute, { startsAt: daily(nine, 1) });
  const wish = { classId: batch.classIds[0] ?? "", startsAt: "2026-11-24T05:30:00Z" };
  const seen = [{ classId: wish.classId, sequence: 0 }];
  const [trainer, counsellor] = [await newStaff(institute, ["trainer"]), await newStaff(institute, ["counsellor"])];
  for (const [who, code] of [
    [trainer, "NOT_ALLOWED"],
    [counsellor, "NOT_ALLOWED"],
    [institute.visitor(), "STAFF_ONLY"],
  ] as const) {
    await expect(who.timetable.move({ ...wish, seen, tells: true })).rejects.toMatchObject({ code });
    await expect(who.timetable.preview(wish)).rejects.toMatchObject({ code });
  }
  await expect(institute.visitor().timetable.read({ from: "2026-11-23", days: 7 })).rejects.toMatchObject({
    code: "STAFF_ONLY",
  });
  expect(await startsOf(batch)).toEqual(["2026-11-23T03:30:00.000Z"]);
});

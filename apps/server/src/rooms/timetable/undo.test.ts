import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { openForm } from "../../test/batches.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { daily, newBatch } from "../../test/new-batch.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const nine = "2026-11-23T03:30:00Z";
beforeEach(() => institute.setNow(testDay));

async function newTrainer(name: string) {
  const { person } = await newStaff(institute, ["trainer"], name);
  return { id: person.id, name };
}

type Wish = Parameters<typeof owner.timetable.preview>[0];

/** As the console does. Returns what undo needs. */
async function move(wish: Wish): Promise<{ changeId: string }> {
  const { classes } = await owner.timetable.preview(wish);
  const seen = classes.map(({ classId, sequence }) => ({ classId, sequence }));
  const { changeId } = await owner.timetable.move({ ...wish, seen, tells: false });
  return { changeId: changeId ?? "" };
}

async function read(batchId: string) {
  const [run] = await db.select().from(batch).where(eq(batch.id, batchId));
  const classes = await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(liveClass.number);
  return { run, trainers: classes.map(({ trainerId }) => trainerId) };
}

test("a series whose first class has a substitute goes back to its own trainer, and the batch too", async () => {
  const [meera, joel, farida] = [await newTrainer("Meera"), await newTrainer("Joel"), await newTrainer("Farida")];
  const { batchId, classIds } = await newBatch(institute, { startsAt: daily(nine, 3), trainer: meera });
  const [classId = ""] = classIds;
  await move({ classId, trainerId: farida.id });
  const made = await move({ classId, scope: "later", trainerId: joel.id });
  expect(await read(batchId)).toMatchObject({
    ...{ run: { trainerId: joel.id, version: 1 }, trainers: [joel.id, joel.id, joel.id] },
  });
  await owner.timetable.undo(made);
  expect(await read(batchId)).toMatchObject({
    ...{ run: { trainerId: meera.id, version: 2 }, trainers: [farida.id, meera.id, meera.id] },
  });
});

test("the last class of a series is put back with its batch", async () => {
  const [meera, joel] = [await newTrainer("Meera"), await newTrainer("Joel")];
  const { batchId, classIds } = await newBatch(institute, { startsAt: daily(nine, 2), trainer: meera });
  const made = await move({ classId: classIds[1] ?? "", scope: "later", trainerId: joel.id });
  expect((await read(batchId)).run?.trainerId).toBe(joel.id);
  await owner.timetable.undo(made);
  expect(await read(batchId)).toMatchObject({ run: { trainerId: meera.id }, trainers: [meera.id, meera.id] });
});

test("what somebody has changed again meanwhile is not undone: a class, or the batch", async () => {
  const [meera, joel, farida] = [await newTrainer("Meera"), await newTrainer("Joel"), await newTrainer("Farida")];
  const { batchId, classIds } = await newBatch(institute, { startsAt: daily(nine, 2), trainer: meera });
  const [classId = "", lastId = ""] = classIds;
  const made = await move({ classId, scope: "later", trainerId: joel.id });
  await move({ classId: lastId, trainerId: farida.id });
  await expect(owner.timetable.undo(made)).rejects.toMatchObject({ code: "UNDO_TOO_LATE" });
  expect(await read(batchId)).toMatchObject({ run: { trainerId: joel.id }, trainers: [joel.id, farida.id] });

  const other = await move({ classId, scope: "later", trainerId: meera.id });
  await db.update(batch).set({ version: 7, name: "Owls" }).where(eq(batch.id, batchId));
  await expect(owner.timetable.undo(other)).rejects.toMatchObject({ code: "UNDO_TOO_LATE" });
});

test("a series that is moved for good gives its batch the new pattern, and undo takes it back", async () => {
  const { batchId } = await owner.planning.open(openForm());
  const { lessons, pattern } = await owner.planning.read({ batchId });
  const classId = lessons[1]?.classId ?? "";
  // From Thursday at half past six to Friday at nine in the morning.
  const made = await move({ classId, scope: "later", startsAt: "2026-11-27T03:30:00Z" });
  const moved = await owner.planning.read({ batchId });
  expect(moved.pattern).toEqual([
    { weekday: 3, from: "09:00", classes: 1 },
    { weekday: 5, from: "09:00", classes: 1 },
  ]);
  const { batches } = await institute.visitor().schedule.batches({ courseId: "sql" });
  expect(batches.find(({ _id }) => _id === batchId)?.days).toBe("Wed, Fri 9:00 AM");
  await owner.timetable.undo(made);
  expect((await owner.planning.read({ batchId })).pattern).toEqual(pattern);

  await move({ classId, startsAt: "2026-11-27T03:30:00Z" });
  expect((await owner.planning.read({ batchId })).pattern).toEqual(pattern);
});

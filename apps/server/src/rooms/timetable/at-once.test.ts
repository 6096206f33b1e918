import { eq, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "../../db/connect.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { batchForm, openForm } from "../../test/batches.ts";
import { testInstitute } from "../../test/institute.ts";
import { daily, newBatch } from "../../test/new-batch.ts";
import { asOwner } from "../../test/owner.ts";
import { newStaff } from "../../test/staff.ts";
import { takeTurns } from "../schedule/series.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const nine = "2026-11-23T03:30:00Z";

const countWaiting = async () => {
  const [found] = await asOwner<{ count: number }>(
    institute,
    sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return found?.count;
};

/** Starts all of them while something is held that they need, lets go when all wait, and tells what came of them. */
async function meet(held: (tx: Db) => Promise<unknown>, all: (() => Promise<unknown>)[]) {
  const running = await db.transaction(async (tx) => {
    await held(tx);
    const started = Promise.allSettled(all.map((start) => start()));
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(all.length);
    return { started };
  });
  return running.started;
}

const lockRow = (row: SQL) => (tx: Db) => tx.execute(sql`${row} for update`);

test("two people move the same class with the same preview at once: one is refused", async () => {
  const { classIds } = await newBatch(institute, { startsAt: daily(nine, 2) });
  const [classId = ""] = classIds;
  const seen = [{ classId, sequence: 0 }];
  const times = ["2026-11-24T05:30:00Z", "2026-11-24T08:30:00Z"];
  const outcomes = await meet(
    lockRow(sql`select from live_class where id = ${classId}`),
    times.map((startsAt) => () => owner.timetable.move({ classId, startsAt, seen, tells: false })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "CHANGED_MEANWHILE" });
  const [row] = await db.select().from(liveClass).where(eq(liveClass.id, classId));
  const winner = times[outcomes.findIndex(({ status }) => status === "fulfilled")] ?? "";
  expect(row).toMatchObject({ sequence: 1, startsAt: new Date(winner) });
});

test("a batch is opened and a class is moved for one trainer at once: they take turns, and the second hears why", async () => {
  const { person } = await newStaff(institute, ["trainer"], "Farida Rahman");
  const { classIds } = await newBatch(institute, {
    ...{ startsAt: daily(nine, 1), trainer: { id: person.id, name: person.name }, courseName: "Dyeing" },
  });
  const [classId = ""] = classIds;
  const move = { classId, startsAt: "2026-11-26T13:00:00Z", seen: [{ classId, sequence: 0 }], tells: false };
  const outcomes = await meet(
    (tx) => takeTurns(tx, [person.id]),
    [() => owner.planning.open({ ...openForm(), trainerId: person.id }), () => owner.timetable.move(move)],
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find((one) => one.status === "rejected")?.reason).toMatchObject({
    ...{ code: "CLASS_CLASH", fields: { clash: expect.stringMatching(/^Farida Rahman teaches (SQL|Dyeing) then: /) } },
  });
});

test("a batch gets another time while one of its classes is moved: neither waits for the other for ever", async () => {
  const { batchId } = await owner.planning.open({ ...openForm(), from: "2026-12-01" });
  const [first] = await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(liveClass.number);
  const classId = first?.id ?? "";
  const { courseId, from, pattern, ...form } = batchForm;
  const again = { from: "2026-12-01", pattern: pattern.map((slot) => ({ ...slot, from: "19:30" })) };
  const move = { classId, startsAt: "2026-12-02T05:30:00Z", seen: [{ classId, sequence: 0 }], tells: false };
  const outcomes = await meet(lockRow(sql`select from live_class where id = ${classId}`), [
    () => owner.planning.change({ ...form, batchId, version: 0, note: "", again }),
    () => owner.timetable.move(move),
  ]);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(["", "CHANGED_MEANWHILE"]).toContain(refused.join());
  expect(institute.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

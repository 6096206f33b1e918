import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { batchDraft, campusRoom, holiday, trainer } from "../../db/tables/batch-plan.ts";
import { batch } from "../../db/tables/schedule.ts";
import { openForm } from "../../test/batches.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { planningDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);

async function counts() {
  const { rows } = await db.execute<{ batches: number; rooms: number; people: number }>(sql`
    select count(*)::int as batches, count(room_id)::int as rooms, count(distinct trainer_id)::int as people
    from batch where trainer_id is not null`);
  return rows[0];
}

test("the demo has trainers with batches and rooms, drafts, days off and hours, and a second day changes nothing", async () => {
  const before = await counts();
  expect(before?.people).toBe(5);
  expect(before?.rooms).toBeGreaterThan(5);
  expect(await db.$count(batchDraft)).toBe(2);
  expect(await db.$count(holiday)).toBeGreaterThan(3);
  expect(await db.$count(trainer)).toBe(2);
  await planningDemo.freshen?.({ db, now: testDay });
  expect(await counts()).toEqual(before);
  expect(await db.$count(batchDraft)).toBe(2);
});

test("nobody of the demo teaches two classes at the same time", async () => {
  const { rows } = await db.execute<{ classes: number; clashes: number }>(sql`
    with ahead as (
      select c.id, c.trainer_name as name, c.starts_at as at from live_class c join batch b on b.id = c.batch_id
      where b.is_demo and b.pattern is null and b.ends_at > ${testDay.toISOString()}::timestamptz
    )
    select (select count(*)::int from ahead) as classes, count(*)::int as clashes
    from ahead one join ahead other on other.name = one.name and other.id > one.id
      and other.at > one.at - interval '1 hour' and other.at < one.at + interval '1 hour'`);
  expect(rows[0]?.classes).toBeGreaterThan(5000);
  expect(rows[0]?.clashes).toBe(0);
});

test("what visitors closed, wrote and opened is put back, and the institute's own stays", async () => {
  const { batchId } = await owner.planning.open(openForm());
  const [kept, gone] = [batchId, (await owner.planning.open(openForm())).batchId];
  await db.update(batch).set({ isDemo: true }).where(eq(batch.id, gone));
  await db.update(campusRoom).set({ closedAt: testDay }).where(eq(campusRoom.name, "Palmyra"));
  await owner.planning.saveCampusRoom({ name: "Library", seats: null });
  await planningDemo.freshen?.({ db, now: testDay });
  expect((await owner.planning.campusRooms({})).rooms.map(({ name, isClosed }) => [name, isClosed])).toEqual([
    ["Casuarina", false],
    ["Library", false],
    ["Lighthouse", false],
    ["Palmyra", false],
  ]);
  expect(await db.$count(batch, eq(batch.id, kept))).toBe(1);
  expect(await db.$count(batch, eq(batch.id, gone))).toBe(0);
});

test("the demo goes without what the institute has added, even where a batch is held in one of its rooms", async () => {
  const { rooms } = await owner.planning.campusRooms({});
  const roomId = rooms.find(({ name }) => name === "Lighthouse")?.roomId ?? "";
  const pattern = [{ weekday: 0, from: "05:00", classes: 1 }];
  const { batchId } = await owner.planning.open({ ...openForm(), roomId, pattern });
  expect(await planningDemo.has?.(db)).toBe(true);
  await planningDemo.remove?.(db);
  expect(await planningDemo.has?.(db)).toBe(false);
  expect(await owner.planning.read({ batchId })).toMatchObject({ room: null, state: "open" });
  expect((await owner.planning.campusRooms({})).rooms.map(({ name }) => name)).toEqual(["Library"]);
});

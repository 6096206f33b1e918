import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newBatch, newPeople, putInto } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { seatingDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const nobody = crypto.randomUUID();

test("staff find a learner by number, put them on a waiting list and take them off again, with entries in the log", async () => {
  const me = await newLearner(institute);
  const purchaseId = await giveCourse(institute, me);
  const own = await newBatch(institute, { seats: 3 });
  await putInto(institute, { purchaseId, batchId: own });
  const full = await newBatch(institute, { seats: 0, batchTime: "1-2" });
  const { learner, purchases } = await owner.seating.find({ number: me.mobileNumber });
  expect(purchases).toMatchObject([{ purchaseId, batch: { batchId: own }, isPaused: false }]);
  expect((await owner.seating.find({ number: `+91 ${me.mobileNumber}` })).learner).toEqual(learner);
  expect((await owner.seating.find({ number: "9000000000000" })).learner).toBeNull();
  const wanted = { learnerId: learner?.learnerId ?? "", batchId: full };
  await owner.seating.add(wanted);
  await owner.seating.add(wanted);
  const { lists } = await owner.seating.waiting({});
  const list = lists.find(({ batch }) => batch.batchId === full);
  expect(list).toMatchObject({ seats: 0, taken: 0, learners: [{ learner, isBought: true, state: "waiting" }] });
  expect((await owner.seating.counts({})).waiting).toBe(1);
  await owner.seating.remove({ waitingId: list?.learners[0]?.waitingId ?? "" });
  expect((await owner.seating.counts({})).waiting).toBe(0);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, full));
  expect(entries.map(({ action }) => action)).toContain("Took a learner off a waiting list");
});

test("what is not there is refused with a clear answer", async () => {
  const batchId = await newBatch(institute, { seats: 2 });
  const [learnerId = ""] = await newPeople(institute, 1);
  await expect(owner.seating.add({ learnerId: nobody, batchId })).rejects.toMatchObject({ code: "UNKNOWN_LEARNER" });
  await expect(owner.seating.add({ learnerId, batchId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  await expect(owner.seating.add({ learnerId, batchId })).rejects.toMatchObject({ code: "BATCH_HAS_SEATS" });
  await expect(owner.seating.remove({ waitingId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_WAITING" });
  await expect(owner.seating.batches({ courseId: "nothing" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(owner.seating.decide({ requestId: nobody, isAccepted: true })).rejects.toMatchObject({
    code: "UNKNOWN_REQUEST",
  });
  await expect(owner.seating.pause({ purchaseId: nobody, reason: "Exams" })).rejects.toMatchObject({
    code: "UNKNOWN_PURCHASE",
  });
  await expect(owner.seating.resume({ pauseId: nobody, batchId })).rejects.toMatchObject({ code: "NOT_PAUSED" });
  for (const after of ["x", "2026 y", `${nobody}`, "infinity x", `+275760-09-12 ${nobody}`, `0000-01-01 ${nobody}`]) {
    expect(await owner.seating.requests({ after })).toHaveProperty("requests");
    expect(await owner.seating.pauses({ after })).toHaveProperty("pauses");
  }
  for (const after of ["x", "-".repeat(36)]) {
    expect(await owner.seating.waiting({ after })).toHaveProperty("lists");
    expect(await owner.seating.pauses({ after })).toHaveProperty("pauses");
  }
});

test("who tries out the console pauses and resumes a hundred times a day: each tells a learner", async () => {
  const visitor = await newStaff(institute, ["front desk"]);
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, visitor.person.id));
  const pauseOnce = () => visitor.seating.pause({ purchaseId: nobody, reason: "Exams" });
  const resumeOnce = () => visitor.seating.resume({ pauseId: nobody, batchId: nobody });
  const codes: string[] = [];
  for (let n = 0; n < 50; n++)
    for (const call of [pauseOnce, resumeOnce])
      codes.push(
        await call().then(
          () => "",
          ({ code }) => code,
        ),
      );
  expect(new Set(codes)).toEqual(new Set(["UNKNOWN_PURCHASE", "NOT_PAUSED"]));
  await expect(pauseOnce()).rejects.toMatchObject({ code: "DEMO_LIMIT" });
  await expect(resumeOnce()).rejects.toMatchObject({ code: "DEMO_LIMIT" });
});

test("requests and pauses come in pages, each once", async () => {
  const { rows } = await db.execute<{ id: string }>(`select id from course where course_id = 'python'`);
  const to = await newBatch(institute);
  const people = await newPeople(institute, 60);
  for (const [n, learnerId] of people.entries())
    await db.execute(`
      with bought as (
        insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
        values ('${learnerId}', '${rows[0]?.id}', '9-10', 'week-days', now()) returning id
      ), asked as (
        insert into batch_request (purchase_id, learner_id, to_batch_id, reason, state, asked_at)
        select id, '${learnerId}', '${to}', 'A new job', 'asked', date_trunc('second', now()) + ${n % 3} * interval '1 second' from bought
      )
      insert into pause (purchase_id, learner_id, reason, until, paused_at)
        select id, '${learnerId}', 'Exams', ${n % 4 === 0 ? "null" : `date '2027-01-01' + ${60 - n}`}, now() from bought`);
  const first = await owner.seating.requests({});
  const second = await owner.seating.requests({ after: first.next ?? "" });
  expect([first.requests.length, second.requests.length, second.next]).toEqual([50, 10, null]);
  const all = [...first.requests, ...second.requests].map(({ requestId }) => requestId);
  expect(new Set(all).size).toBe(60);
  const paused = await owner.seating.pauses({});
  const rest = await owner.seating.pauses({ after: paused.next ?? "" });
  const pauses = [...paused.pauses, ...rest.pauses];
  expect(new Set(pauses.map(({ pauseId }) => pauseId)).size).toBe(60);
  // The earliest wish to go on is first over all pages, and who named no day comes last.
  const days = pauses.map(({ until }) => until ?? "9999");
  expect(days).toEqual(days.toSorted());
  expect(await owner.seating.counts({})).toMatchObject({ requests: 60, pauses: 60 });
});

test("owners change the rules; who has seen older ones is refused", async () => {
  const { version, ...rules } = await owner.seating.settings({});
  expect(rules).toEqual({
    ...{ changeUntilClass: 5, mostChanges: 2, changesNeedApproval: true, offerHours: 24, pauseMostDays: 180 },
  });
  const saved = await owner.seating.saveSettings({ ...rules, offerHours: 12, version });
  expect(saved).toMatchObject({ offerHours: 12, version: version + 1 });
  expect(await readClassSettings(db)).toMatchObject({ offerHours: 12, issuesAutomatically: true });
  await expect(owner.seating.saveSettings({ ...rules, version })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await expect(owner.seating.saveSettings({ ...rules, offerHours: 0, version: version + 1 })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  const desk = await newStaff(institute, ["front desk"]);
  await expect(desk.seating.settings({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});

test("the demo has requests, a waiting list and a pause to show, and nothing of it is left when it is removed", async () => {
  const before = await owner.seating.counts({});
  await seatingDemo.people?.({ db, now: institute.deps.clock.now() });
  const { requests, waiting, pauses } = await owner.seating.counts({});
  expect([requests - before.requests, waiting - before.waiting, pauses - before.pauses]).toEqual([1, 4, 1]);
  const { lists } = await owner.seating.waiting({});
  const list = lists.find(({ learners }) => learners.some(({ learner }) => learner.name === "Qadir Khan"));
  expect(list?.learners.map(({ state }) => state)).toEqual(["offered", "waiting", "waiting", "waiting"]);
  expect(list).toMatchObject({ seats: 2, taken: 2 });
  await changeDemo(db, ["remove", "--yes"]);
  for (const table of ["waiting_place", "seat_hold", "batch_request", "pause"])
    expect((await db.execute(`select from ${table}`)).rows).toEqual([]);
});

import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { classSettings } from "../../db/tables/batch-plan.ts";
import { attendance, batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newBatch, putInto } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;
const courseId = "python";
const reason = "A new job in the mornings";
let owner: Awaited<ReturnType<typeof newStaff>>;

const at = (days: number) => institute.setNow(new Date(testDay.getTime() + days * day));
const rules = async (content: Record<string, unknown>) => {
  await db.delete(classSettings);
  await db.insert(classSettings).values({ id: "classes", content });
};

beforeEach(async () => {
  at(0);
  owner = await newStaff(institute, ["owner"]);
  await rules({});
});

/** A learner in a batch that starts tomorrow, and another batch. */
async function inBatch({ seats = null }: { seats?: number | null } = {}) {
  const me = await newLearner(institute);
  const purchaseId = await giveCourse(institute, me, { courseId });
  const from = await newBatch(institute, { startsIn: 1 });
  const to = await newBatch(institute, { startsIn: 5, batchTime: "1-2", seats });
  await putInto(institute, { purchaseId, batchId: from });
  return { me, purchaseId, from, to };
}

const subjects = () => institute.mails.map(({ subject }) => subject);

test("a learner asks, staff accept, and schedule, calendar and notification follow, once", async () => {
  const { me, purchaseId, from, to } = await inBatch();
  const [first] = await db
    .select()
    .from(liveClass)
    .where(and(eq(liveClass.batchId, from), eq(liveClass.number, 1)));
  at(1.01);
  owner = await newStaff(institute, ["owner"]);
  await me.schedule.join({ scheduleId: first?.id ?? "" });
  const { url } = await me.schedule.calendar({});
  const asked = await me.place.ask({ courseId, batchId: to, reason });
  expect(asked.request).toMatchObject({ state: "asked", reason, to: { batchId: to } });
  await expect(me.place.ask({ courseId, batchId: to, reason })).rejects.toMatchObject({ code: "REQUEST_OPEN" });
  const { requests } = await owner.seating.requests({});
  const shown = requests.find(({ requestId }) => requestId === asked.request?.requestId);
  expect(shown).toMatchObject({ reason, against: [], from: { batchId: from }, to: { batchId: to, seatsLeft: null } });
  const decision = { requestId: asked.request?.requestId ?? "", isAccepted: true, answer: "See you in the afternoon." };
  const twice = await Promise.allSettled([owner.seating.decide(decision), owner.seating.decide(decision)]);
  expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await institute.runJobs();
  const mine = await me.place.read({ courseId });
  expect(mine).toMatchObject({ batch: { batchId: to }, request: { state: "accepted", answer: decision.answer } });
  const { schedules } = await me.schedule.view({ courseId });
  expect(schedules[0]?.batchTime).toBe("1-2");
  expect(schedules.map(({ isAttended }) => isAttended).slice(0, 2)).toEqual([true, false]);
  const [carried] = await db
    .select({ source: attendance.source })
    .from(attendance)
    .innerJoin(liveClass, eq(liveClass.id, attendance.classId))
    .where(eq(liveClass.batchId, to));
  expect(carried?.source).toBe("carried");
  const feed = await (await me.request(new URL(url).pathname)).text();
  const [moved] = await db.select().from(liveClass).where(eq(liveClass.batchId, to)).limit(1);
  expect([feed.includes(`class-${moved?.id}`), feed.includes(`class-${first?.id}`)]).toEqual([true, false]);
  const { notifications } = await me.notification.list({});
  expect(notifications.filter(({ title }) => title.includes("another batch now"))).toHaveLength(1);
  expect(subjects().filter((subject) => subject === "Python: your batch has changed")).toHaveLength(1);
  expect(await db.$count(batchPlace, eq(batchPlace.purchaseId, purchaseId))).toBe(1);
});

test("a refusal needs an answer, which the learner reads; the batch stays", async () => {
  const { me, from, to } = await inBatch();
  const { request } = await me.place.ask({ courseId, batchId: to, reason });
  const requestId = request?.requestId ?? "";
  await expect(owner.seating.decide({ requestId, isAccepted: false })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await owner.seating.decide({ requestId, isAccepted: false, answer: "The trainer is away." });
  const mine = await me.place.read({ courseId });
  expect(mine).toMatchObject({
    batch: { batchId: from },
    request: { state: "refused", answer: "The trainer is away." },
  });
  await expect(me.place.withdraw({ courseId, requestId })).rejects.toMatchObject({ code: "REQUEST_DECIDED" });
  expect((await me.place.ask({ courseId, batchId: to, reason })).request?.state).toBe("asked");
});

test("a withdrawn request cannot be decided", async () => {
  const { me, to } = await inBatch();
  const { request } = await me.place.ask({ courseId, batchId: to, reason });
  const requestId = request?.requestId ?? "";
  expect((await me.place.withdraw({ courseId, requestId })).request?.state).toBe("withdrawn");
  await expect(owner.seating.decide({ requestId, isAccepted: true })).rejects.toMatchObject({
    code: "REQUEST_DECIDED",
  });
});

test("where the rule says so the learner is there at once, as often as it says; then staff decide", async () => {
  await rules({ changesNeedApproval: false, mostChanges: 1 });
  const { me, from, to } = await inBatch();
  const moved = await me.place.ask({ courseId, batchId: to, reason });
  expect(moved).toMatchObject({ batch: { batchId: to }, request: { state: "accepted" }, isAcceptedAtOnce: false });
  const again = await me.place.ask({ courseId, batchId: from, reason });
  expect(again).toMatchObject({ batch: { batchId: to }, request: { state: "asked" } });
  const { requests } = await owner.seating.requests({});
  expect(requests.find(({ requestId }) => requestId === again.request?.requestId)?.against).toEqual([
    "Changed once before",
  ]);
});

test("nobody asks after the class of the rule, for a full, an own, a foreign or an unknown batch, or without the course", async () => {
  const { me, from, to } = await inBatch({ seats: 1 });
  await expect(me.place.ask({ courseId, batchId: from, reason })).rejects.toMatchObject({ code: "IN_BATCH_ALREADY" });
  const foreign = await newBatch(institute, { courseId: "sql" });
  await expect(me.place.ask({ courseId, batchId: foreign, reason })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  await expect(me.place.ask({ courseId, batchId: crypto.randomUUID(), reason })).rejects.toMatchObject({
    code: "UNKNOWN_BATCH",
  });
  await expect(me.place.ask({ courseId: "none", batchId: to, reason })).rejects.toMatchObject({
    code: "UNKNOWN_COURSE",
  });
  const stranger = await newLearner(institute);
  await expect(stranger.place.ask({ courseId, batchId: to, reason })).rejects.toMatchObject({
    code: "UNKNOWN_SCHEDULE",
  });
  await rules({ changeUntilClass: 3 });
  at(2.9);
  expect((await me.place.read({ courseId })).whyNoChange).toBeNull();
  at(3);
  expect((await me.place.read({ courseId })).whyNoChange).toContain("until your class 3 begins");
  await expect(me.place.ask({ courseId, batchId: to, reason })).rejects.toMatchObject({ code: "CHANGE_REFUSED" });
  at(0);
  await db.update(batch).set({ seats: 0 }).where(eq(batch.id, to));
  await expect(me.place.ask({ courseId, batchId: to, reason })).rejects.toMatchObject({ code: "BATCH_FULL" });
});

test("of two requests for the last seat, accepted at once, one moves and the other is refused", async () => {
  const [one, two] = [await inBatch(), await inBatch()];
  const to = await newBatch(institute, { startsIn: 5, batchTime: "1-2", seats: 1 });
  const asked = [
    await one.me.place.ask({ courseId, batchId: to, reason }),
    await two.me.place.ask({ courseId, batchId: to, reason }),
  ];
  const answers = await Promise.allSettled(
    asked.map(({ request }) => owner.seating.decide({ requestId: request?.requestId ?? "", isAccepted: true })),
  );
  const codes = answers.map((answer) => (answer.status === "rejected" ? answer.reason.code : "moved"));
  expect(codes.sort()).toEqual(["BATCH_JUST_FULL", "moved"]);
  const { rows } = await db.execute(sql`select from batch_request where to_batch_id = ${to} and state = 'asked'`);
  expect(rows).toHaveLength(1);
});

test("when staff move a learner by hand, what was attended goes with them", async () => {
  const { me, purchaseId, from, to } = await inBatch();
  const [first] = await db
    .select()
    .from(liveClass)
    .where(and(eq(liveClass.batchId, from), eq(liveClass.number, 1)));
  at(1.01);
  owner = await newStaff(institute, ["owner"]);
  await me.schedule.join({ scheduleId: first?.id ?? "" });
  await owner.transfer.batch({
    ...{ purchaseId, batchTime: "1-2", batchType: "week-days", batchId: to },
    seen: { batchTime: "9-10", batchType: "week-days", batchId: from },
  });
  expect((await me.schedule.view({ courseId })).schedules[0]?.isAttended).toBe(true);
});

import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "../../db/connect.ts";
import { homework } from "../../db/tables/class-homework.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { notification, sentMail } from "../../db/tables/notification.ts";
import { attendance, batch, liveClass } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { once } from "../../jobs/done.ts";
import { countQueries } from "../../test/count-queries.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { deliverMessage } from "./message.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;
const before = (days: number) => new Date(testDay.getTime() - days * day);

beforeEach(() => institute.setNow(testDay));

test("the list of batches begins with the one in which most fall behind, and batches of one name say when they began", async () => {
  const { batchId, trainer } = await newBatch();
  const change = { startsAt: before(3) };
  const { batchId: emptyId } = await newTaughtBatch(institute, { trainer, names: [], change });
  const { batches, beginWith } = await trainer.standing.batches({});
  expect(batches.map((one) => one.batchId)).toEqual([emptyId, batchId]);
  expect(beginWith).toBe(batchId);
  expect(new Set(batches.map(({ name }) => name)).size).toBe(2);
  expect(batches[0]?.name).toMatch(/^Python, .*, from \d+ \w+ \d{4}$/);
});

/** Five classes were held, one a day; Asha was in all of them, Binu in the first one only, Chitra in none. */
async function newBatch(names = ["Asha Menon", "Binu Das", "Chitra Nair"]) {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const taught = await newTaughtBatch(institute, { trainer, names, change: { startsAt: before(20) } });
  const { batchId, classes, learners } = taught;
  await db.insert(liveClass).values({
    ...{ batchId, number: 9, startsAt: before(6), minutes: 60, topic: "Topic 0", changedAt: testDay, trainerName: "" },
  });
  for (const [at, id] of classes.entries())
    await db
      .update(liveClass)
      .set({ startsAt: before(5 - at) })
      .where(eq(liveClass.id, id));
  const held = await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(liveClass.startsAt);
  const attend = (who: number, from: number, to: number) =>
    db.insert(attendance).values(
      held.slice(from, to).map(({ id: classId, startsAt: at }) => ({
        ...{ classId, learnerId: learners[who]?.learnerId ?? "", firstJoinedAt: at, lastJoinedAt: at },
      })),
    );
  await attend(0, 0, 5);
  if (names.length > 1) await attend(1, 0, 1);
  return { ...taught, trainer, ids: learners.map(({ learnerId }) => learnerId) };
}

const isTold = (learnerId: string) =>
  and(eq(notification.learnerId, learnerId), eq(notification.title, letter().subject));

const letter = () => ({
  subject: "How are you getting on?",
  text: "We miss you.\n\nPlease come.",
  attemptId: randomUUID(),
});

test("who falls behind is listed first, with the reasons in words", async () => {
  const { trainer, batchId } = await newBatch();
  const { learners, course, isCut } = await trainer.standing.read({ batchId });
  expect([course, isCut]).toEqual(["Python", false]);
  expect(
    learners.map(({ name, held, attended, missedInARow, reasons }) => [
      ...[name, held, attended, missedInARow, reasons.join("; ")],
    ]),
  ).toEqual([
    ["Binu Das", 5, 1, 4, "1 of 5 classes attended; 4 classes missed in a row"],
    ["Chitra Nair", 5, 0, 5, "0 of 5 classes attended; 5 classes missed in a row"],
    ["Asha Menon", 5, 5, 0, ""],
  ]);
  expect(learners.map(({ lastSeenAt }) => lastSeenAt)).toEqual([
    before(6).toISOString(),
    null,
    before(2).toISOString(),
  ]);
  expect(JSON.stringify(learners)).not.toContain("@example.com");
});

test("overdue homework and days without a sign are reasons too", async () => {
  const { trainer, batchId, ids } = await newBatch(["Asha Menon"]);
  await db
    .insert(homework)
    .values([1, 2].map((n) => ({ batchId, title: `Homework ${n}`, text: "Do", dueOn: "2020-01-01", setAt: testDay })));
  expect((await trainer.standing.read({ batchId })).learners[0]).toMatchObject({
    overdue: 2,
    reasons: ["2 pieces of homework overdue"],
  });
  await db.execute(
    sql`update attendance set last_joined_at = ${before(15).toISOString()} where learner_id = ${ids[0]}`,
  );
  await db.execute(sql`update batch_place set placed_at = ${before(30).toISOString()} where batch_id = ${batchId}`);
  const reasons = async () => (await trainer.standing.read({ batchId })).learners[0]?.reasons;
  expect(await reasons()).toContain("not seen for 15 days");
  await db
    .update(batch)
    .set({ endsAt: before(1) })
    .where(eq(batch.id, batchId));
  expect(await reasons()).not.toContain("not seen for 15 days");
});

test("who is on hold is listed, but does not fall behind; who gave the course back is not listed", async () => {
  const { trainer, batchId, learners } = await newBatch();
  const become = (who: number, state: "suspended" | "refunded") =>
    db
      .update(purchase)
      .set({ state })
      .where(eq(purchase.id, learners[who]?.purchaseId ?? ""));
  await become(1, "suspended");
  await become(2, "refunded");
  const page = await trainer.standing.read({ batchId });
  expect(page.learners.map(({ name, isOnHold, reasons }) => [name, isOnHold, reasons])).toEqual([
    ["Asha Menon", false, []],
    ["Binu Das", true, []],
  ]);
});

test("the rule is data: an owner changes it, it is in the audit log, and older pages do not overwrite it", async () => {
  const { trainer, batchId } = await newBatch();
  const owner = await newStaff(institute, ["owner"]);
  const { version, ...rule } = await owner.standing.rules({});
  expect(rule).toEqual({ attendancePercent: 60, missedInARow: 3, overdueHomework: 2, silentDays: 14 });
  const off = { attendancePercent: null, missedInARow: 5, overdueHomework: null, silentDays: null };
  expect(await owner.standing.saveRules({ ...off, version })).toEqual({ ...off, version: version + 1 });
  const { learners } = await trainer.standing.read({ batchId });
  expect(learners.map(({ name, reasons }) => [name, reasons])).toEqual([
    ["Chitra Nair", ["5 classes missed in a row"]],
    ["Asha Menon", []],
    ["Binu Das", []],
  ]);
  await expect(owner.standing.saveRules({ ...rule, version })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await expect(owner.standing.saveRules({ ...off, missedInARow: 0, version })).rejects.toMatchObject({
    ...{ code: "INVALID_INPUT", fields: { missedInARow: "At least 1" } },
  });
  const [entry] = await db.select().from(auditEntry).where(eq(auditEntry.action, "Changed who falls behind"));
  expect(entry).toMatchObject({
    before: { missedInARow: 3, silentDays: 14 },
    after: { missedInARow: 5, silentDays: null },
  });
  await owner.standing.saveRules({ ...rule, version: version + 1 });
});

test("one learner's page says what the learner sees", async () => {
  const { trainer, batchId, learners, ids } = await newBatch();
  const page = await trainer.standing.learner({ batchId, learnerId: ids[1] ?? "" });
  expect(page).toMatchObject({ name: "Binu Das", reasons: ["1 of 5 classes attended", "4 classes missed in a row"] });
  expect(page).toMatchObject((await learners[1]?.progress.read({ courseId: "python" })) as object);
});

test("a message reaches each chosen learner once by mail and in the portal, also when it is sent again", async () => {
  const { trainer, batchId, ids } = await newBatch();
  const chosen = [ids[1] ?? "", ids[2] ?? ""];
  const message = { batchId, learnerIds: [...chosen, chosen[0] ?? ""], ...letter() };
  const all = await Promise.all([1, 2, 3].map(() => trainer.standing.message(message)));
  expect(all).toEqual([1, 2, 3].map(() => ({ sent: 2, left: 0 })));
  await institute.runJobs();
  expect(await trainer.standing.message(message)).toEqual({ sent: 2, left: 0 });
  await institute.runJobs();
  const mails = institute.mails.filter(({ subject }) => subject === message.subject);
  expect(mails.map(({ to }) => to).sort()).toEqual(["binu@example.com", "chitra@example.com"]);
  expect(mails[0]).toMatchObject({ subject: "How are you getting on?" });
  expect(mails[0]?.text).toContain("Please come.");
  expect(mails[0]?.text).toContain("Nisha Kurian");
  for (const learnerId of chosen) {
    const told = await db.select().from(notification).where(isTold(learnerId));
    expect(told).toMatchObject([{ title: message.subject, link: "/dashboard/learn/python" }]);
  }
  expect(await db.$count(sentMail, eq(sentMail.kind, "learner-letter"))).toBe(2);
  const entries = await db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.thingId, batchId), eq(auditEntry.action, "Wrote to learners")));
  expect(entries).toMatchObject([{ who: "Nisha Kurian", after: { sent: 2, learners: chosen } }]);
  expect(JSON.stringify(entries)).not.toContain("Binu");
});

test("a job that was killed half-way, or runs in two processes, tells the learner once", async () => {
  const { ids } = await newBatch(["Asha Menon"]);
  const learnerId = ids[0] ?? "";
  const { attemptId: jobId, ...written } = { ...letter(), learnerId, courseId: "python", from: "Nisha Kurian" };
  const killed = (work: (tx: Db) => Promise<void>) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error("killed");
    });
  const before = institute.mails.length;
  await expect(deliverMessage({ ...institute.deps, jobId, once: killed }, written)).rejects.toThrow("killed");
  const ctx = { ...institute.deps, jobId, once: once(db, jobId) };
  await Promise.all([deliverMessage(ctx, written), deliverMessage(ctx, written)]);
  await deliverMessage(ctx, written);
  await institute.runJobs();
  const mails = institute.mails.slice(before).filter(({ subject }) => subject === written.subject);
  expect([mails.length, await db.$count(notification, isTold(learnerId))]).toEqual([1, 1]);
});

test("learners of another batch get nothing, and the hour has a limit", async () => {
  const { trainer, batchId, ids } = await newBatch(["Asha Menon"]);
  const other = await newTaughtBatch(institute, { names: ["Devi Rao"] });
  const theirs = other.learners[0]?.learnerId ?? "";
  const write = (learnerIds: string[]) => trainer.standing.message({ batchId, learnerIds, ...letter() });
  await expect(write([theirs])).rejects.toMatchObject({ code: "NOT_IN_BATCH" });
  expect(await write([ids[0] ?? "", theirs])).toEqual({ sent: 1, left: 1 });
  await institute.runJobs();
  expect(await db.$count(notification, isTold(theirs))).toBe(0);
  await expect(write([])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(write(Array.from({ length: 201 }, () => randomUUID()))).rejects.toMatchObject({
    fields: { learnerIds: "Choose at most 200 learners" },
  });
  for (let n = 0; n < 18; n++) await write(ids);
  await expect(write(ids)).rejects.toMatchObject({ code: "TOO_MANY_MESSAGES" });
});

test("another trainer, an accountant, a learner and nobody reach no call; desk and counsellor reach all", async () => {
  const { batchId, ids, learners } = await newBatch();
  const other = await newStaff(institute, ["trainer"], "Mary Joseph");
  const accountant = await newStaff(institute, ["accountant"]);
  const calls = [
    ["read", { batchId }],
    ["learner", { batchId, learnerId: ids[0] }],
    ["message", { batchId, learnerIds: ids, ...letter() }],
  ] as const;
  for (const [name, input] of calls) {
    const call = (who: Pick<typeof other, "standing">) => who.standing[name](input as never);
    await expect(call(other), name).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
    await expect(call(accountant), name).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(call(institute.visitor()), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
    await expect(call(learners[0] as never), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
  }
  expect(await other.standing.batches({})).toEqual({ batches: [], beginWith: null });
  expect(await other.standing.own({})).toEqual({ batches: [] });
  for (const role of ["front desk", "counsellor", "owner"] as const) {
    const who = await newStaff(institute, [role]);
    expect((await who.standing.read({ batchId })).learners).toHaveLength(3);
    expect((await who.standing.batches({})).batches.map((one) => one.batchId)).toContain(batchId);
    await expect(who.standing.read({ batchId: randomUUID() })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
    const stranger = { batchId, learnerId: randomUUID() };
    await expect(who.standing.learner(stranger)).rejects.toMatchObject({ code: "NOT_IN_BATCH" });
    if (role !== "owner") await expect(who.standing.rules({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  }
});

test("a substitute of one class sees the batch, and Today counts who falls behind", async () => {
  const { trainer, batchId, classes } = await newBatch();
  expect((await trainer.standing.own({})).batches).toMatchObject([{ batchId, course: "Python", behind: 2 }]);
  const substitute = await newStaff(institute, ["trainer"], "Omar Sheikh");
  await db
    .update(liveClass)
    .set({ trainerId: substitute.person.id, startsAt: before(-3) })
    .where(eq(liveClass.id, classes[3]));
  expect((await substitute.standing.read({ batchId })).learners).toHaveLength(3);
});

test("Today counts everybody of a large batch", async () => {
  const { trainer, batchId, ids } = await newBatch(["Zara Khan"]);
  const { rows } = await db.execute<{ learners: number }>(sql`
    with made as (
      insert into learner select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'first_name', 'Anu',
        'email', 'anu' || n || '@example.com', 'mobile_number', (7000000000 + n)::text))).*
      from learner l, generate_series(1, 1100) n where l.id = ${ids[0]} returning id
    ), bought as (
      insert into purchase select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'learner_id', made.id))).*
      from purchase p, made where p.learner_id = ${ids[0]} returning id
    ), placed as (
      insert into batch_place (purchase_id, batch_id, placed_at) select id, ${batchId}, now() from bought returning purchase_id
    ) select count(*)::int as learners from placed`);
  expect(rows[0]?.learners).toBe(1100);
  expect((await trainer.standing.own({})).batches).toMatchObject([{ batchId, behind: 1100 }]);
});

test("a batch takes as many queries with many learners as with one", async () => {
  const few = await newBatch(["Asha Menon"]);
  const many = await newBatch(["Asha Menon", "Binu Das", "Chitra Nair", "Devi Rao"]);
  const count = (one: typeof few) => countQueries(() => one.trainer.standing.read({ batchId: one.batchId }));
  await count(few);
  expect(await count(many)).toBe(await count(few));
});

import { randomUUID } from "node:crypto";
import type { StaffRole } from "@shoreline/domain/staff";
import { and, asc, desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { certificate, certificateProof, certificateRule } from "../../db/tables/certificate.ts";
import { homework, homeworkWork } from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { collection, result } from "../../db/tables/quiz.ts";
import { batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { finishCourse } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { addNamesakes } from "../../test/namesakes.ts";
import { giveCourse } from "../../test/paying.ts";
import { newBatch } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";
import { issueEarned } from "../certificate/issue.ts";
import { movePlace } from "../schedule/move-place.ts";

const institute = await testInstitute();
const { db } = institute;
institute.setNow(testDay);
const owner = await newStaff(institute, ["owner"]);
const desk = await newStaff(institute, ["front desk"]);
const nobodyId = "00000000-0000-4000-8000-000000000000";

type Finished = Awaited<ReturnType<typeof finishCourse>>;

/** The batch of the learner, which nobody else is in. */
async function batchOf({ purchaseId }: Finished): Promise<string> {
  const [place] = await db.select().from(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
  return place?.batchId ?? "";
}

async function missingOf(who: Finished, staff = owner): Promise<string[] | null> {
  const batchId = await batchOf(who);
  for (const state of ["ready", "not yet"] as const) {
    const { learners } = await staff.award.learners({ state, batchId });
    const [found] = learners;
    if (found) return found.missing;
  }
  return null;
}

async function setRule(values: Partial<typeof certificateRule.$inferInsert>) {
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const content = {
    attendancePercent: null,
    homeworkPercent: null,
    testCollectionId: null,
    testTopic: null,
    testPercent: null,
  };
  const set = { ...content, ...values };
  await db
    .insert(certificateRule)
    .values({ courseId: python?.id ?? "", ...set })
    .onConflictDoUpdate({ target: certificateRule.courseId, set });
}

async function setHomework(who: Finished, { set, done }: { set: number; done: number }) {
  const { _id: learnerId } = await who.account.read({});
  const classes = await db
    .select()
    .from(liveClass)
    .where(eq(liveClass.batchId, await batchOf(who)))
    .orderBy(asc(liveClass.number));
  const about = { title: "Exercise", text: "Exercise", setAt: testDay };
  const ids = await db
    .insert(homework)
    .values(classes.slice(0, set).map(({ id: classId, batchId }) => ({ ...about, classId, batchId })))
    .returning({ homeworkId: homework.id });
  if (done > 0)
    await db
      .insert(homeworkWork)
      .values(ids.slice(0, done).map((one) => ({ ...one, learnerId, state: "done" as const, changedAt: testDay })));
  return ids;
}

async function takeTest(who: Finished, { correct, takenAt = testDay }: { correct: number; takenAt?: Date }) {
  const { _id: learnerId } = await who.account.read({});
  const [python] = await db.select().from(collection).orderBy(asc(collection.position)).limit(1);
  await db.insert(result).values({
    ...{ id: randomUUID(), learnerId, username: "x", email: "x@example.com", collectionId: python?.id ?? "" },
    ...{
      languageName: "x",
      language: "python" as const,
      topic: python?.topics[0]?.topic ?? "",
      setup: "",
      answerKey: [],
    },
    ...{ correct, wrong: 20 - correct, skipped: 0, total: 20, consentedTo: "x", takenAt },
  });
}

async function theTest() {
  const [found] = await db.select().from(collection).orderBy(asc(collection.position)).limit(1);
  return { collectionId: found?.id ?? "", topic: found?.topics[0]?.topic ?? "" };
}

/** A part of the price that is still open. */
async function owe({ purchaseId }: Finished, dueOn: string) {
  const [bought] = await db.select().from(purchase).where(eq(purchase.id, purchaseId));
  const [agreed] = await db
    .insert(sale)
    .values({
      ...{ learnerId: bought?.learnerId, courseId: bought?.courseId ?? "", batchTime: "9-10", batchType: "week-days" },
      ...{ listPriceInPaise: 200_000, state: "bought", purchaseId, madeAt: testDay },
    })
    .returning();
  await db
    .insert(due)
    .values({ saleId: agreed?.id ?? "", number: 1, amountInPaise: 200_000, dueOn, linkToken: randomUUID() });
}

describe("the rule of a course", () => {
  test("a course without a rule asks for the institute's share of the classes", async () => {
    await setRule({});
    expect(await missingOf(await finishCourse(institute, { attended: 3 }))).toEqual([]);
    expect(await missingOf(await finishCourse(institute, { attended: 1 }))).toEqual(["2 classes short"]);
    await setRule({ attendancePercent: 100 });
    expect(await missingOf(await finishCourse(institute, { attended: 3 }))).toEqual(["1 class short"]);
  });

  test("homework counts of the classes that the learner counts in, and the best test since the purchase", async () => {
    const { collectionId: testCollectionId, topic: testTopic } = await theTest();
    await setRule({ homeworkPercent: 75, testCollectionId, testTopic, testPercent: 70 });
    const who = await finishCourse(institute);
    const [, , third] = await setHomework(who, { set: 4, done: 2 });
    await takeTest(who, { correct: 20, takenAt: new Date(testDay.getTime() - 90 * 86_400_000) });
    expect(await missingOf(who)).toEqual(["homework 2 of 3", "final test not taken"]);
    await takeTest(who, { correct: 11 });
    expect(await missingOf(who)).toEqual(["homework 2 of 3", "final test 55 of 70 %"]);
    const { progress } = await who.certificate.list({});
    expect(progress[0]).toMatchObject({
      homework: { set: 4, done: 2, needed: 3 },
      test: { percent: 70, best: 55, topic: testTopic },
      overdueInPaise: 0,
      isIssuedByStaff: false,
    });
    await takeTest(who, { correct: 14 });
    await takeTest(who, { correct: 3 });
    expect(await missingOf(who)).toEqual(["homework 2 of 3"]);
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toEqual([]);
    const { _id: learnerId } = await who.account.read({});
    const work = { homeworkId: third?.homeworkId ?? "", learnerId, changedAt: testDay };
    await db.insert(homeworkWork).values({ ...work, state: "given back" });
    expect(await missingOf(who)).toEqual(["homework 2 of 3"]);
    await db.update(homeworkWork).set({ state: "done" }).where(eq(homeworkWork.homeworkId, work.homeworkId));
    expect(await missingOf(who)).toEqual([]);
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toHaveLength(1);
    await setRule({});
  });

  test("homework moves along to another batch, and what that one had set before is not asked for", async () => {
    await setRule({ homeworkPercent: 100 });
    const who = await newLearner(institute);
    const { _id: learnerId } = await who.account.read({});
    const purchaseId = await giveCourse(institute, who, { at: new Date(testDay.getTime() - 20 * 86_400_000) });
    const [from, to] = [await newBatch(institute, { startsIn: -10 }), await newBatch(institute, { startsIn: -3 })];
    await db
      .insert(batchPlace)
      .values({ purchaseId, batchId: from, placedAt: new Date(testDay.getTime() - 20 * 86_400_000) });
    const classIdsOf = async (batchId: string) =>
      (
        await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(asc(liveClass.number)).limit(5)
      ).map(({ id }) => id);
    const [old, own] = [await classIdsOf(from), await classIdsOf(to)];
    const about = { title: "Exercise", text: "Exercise", setAt: testDay };
    await db.insert(homework).values(own.map((classId) => ({ ...about, classId, batchId: to })));
    const done = await db
      .insert(homework)
      .values(old.slice(0, 2).map((classId) => ({ ...about, classId, batchId: from })))
      .returning({ homeworkId: homework.id });
    const byLearner = { learnerId, state: "done" as const, changedAt: testDay };
    await db.insert(homeworkWork).values(done.map((one) => ({ ...one, ...byLearner })));
    await db.transaction((tx) => movePlace(tx, { purchaseId, toBatchId: to, now: testDay }));
    // Done before: 1 and 2. The third was set before the learner came, and the others are still to come.
    const { progress } = await who.certificate.list({});
    expect(progress[0]?.homework).toMatchObject({ set: 4, done: 2 });
    await setRule({});
  });

  test("an overdue instalment holds the certificate back, one that is due later does not", async () => {
    const [late, later] = [await finishCourse(institute), await finishCourse(institute)];
    await owe(late, "2026-01-01");
    await owe(later, "2099-01-01");
    expect(await missingOf(late)).toEqual(["₹2,000 overdue"]);
    expect(await missingOf(later)).toEqual([]);
    const { results } = await desk.award.issue({ purchaseIds: [late.purchaseId], attemptId: randomUUID() });
    expect(results).toEqual([{ purchaseId: late.purchaseId, certificateId: null, why: "an instalment is overdue" }]);
  });

  test("owners change a rule; an old page, an unknown test and numbers beyond 100 are refused", async () => {
    const rule = { courseId: "sql", attendancePercent: 80, homeworkPercent: null, test: null };
    const saved = await owner.award.saveRule({ ...rule, version: 0 });
    expect(saved.rules.find(({ courseId }) => courseId === "sql")).toMatchObject({ attendancePercent: 80, version: 1 });
    await expect(owner.award.saveRule({ ...rule, version: 0 })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
    await expect(owner.award.saveRule({ ...rule, courseId: "nothing", version: 0 })).rejects.toMatchObject({
      code: "UNKNOWN_COURSE",
    });
    const odd = { ...rule, test: { collectionId: "nothing", topic: "x", percent: 70 }, version: 1 };
    await expect(owner.award.saveRule(odd)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { test: "Choose a test from the list" },
    });
    await expect(owner.award.saveRule({ ...rule, attendancePercent: 101, version: 1 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    const both = await Promise.allSettled(
      [60, 70].map((attendancePercent) => owner.award.saveRule({ ...rule, attendancePercent, version: 1 })),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("nothing is issued automatically when the institute wants to issue itself", async () => {
    const who = await finishCourse(institute);
    const { settingsVersion } = await owner.award.rules({});
    const off = await owner.award.saveAutomatic({ issuesAutomatically: false, version: settingsVersion });
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toEqual([]);
    expect((await who.certificate.list({})).progress[0]?.isIssuedByStaff).toBe(true);
    await owner.award.saveAutomatic({ issuesAutomatically: true, version: off.settingsVersion });
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toHaveLength(1);
  });
});

describe("issuing in bulk", () => {
  test("each of many gets one, what stops one does not stop the others, and the same form again changes nothing", async () => {
    const good = [await finishCourse(institute), await finishCourse(institute)];
    const absent = await finishCourse(institute, { attended: 1 });
    const odd = await finishCourse(institute, { change: { firstName: "Анна", lastName: "Петрова" } });
    const purchaseIds = [...good, absent, odd].map(({ purchaseId }) => purchaseId);
    const { names } = await desk.award.names({ purchaseIds });
    expect(names.filter(({ isPrintable }) => !isPrintable).map(({ purchaseId }) => purchaseId)).toEqual([
      odd.purchaseId,
    ]);
    const form = { purchaseIds: [...purchaseIds, purchaseIds[0] ?? "", nobodyId], attemptId: randomUUID() };
    const { results } = await desk.award.issue(form);
    expect(results.map(({ why }) => why)).toEqual([
      null,
      null,
      "too few classes",
      "the name cannot be printed",
      "the course is not the learner's any more",
    ]);
    expect(await desk.award.issue(form)).toEqual({ results });
    const again = await desk.award.issue({ ...form, attemptId: randomUUID() });
    expect(again.results[0]).toMatchObject({ certificateId: null, why: "has a certificate already" });
    await institute.runJobs();
    for (const [n, who] of good.entries()) {
      const { certificates } = await who.certificate.list({});
      expect(certificates.map(({ certificateId }) => certificateId)).toEqual([results[n]?.certificateId]);
    }
    const entries = await db.select().from(auditEntry).where(eq(auditEntry.action, "Issued a certificate"));
    expect(entries.filter(({ staffId }) => staffId === desk.person.id)).toHaveLength(2);
  });

  test("parallel forms for the same people issue each once", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => finishCourse(institute)));
    const purchaseIds = people.map(({ purchaseId }) => purchaseId);
    const answers = await Promise.all(
      [desk, owner, desk, owner].map((staff) => staff.award.issue({ purchaseIds, attemptId: randomUUID() })),
    );
    const issued = answers.flatMap(({ results }) => results.filter(({ certificateId }) => certificateId));
    expect(issued).toHaveLength(4);
    for (const { purchaseId } of people)
      expect(await db.$count(certificate, eq(certificate.purchaseId, purchaseId))).toBe(1);
  });

  test("a refunded course earns nothing", async () => {
    const who = await finishCourse(institute);
    await db.update(purchase).set({ state: "refunded" }).where(eq(purchase.id, who.purchaseId));
    expect(await missingOf(who)).toBeNull();
    const { results } = await owner.award.issue({ purchaseIds: [who.purchaseId], attemptId: randomUUID() });
    expect(results[0]?.certificateId).toBeNull();
    await issueEarned(institute.deps);
    expect(await db.$count(certificate, eq(certificate.purchaseId, who.purchaseId))).toBe(0);
  });

  test("below the rule only an owner issues, with a reason, once", async () => {
    const who = await finishCourse(institute, { attended: 1 });
    const form = { purchaseId: who.purchaseId, reason: "Passed the exam", attemptId: randomUUID() };
    await expect(desk.award.issueBelow(form)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(owner.award.issueBelow({ ...form, reason: " " })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(owner.award.issueBelow({ ...form, purchaseId: nobodyId })).rejects.toMatchObject({
      code: "UNKNOWN_PURCHASE",
    });
    const issued = await owner.award.issueBelow(form);
    expect(await owner.award.issueBelow(form)).toEqual(issued);
    await expect(owner.award.issueBelow({ ...form, attemptId: randomUUID() })).rejects.toMatchObject({
      code: "HAS_CERTIFICATE",
    });
    const [entry] = await db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "Issued a certificate below the rule"))
      .orderBy(desc(auditEntry.id));
    expect(entry).toMatchObject({
      kind: "certificate",
      staffId: owner.person.id,
      after: { reason: "Passed the exam" },
    });
  });
});

describe("who may", () => {
  const calls = {
    learners: (who: Caller) => who.award.learners({}),
    list: (who: Caller) => who.award.list({}),
    names: (who: Caller) => who.award.names({ purchaseIds: [nobodyId] }),
    issue: (who: Caller) => who.award.issue({ purchaseIds: [nobodyId], attemptId: randomUUID() }),
    revoke: (who: Caller) => who.award.revoke({ certificateId: "NOBODY00001", reason: "A mistake" }),
    rules: (who: Caller) => who.award.rules({}),
  };
  type Caller = Pick<typeof owner, "award">;

  test("nobody, a trainer and an accountant are refused everywhere; a counsellor only looks", async () => {
    for (const call of Object.values(calls))
      await expect(call(institute.visitor())).rejects.toMatchObject({ code: "STAFF_ONLY" });
    for (const role of ["trainer", "accountant"] as StaffRole[]) {
      const staff = await newStaff(institute, [role]);
      for (const call of Object.values(calls)) await expect(call(staff)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    }
    const counsellor = await newStaff(institute, ["counsellor"]);
    expect((await calls.learners(counsellor)).counts.issued?.count).toBeGreaterThan(0);
    for (const name of ["names", "issue", "revoke", "rules"] as const)
      await expect(calls[name](counsellor)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });
});

describe("revoking and reissuing", () => {
  async function issued() {
    const who = await finishCourse(institute);
    const { results } = await desk.award.issue({ purchaseIds: [who.purchaseId], attemptId: randomUUID() });
    await institute.runJobs();
    return { who, certificateId: results[0]?.certificateId ?? "" };
  }

  test("a revoked certificate shows its reason to everybody, and its holder is told", async () => {
    const { who, certificateId } = await issued();
    const row = await desk.award.revoke({ certificateId, reason: "Attendance was marked wrongly." });
    expect(row).toMatchObject({ certificateId, revokedReason: "Attendance was marked wrongly." });
    await expect(desk.award.revoke({ certificateId, reason: "Again" })).rejects.toMatchObject({
      code: "ALREADY_REVOKED",
    });
    await expect(desk.award.revoke({ certificateId: "OCNST98765", reason: "Again" })).rejects.toMatchObject({
      code: "NO_SUCH_CERTIFICATE",
    });
    expect(await institute.visitor().certificate.get({ certificateId })).toMatchObject({ isRevoked: true });
    expect((await desk.award.list({ state: "revoked" })).certificates[0]).toMatchObject({ certificateId });
    expect(await missingOf(who)).toBeNull();
  });

  test("a corrected name gets a new number; the old page leads there, and the learner gets one mail", async () => {
    const { who, certificateId } = await issued();
    const { email } = await who.account.read({});
    const before = institute.mails.filter(({ to }) => to === email).length;
    const form = { certificateId, name: "Kavya R. Raman", reason: "As in the passport", attemptId: randomUUID() };
    for (const name of ["Анна", "Anna 😀"])
      await expect(desk.award.reissue({ ...form, name })).rejects.toMatchObject({ code: "UNPRINTABLE_NAME" });
    const answers = await Promise.all([1, 2, 3].map(() => desk.award.reissue(form)));
    const [next] = answers;
    expect(next).toMatchObject({ name: "Kavya R. Raman", replaces: certificateId, revokedAt: null });
    expect(new Set(answers.map((answer) => answer.certificateId)).size).toBe(1);
    await expect(desk.award.reissue({ ...form, attemptId: randomUUID() })).rejects.toMatchObject({
      code: "ALREADY_REPLACED",
    });
    await institute.runJobs();
    expect(await institute.visitor().certificate.get({ certificateId })).toMatchObject({
      isRevoked: true,
      revokedReason: `Replaced by ${next?.certificateId} with a corrected name.`,
      replacedBy: next?.certificateId,
    });
    const shown = await institute.visitor().certificate.get({ certificateId: next?.certificateId ?? "" });
    expect(shown).toMatchObject({ studentName: "Kavya R. Raman", isRevoked: false, replacedBy: null });
    const mails = institute.mails.filter(({ to }) => to === email).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your corrected certificate: Python"]);
    const { certificates } = await who.certificate.list({});
    expect(certificates.filter(({ isRevoked }) => !isRevoked)).toHaveLength(1);
  });

  test("staff see who issued it, and when and with which key it was signed; a corrected one does not inherit that", async () => {
    const { certificateId } = await issued();
    const signedAt = new Date("2026-11-14T06:30:00Z");
    const own = eq(certificate.certificateId, certificateId);
    const multikey = `z6Mk${randomUUID()}`;
    const [key] = await db
      .insert(signingKey)
      .values({ kind: "ed25519", multikey, createdAt: signedAt, retiredAt: signedAt })
      .returning();
    const [row] = await db.update(certificate).set({ signedAt, hasMailHash: true }).where(own).returning();
    const proof = { keyId: key?.id ?? null, statusList: 900, statusIndex: 1 };
    await db
      .insert(certificateProof)
      .values({ id: row?.id ?? "", ...proof })
      .onConflictDoUpdate({ target: certificateProof.id, set: proof });
    const [found] = (await desk.award.list({ words: certificateId })).certificates;
    expect(found).toMatchObject({ issuedBy: "staff", signedAt: signedAt.toISOString(), signedWith: multikey });
    const entry = and(eq(auditEntry.thingId, row?.id ?? ""), eq(auditEntry.action, "Issued a certificate"));
    const [logged] = await db.select({ who: auditEntry.who }).from(auditEntry).where(entry);
    expect([logged?.who, found?.issuedByName]).toEqual([expect.stringMatching(/\w/), logged?.who]);
    const form = { certificateId, name: "Kavya R. Raman", reason: "As in the passport", attemptId: randomUUID() };
    const next = await desk.award.reissue(form);
    expect(next.signedAt).not.toBe(signedAt.toISOString());
    expect(next.signedWith).not.toBe(multikey);
  });

  test("a certificate without a learner is reissued too, and two colleagues make one", async () => {
    const [first, second] = await Promise.allSettled(
      [desk, owner].map((staff) =>
        staff.award.reissue({
          ...{ certificateId: "OCNST00002", name: "Corrected Name", reason: "Wrong name", attemptId: randomUUID() },
        }),
      ),
    );
    expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
    const row = and(eq(certificate.studentName, "Corrected Name"));
    expect(await db.$count(certificate, row)).toBe(1);
  });
});

describe("the lists", () => {
  test("a certificate is found by its number, revoked or not, and by the beginning of a name", async () => {
    const { certificates } = await desk.award.list({ words: " ocnst00004 " });
    expect(certificates).toMatchObject([{ certificateId: "OCNST00004", revokedAt: expect.any(String) }]);
    expect((await desk.award.list({ words: "nith" })).certificates).toMatchObject([{ name: "Nithya Balan" }]);
    expect((await desk.award.list({ words: "OCNST98765" })).certificates).toEqual([]);
    expect((await desk.award.list({ words: "%'\\" })).certificates).toEqual([]);
    expect((await desk.award.list({ courseId: "nothing" })).certificates).toEqual([]);
  });

  test("learners are found by course, batch and name; odd filters find nobody or are refused", async () => {
    const who = await finishCourse(institute, { change: { firstName: "Zubaida", lastName: "Qureshi" } });
    const { learners, batches } = await desk.award.learners({ words: "zubai", courseId: "python" });
    expect(learners).toMatchObject([{ purchaseId: who.purchaseId, name: "Zubaida Qureshi", attended: 4, classes: 4 }]);
    expect(JSON.stringify(learners)).not.toMatch(/@|\+91/);
    expect(batches.map(({ batchId }) => batchId)).toContain(await batchOf(who));
    await addNamesakes(institute, "Zubaida");
    const filtered = await desk.award.learners({ words: "zubai", courseId: "python" });
    expect([filtered.learners.length, filtered.counts]).toEqual([
      1,
      { ready: 1, notYet: 0, issued: null, revoked: null },
    ]);
    expect((await desk.award.learners({ courseId: "sql", words: "zubai" })).learners).toEqual([]);
    expect((await desk.award.learners({ batchId: nobodyId })).learners).toEqual([]);
    await expect(desk.award.learners({ after: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const odd = Buffer.from(JSON.stringify(["never", nobodyId])).toString("base64url");
    await expect(desk.award.learners({ after: odd })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test("a trainer's or a learner's session sees no list of another room", async () => {
    const who = await finishCourse(institute);
    const answer = await who.request("/api/staff/certificates/learners");
    expect(answer.status).toBe(401);
  });
});

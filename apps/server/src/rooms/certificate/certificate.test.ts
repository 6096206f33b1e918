import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { exportOf, newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { changeCertificates } from "./command.ts";
import { issueCertificate, issueEarned } from "./issue.ts";

const institute = await testInstitute();
const { db } = institute;
const { certificate: anyone } = institute.visitor();

describe("verifying a certificate", () => {
  test("a visitor finds it in small or capital letters", async () => {
    const found = await anyone.get({ certificateId: "OCNST00001" });
    expect(found).toEqual({
      certificateId: "OCNST00001",
      studentName: "Nithya Balan",
      studentProfile: "/pictures/people/nithya.svg",
      studentId: "SA-2024-7C31E8",
      courseCompleted: expect.any(String),
      certificateEarned: expect.any(String),
      learnedSkills: expect.arrayContaining([expect.any(String)]),
      certificateUrl: expect.stringMatching(/^\/media\/certificate\/[0-9a-f-]{36}\.webp$/),
      issuedBy: "Shoreline Academy",
      isRevoked: false,
      revokedReason: null,
      revokedAt: null,
      isNameHidden: false,
      replacedBy: null,
    });
    expect(await anyone.get({ certificateId: " ocnst00001 " })).toEqual(found);
  });

  test.each(["OCNST99999", "OCNST1", "x", "' or 1=1 --", "OCNST00001%", "ÖCNST00001"])(
    "an unknown or malformed id (%s) finds nothing",
    async (id) => {
      const response = await institute.visitor().request(`/api/certificate/get/${encodeURIComponent(id)}`);
      expect([response.status, await response.json(), response.headers.get("cache-control")]).toEqual([
        200,
        null,
        "no-store",
      ]);
    },
  );

  test("a revoked certificate shows its reason and has no PDF", async () => {
    const revoked = await anyone.get({ certificateId: "OCNST00004" });
    expect(revoked).toMatchObject({
      isRevoked: true,
      revokedReason: expect.stringContaining("wrong learner"),
      revokedAt: expect.any(String),
    });
    await expect(anyone.pdf({ certificateId: "OCNST00004" })).rejects.toMatchObject({ code: "UNKNOWN_CERTIFICATE" });
    await expect(anyone.pdf({ certificateId: "OCNST99999" })).rejects.toMatchObject({ code: "UNKNOWN_CERTIFICATE" });
  });

  test("one address may look up or download 180 certificates, enough for a class of 60 but not for trying all ids", async () => {
    const { certificate: scanner } = institute.visitor();
    for (let n = 1; n <= 180; n++) await scanner.get({ certificateId: "OCNST00001" });
    await expect(scanner.get({ certificateId: "OCNST00002" })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await institute.visitor().certificate.get({ certificateId: "OCNST00002" })).not.toBeNull();
  });
});

test("a learner hides the name in previews of the link and shows it again; a look-up names the learner all the same", async () => {
  const who = await finishCourse(institute);
  const { certificateId, studentName } = await issueTo(institute, who);
  for (const isNameHidden of [true, false]) {
    expect(await who.certificate.hideName({ certificateId, isNameHidden })).toEqual({ isNameHidden });
    expect(await anyone.get({ certificateId })).toMatchObject({ studentName, isNameHidden });
  }
});

describe("issuing", () => {
  test("a refused certificate uses no number", async () => {
    const absent = await finishCourse(institute, { attended: 2 });
    const first = await issueTo(institute, await finishCourse(institute));
    expect(await issueCertificate(db, { purchaseId: absent.purchaseId, now: testDay })).toEqual({ whyNot: "absent" });
    expect((await issueTo(institute, await finishCourse(institute))).serial).toBe(first.serial + 1);
  });

  test("a learner earns a certificate after three of four classes, once the batch is over", async () => {
    const enough = await finishCourse(institute, { attended: 3 });
    const { earnedAt, issuedBy, studentId } = await issueTo(institute, enough);
    expect(issuedBy).toBe("rule");
    expect(earnedAt.getTime()).toBeLessThan(testDay.getTime());
    expect(studentId).toMatch(/^SA-2026-[0-9A-F]{6}$/);
    const running = await newLearner(institute);
    const purchaseId = await giveCourse(institute, running);
    await running.schedule.view({ courseId: "python" });
    expect(await issueCertificate(db, { purchaseId, now: testDay })).toEqual({ whyNot: "classes-left" });
    const nothing = "00000000-0000-4000-8000-000000000000";
    expect(await issueCertificate(db, { purchaseId: nothing, now: testDay })).toEqual({ whyNot: "not-bought" });
  });

  test("who joins a batch that has begun needs the share of the classes since the purchase", async () => {
    const me = await finishCourse(institute, { attended: 0 });
    const { _id: learnerId } = await me.account.read({});
    const classes = await db
      .select({ id: liveClass.id, startsAt: liveClass.startsAt })
      .from(liveClass)
      .innerJoin(batchPlace, eq(batchPlace.batchId, liveClass.batchId))
      .where(eq(batchPlace.purchaseId, me.purchaseId))
      .orderBy(asc(liveClass.number));
    const attend = async (at: number) => {
      const { id: classId = "", startsAt = testDay } = classes[at] ?? {};
      await db.insert(attendance).values({ learnerId, classId, firstJoinedAt: startsAt, lastJoinedAt: startsAt });
    };
    // Bought during the second class, which therefore does not count.
    const purchasedAt = new Date((classes[1]?.startsAt.getTime() ?? 0) + 1);
    await db.update(purchase).set({ purchasedAt }).where(eq(purchase.id, me.purchaseId));
    const issue = () => issueCertificate(db, { purchaseId: me.purchaseId, now: testDay });
    const { progress } = await me.certificate.list({});
    expect(progress[0]).toMatchObject({ classes: 2, over: 2, attended: 0, needed: 2 });
    await attend(2);
    expect(await issue()).toEqual({ whyNot: "absent" });
    // A class before the purchase counts for those who were there.
    await attend(1);
    expect((await me.certificate.list({})).progress[0]).toMatchObject({ classes: 3, attended: 2, needed: 3 });
    await attend(3);
    institute.setNow(testDay);
    await issueEarned(institute.deps);
    expect((await me.certificate.list({})).certificates).toHaveLength(1);
  });

  test("a learner whose name cannot be printed gets no certificate until the name is changed", async () => {
    const who = await finishCourse(institute, { change: { firstName: "Анна", lastName: "Петрова" } });
    expect(await issueCertificate(db, { purchaseId: who.purchaseId, now: testDay })).toEqual({
      whyNot: "unprintable-name",
    });
    expect((await who.certificate.list({})).progress).toMatchObject([
      { isNamePrintable: false, attended: 4, needed: 3 },
    ]);
    await who.account.edit({ firstName: "Анна", lastName: "Петрова?" } as never).catch(() => {});
    expect(await issueCertificate(db, { purchaseId: who.purchaseId, now: testDay })).toEqual({
      whyNot: "unprintable-name",
    });
    await who.account.edit({ firstName: "Anna", lastName: "Petrova" } as never);
    expect((await issueTo(institute, who)).studentName).toBe("Anna Petrova");
  });

  test("in a batch of a whole course, 15 of 20 classes earn the certificate once the last is over, and 14 do not", async () => {
    const learners = await Promise.all([newLearner(institute), newLearner(institute)]);
    const courseId = "sql";
    const kind = { courseId, batchTime: "3-4", batchType: "week-end" } as const;
    for (const who of learners) await giveCourse(institute, who, kind);
    const schedules = await Promise.all(learners.map((who) => who.schedule.view({ courseId })));
    const classIds = schedules[0]?.schedules.map(({ _id }) => _id) ?? [];
    expect(classIds).toHaveLength(20);
    const ids: string[] = [];
    for (const [n, who] of learners.entries()) {
      const { _id: learnerId } = await who.account.read({});
      ids.push(learnerId);
      const attended = classIds.slice(0, 15 - n);
      const visit = { learnerId, firstJoinedAt: testDay, lastJoinedAt: testDay };
      await db.insert(attendance).values(attended.map((classId) => ({ ...visit, classId })));
    }
    const lastEndsAt = new Date(schedules[0]?.schedules.at(-1)?.endsAt ?? "");
    const earnedAfter = async (ms: number) => {
      institute.setNow(new Date(lastEndsAt.getTime() + ms));
      await issueEarned(institute.deps);
      const earned = await db.select().from(certificate).where(inArray(certificate.learnerId, ids));
      return earned.map(({ learnerId, earnedAt }) => ({ learnerId, earnedAt }));
    };
    expect(await earnedAfter(-1)).toEqual([]);
    expect(await earnedAfter(0)).toEqual([{ learnerId: ids[0], earnedAt: lastEndsAt }]);
    institute.setNow(testDay);
  });

  test("the job awards one certificate to each learner who has earned it, however often it runs", async () => {
    const [earned, absent] = [await finishCourse(institute), await finishCourse(institute, { attended: 1 })];
    await Promise.all([issueEarned(institute.deps), issueEarned(institute.deps)]);
    await issueEarned(institute.deps);
    expect((await earned.certificate.list({})).certificates).toHaveLength(1);
    expect(await absent.certificate.list({})).toMatchObject({
      certificates: [],
      progress: [{ courseId: "python", classes: 4, over: 4, attended: 1, needed: 3, isReachable: false }],
    });
  });
});

describe("staff at the terminal", () => {
  const now = testDay;
  const run = (args: string[]) => changeCertificates(db, args, now);

  test("issue a certificate with a reason, whatever the learner attended", async () => {
    const who = await finishCourse(institute, { attended: 0 });
    const [line = ""] = await run(["issue", who.mobileNumber, "python", "Illness, passed the exam"]);
    expect(line).toMatch(/^OCNST\d{5} has been issued to Kavya Raman for Python\.$/);
    const [row] = await db.select().from(certificate).where(eq(certificate.purchaseId, who.purchaseId));
    expect(row).toMatchObject({ issuedBy: "staff", reason: "Illness, passed the exam", earnedAt: now });
    await expect(run(["issue", `+91${who.mobileNumber}`, "python", "again"])).rejects.toThrow("valid certificate");
    await expect(run(["issue", who.mobileNumber, "sql", "why"])).rejects.toThrow("has bought this course");
    for (const reason of [" ", "two\nlines", "\u202etxet"])
      await expect(run(["issue", who.mobileNumber, "python", reason])).rejects.toThrow("Give a reason");
  });

  test("revoke a certificate, which then shows its reason; only staff can issue a new one", async () => {
    const who = await finishCourse(institute);
    const { certificateId } = await issueTo(institute, who);
    const revoke = ["revoke", certificateId.toLowerCase(), "Wrong name"];
    expect(await run(revoke)).toEqual([`${certificateId} has been revoked.`]);
    await expect(run(revoke)).rejects.toThrow("already");
    expect(await anyone.get({ certificateId })).toMatchObject({ isRevoked: true, revokedReason: "Wrong name" });
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toHaveLength(1);
    await run(["issue", who.mobileNumber, "python", "Right name"]);
    const { certificates } = await who.certificate.list({});
    expect(certificates.map(({ isRevoked }) => isRevoked).sort()).toEqual([false, true]);
  });

  test("erase a certificate, which then cannot be found; its number stays used", async () => {
    const who = await finishCourse(institute);
    const { certificateId, serial } = await issueTo(institute, who);
    await run(["erase", certificateId]);
    expect(await anyone.get({ certificateId })).toBeNull();
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toEqual([]);
    expect((await issueTo(institute, await finishCourse(institute))).serial).toBe(serial + 1);
    const [line = ""] = await run(["issue", who.mobileNumber, "python", "Asked for it again"]);
    expect(line).toContain("has been issued");
  });

  test("list certificates; a wrong command shows the usage", async () => {
    expect(await run(["list"])).toContainEqual(expect.stringMatching(/^OCNST00004 .*Bharath Sekar.*revoked$/));
    for (const args of [[], ["issue"], ["revoke", "OCNST00001"], ["nonsense", "x"]])
      await expect(run(args)).rejects.toThrow("Usage:");
    await expect(run(["revoke", "OCNST99999", "why"])).rejects.toThrow("no certificate");
  });
});

test("a learner in a running batch sees how many classes are needed for a certificate", async () => {
  const who = await newLearner(institute);
  await giveCourse(institute, who);
  const { progress } = await who.certificate.list({});
  expect(progress).toMatchObject([{ courseName: "Python", attended: 0, isReachable: true, isNamePrintable: true }]);
  const [{ classes = 0, needed = 0, over = 0 } = {}] = progress;
  expect(needed).toBe(Math.ceil(classes * 0.75));
  expect(over).toBeLessThan(classes);
});

test("a learner's data export contains their certificates", async () => {
  const who = await finishCourse(institute);
  const { certificateId } = await issueTo(institute, who);
  expect(await exportOf(institute, who)).toContain(certificateId);
});

test("demo certificates were earned when a finished batch of their course ended, and keep their dates", async () => {
  const demo = () => db.select().from(certificate).where(eq(certificate.isDemo, true)).orderBy(asc(certificate.serial));
  const issued = await demo();
  expect(issued.map(({ serial }) => serial)).toEqual([1, 2, 3, 4, 5]);
  const ended = await db
    .select({ courseId: course.courseId, endsAt: batch.endsAt })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(and(batch.isDemo, lt(batch.endsAt, testDay)))
    .orderBy(asc(batch.endsAt));
  const courses = new Set(issued.map(({ courseKey }) => courseKey));
  expect(issued.map(({ courseKey, earnedAt }) => ({ courseId: courseKey, endsAt: earnedAt }))).toEqual(
    ended.filter(({ courseId }) => courses.has(courseId)),
  );
  const { files } = institute.deps;
  await freshenDemo({
    db,
    files,
    now: new Date(testDay.getTime() + 90 * 86_400_000),
    kinds: contentKinds,
    makers: demoMakers,
  });
  expect(await demo()).toEqual(issued);
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { decide } from "./command.ts";
import { issueCertificate, issueEarned } from "./issue.ts";

const institute = await testInstitute();
const { db } = institute;
const { certificate: anyone } = institute.visitor();

describe("looking a certificate up", () => {
  test("answers the certificate, however the id is typed", async () => {
    const found = await anyone.get({ certificateId: "OCNST00001" });
    expect(found).toEqual({
      certificateId: "OCNST00001",
      studentName: "Nithya Balan",
      studentProfile: "/pictures/people/nithya.svg",
      studentId: "SA-2024-7C31E8",
      courseCompleted: expect.any(String),
      certificateEarned: "2026-04-17T05:30:00.000Z",
      learnedSkills: expect.arrayContaining([expect.any(String)]),
      certificateUrl: expect.stringMatching(/^\/media\/certificate\/[0-9a-f-]{36}\.webp$/),
      issuedBy: "Shoreline Academy",
      isRevoked: false,
      revokedReason: null,
      revokedAt: null,
    });
    expect(await anyone.get({ certificateId: " ocnst00001 " })).toEqual(found);
  });

  test.each(["OCNST99999", "OCNST1", "x", "' or 1=1 --", "OCNST00001%", "ÖCNST00001"])(
    "answers null for %s",
    async (id) => {
      const response = await institute.visitor().request(`/api/certificate/get/${encodeURIComponent(id)}`);
      expect([response.status, await response.json(), response.headers.get("cache-control")]).toEqual([
        200,
        null,
        "no-store",
      ]);
    },
  );

  test("a revoked one says so and why; its file is not handed out and its picture is stamped", async () => {
    const revoked = await anyone.get({ certificateId: "OCNST00004" });
    expect(revoked).toMatchObject({
      isRevoked: true,
      revokedReason: expect.stringContaining("wrong learner"),
      revokedAt: expect.any(String),
    });
    await expect(anyone.pdf({ certificateId: "OCNST00004" })).rejects.toMatchObject({ code: "UNKNOWN_CERTIFICATE" });
    await expect(anyone.pdf({ certificateId: "OCNST99999" })).rejects.toMatchObject({ code: "UNKNOWN_CERTIFICATE" });
  });

  test("is limited by address: a class of sixty passes, a walk through the ids does not", async () => {
    const { certificate: walker } = institute.visitor();
    for (let n = 1; n <= 90; n++) await walker.get({ certificateId: "OCNST00001" });
    await expect(walker.get({ certificateId: "OCNST00002" })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await institute.visitor().certificate.get({ certificateId: "OCNST00002" })).not.toBeNull();
  });
});

describe("issuing", () => {
  test("what was refused leaves no gap", async () => {
    const absent = await finishCourse(institute, { attended: 2 });
    const first = await issueTo(institute, await finishCourse(institute));
    expect(await issueCertificate(db, { purchaseId: absent.purchaseId, now: testDay })).toEqual({ whyNot: "absent" });
    expect((await issueTo(institute, await finishCourse(institute))).serial).toBe(first.serial + 1);
  });

  test("the rule: bought, over, and three of four classes attended", async () => {
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

  test("a name in letters that we cannot print is refused, never printed as something else", async () => {
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

  test("the job awards everybody who has earned one, once, however often it runs", async () => {
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

describe("staff decide at the terminal", () => {
  const now = testDay;

  test("issue, with a reason, whatever was attended", async () => {
    const who = await finishCourse(institute, { attended: 0 });
    const [line = ""] = await decide(db, ["issue", who.mobileNumber, "python", "Illness, passed the exam"], now);
    expect(line).toMatch(/^OCNST\d{5} is issued to Kavya Raman for Python\.$/);
    const [row] = await db.select().from(certificate).where(eq(certificate.purchaseId, who.purchaseId));
    expect(row).toMatchObject({ issuedBy: "staff", reason: "Illness, passed the exam", earnedAt: now });
    await expect(decide(db, ["issue", `+91${who.mobileNumber}`, "python", "again"], now)).rejects.toThrow(
      "valid certificate",
    );
    await expect(decide(db, ["issue", who.mobileNumber, "sql", "why"], now)).rejects.toThrow("not bought");
    for (const reason of [" ", "two\nlines", "\u202etxet"])
      await expect(decide(db, ["issue", who.mobileNumber, "python", reason], now)).rejects.toThrow("Say why");
  });

  test("revoke: the page stays and says why; a new one comes by another decision only", async () => {
    const who = await finishCourse(institute);
    const { certificateId } = await issueTo(institute, who);
    const revoke = ["revoke", certificateId.toLowerCase(), "Wrong name"];
    expect(await decide(db, revoke, now)).toEqual([`${certificateId} is revoked.`]);
    await expect(decide(db, revoke, now)).rejects.toThrow("already");
    expect(await anyone.get({ certificateId })).toMatchObject({ isRevoked: true, revokedReason: "Wrong name" });
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toHaveLength(1);
    await decide(db, ["issue", who.mobileNumber, "python", "Right name"], now);
    const { certificates } = await who.certificate.list({});
    expect(certificates.map(({ isRevoked }) => isRevoked).sort()).toEqual([false, true]);
  });

  test("erase: nobody finds it, and the number stays used", async () => {
    const who = await finishCourse(institute);
    const { certificateId, serial } = await issueTo(institute, who);
    await decide(db, ["erase", certificateId], now);
    expect(await anyone.get({ certificateId })).toBeNull();
    await issueEarned(institute.deps);
    expect((await who.certificate.list({})).certificates).toEqual([]);
    expect((await issueTo(institute, await finishCourse(institute))).serial).toBe(serial + 1);
    const [line = ""] = await decide(db, ["issue", who.mobileNumber, "python", "Asked for it again"], now);
    expect(line).toContain("is issued");
  });

  test("list, and everything else is explained", async () => {
    expect(await decide(db, ["list"], now)).toContainEqual(
      expect.stringMatching(/^OCNST00004 .*Bharath Sekar.*revoked$/),
    );
    for (const args of [[], ["issue"], ["revoke", "OCNST00001"], ["nonsense", "x"]])
      await expect(decide(db, args, now)).rejects.toThrow("Usage:");
    await expect(decide(db, ["revoke", "OCNST99999", "why"], now)).rejects.toThrow("no certificate");
  });
});

test("progress: the batch that is running, and how many classes are still needed", async () => {
  const who = await newLearner(institute);
  await giveCourse(institute, who);
  const { progress } = await who.certificate.list({});
  expect(progress).toMatchObject([{ courseName: "Python", attended: 0, isReachable: true, isNamePrintable: true }]);
  const [{ classes = 0, needed = 0, over = 0 } = {}] = progress;
  expect(needed).toBe(Math.ceil(classes * 0.75));
  expect(over).toBeLessThan(classes);
});

test("the export holds the own certificates", async () => {
  const who = await finishCourse(institute);
  const { certificateId } = await issueTo(institute, who);
  const { bytes } = await who.account.export({});
  expect(Buffer.from(bytes).toString()).toContain(certificateId);
});

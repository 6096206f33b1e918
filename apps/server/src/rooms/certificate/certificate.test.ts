import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { attendance, batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { readPages } from "../../pdf/read-pdf.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, ticketFor } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { decide } from "./command.ts";
import { awardCertificates, issueCertificate } from "./issue.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;
const { certificate: anyone } = institute.visitor();
type Learner = Awaited<ReturnType<typeof newLearner>>;

/** Somebody in a batch of four classes, which ended an hour ago, who was there for the first so many. */
async function finished({ attended = 4, courseId = "python", change = {} } = {}) {
  const who = await newLearner(institute, change);
  const purchaseId = await giveCourse(institute, who, { courseId, at: new Date(testDay.getTime() - 30 * day) });
  await seat(who, { purchaseId, attended });
  return { ...who, purchaseId };
}

let hour = 0;

async function seat(who: Learner, { purchaseId, attended }: { purchaseId: string; attended: number }) {
  const { _id: learnerId } = await who.account.read({});
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const last = testDay.getTime() - 2 * 3_600_000;
  // A moment of its own for each batch: two at the same hour would be the same.
  const startsAt = [3, 2, 1, 0].map((days) => new Date(last - days * day - ++hour * 1000));
  const [room] = await db
    .insert(batch)
    .values({
      courseId: python?.id ?? "",
      batchTime: "9-10",
      batchType: "week-days",
      startsAt: startsAt[0] as Date,
      endsAt: new Date(last + 3_600_000),
    })
    .returning();
  const batchId = room?.id ?? "";
  await db.insert(batchPlace).values({ purchaseId, batchId, placedAt: testDay });
  const classes = await db
    .insert(liveClass)
    .values(
      startsAt.map((at, n) => ({
        batchId,
        number: n + 1,
        startsAt: at,
        minutes: 60,
        topic: "Loops",
        trainerName: "Sanjay",
        changedAt: testDay,
      })),
    )
    .returning();
  for (const { id: classId, startsAt: at } of classes.slice(0, attended))
    await db.insert(attendance).values({ learnerId, classId, firstJoinedAt: at, lastJoinedAt: at });
}

async function issued(who: { purchaseId: string }, reason?: string) {
  const outcome = await issueCertificate(db, {
    purchaseId: who.purchaseId,
    now: testDay,
    ...(reason ? { reason } : {}),
  });
  if ("whyNot" in outcome) throw new Error(outcome.whyNot);
  return outcome.certificate;
}

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
    const absent = await finished({ attended: 2 });
    const first = await issued(await finished());
    expect(await issueCertificate(db, { purchaseId: absent.purchaseId, now: testDay })).toEqual({ whyNot: "absent" });
    expect((await issued(await finished())).serial).toBe(first.serial + 1);
  });

  test("the rule: bought, over, and three of four classes attended", async () => {
    const enough = await finished({ attended: 3 });
    const { earnedAt, issuedBy, studentId } = await issued(enough);
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
    const who = await finished({ change: { firstName: "Анна", lastName: "Петрова" } });
    expect(await issueCertificate(db, { purchaseId: who.purchaseId, now: testDay })).toEqual({
      whyNot: "unprintable-name",
    });
    expect((await who.certificate.list({})).progress).toMatchObject([
      { isNamePrintable: false, attended: 4, needed: 3 },
    ]);
    await who.account.edit({ firstName: "Anna", lastName: "Petrova" } as never);
    expect((await issued(who)).studentName).toBe("Anna Petrova");
  });

  test("the job awards everybody who has earned one, once, however often it runs", async () => {
    const [earned, absent] = [await finished(), await finished({ attended: 1 })];
    await Promise.all([awardCertificates(institute.deps), awardCertificates(institute.deps)]);
    await awardCertificates(institute.deps);
    expect((await earned.certificate.list({})).certificates).toHaveLength(1);
    expect(await absent.certificate.list({})).toMatchObject({
      certificates: [],
      progress: [{ courseId: "python", classes: 4, over: 4, attended: 1, needed: 3, isReachable: false }],
    });
  });

  test("the learner is told, in the portal and by mail with the file", async () => {
    const who = await finished({ change: { email: "told@example.com" } });
    const { certificateId } = await issued(who);
    await institute.runJobs();
    expect((await who.notification.list({})).notifications).toContainEqual(
      expect.objectContaining({ title: "Your certificate: Python", link: "/dashboard/certificate" }),
    );
    const mail = institute.mails.find(
      ({ to, subject }) => to === "told@example.com" && subject.startsWith("Your certificate"),
    );
    expect(mail?.text).toContain(`http://127.0.0.1:3000/view/e_certificate/${certificateId}`);
    expect(mail?.attachments).toMatchObject([{ name: `${certificateId}.pdf`, type: "application/pdf" }]);
  });
});

describe("a certificate is a snapshot", () => {
  test("later changes of profile and course change neither the page nor the files", async () => {
    const who = await finished();
    const { certificateId } = await issued(who);
    await institute.runJobs();
    const before = await anyone.get({ certificateId });
    const { bytes } = await anyone.pdf({ certificateId });
    await who.account.edit({ firstName: "Somebody", lastName: "Else" } as never);
    await db.update(course).set({ name: "Snakes", syllabus: [] }).where(eq(course.courseId, "python"));
    institute.stored.clear();
    expect(await anyone.get({ certificateId })).toEqual(before);
    expect(Buffer.from((await anyone.pdf({ certificateId })).bytes).equals(Buffer.from(bytes))).toBe(true);
    expect(readPages(bytes)[0]).toContain("Kavya Raman");
    await db.update(course).set({ name: "Python" }).where(eq(course.courseId, "python"));
  });

  test("the picture of the person stays when the profile shows another, and goes with the account", async () => {
    const who = await finished();
    const picture = "6b1f0a52-64f4-4a51-8f44-7f3f1f0c9a11";
    const { _id } = await who.account.read({});
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .webp()
      .toBuffer();
    await institute.stored.set(`user/${picture}.webp`, { bytes, type: "image/webp" });
    await institute.pool.query("update learner set picture = $1 where id = $2", [picture, _id]);
    const { certificateId } = await issued(who);
    await institute.runJobs();
    institute.stored.delete(`user/${picture}.webp`);
    await institute.pool.query("update learner set picture = null where id = $1", [_id]);
    const { studentProfile = "" } = (await anyone.get({ certificateId })) ?? {};
    const shown = await institute.visitor().request(studentProfile);
    expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(bytes)]).toEqual([200, true]);

    institute.setNow(new Date(testDay.getTime() + 120_000));
    await who.account.remove({ ticket: await ticketFor(institute, who.mobileNumber) });
    institute.setNow(testDay);
    expect(await anyone.get({ certificateId })).toMatchObject({
      studentName: "Kavya Raman",
      studentProfile: "/pictures/blank.svg",
    });
    expect((await institute.visitor().request(studentProfile)).status).toBe(404);
    await institute.deps.db.execute("select graphile_worker.add_job('house.tidy', '{}')");
    await institute.runJobs();
    expect([...institute.stored.keys()].filter((key) => key.endsWith("-person.webp"))).toEqual([]);
  });

  test("the export holds the own certificates", async () => {
    const who = await finished();
    const { certificateId } = await issued(who);
    const { bytes } = await who.account.export({});
    expect(Buffer.from(bytes).toString()).toContain(certificateId);
  });
});

describe("staff decide at the terminal", () => {
  const now = testDay;

  test("issue, with a reason, whatever was attended", async () => {
    const who = await finished({ attended: 0 });
    const [line = ""] = await decide(db, ["issue", who.mobileNumber, "python", "Illness, passed the exam"], now);
    expect(line).toMatch(/^OCNST\d{5} is issued to Kavya Raman for Python\.$/);
    const [row] = await db.select().from(certificate).where(eq(certificate.purchaseId, who.purchaseId));
    expect(row).toMatchObject({ issuedBy: "staff", reason: "Illness, passed the exam", earnedAt: now });
    await expect(decide(db, ["issue", `+91${who.mobileNumber}`, "python", "again"], now)).rejects.toThrow(
      "valid certificate",
    );
    await expect(decide(db, ["issue", who.mobileNumber, "sql", "why"], now)).rejects.toThrow("not bought");
    await expect(decide(db, ["issue", who.mobileNumber, "python", " "], now)).rejects.toThrow("Say why");
  });

  test("revoke: the page stays and says why, the holder is told, nothing is handed out, and a new one may follow", async () => {
    const who = await finished();
    const { certificateId } = await issued(who);
    await institute.runJobs();
    const { certificateUrl = "" } = (await anyone.get({ certificateId })) ?? {};
    const before = await institute.visitor().request(certificateUrl);
    expect(await decide(db, ["revoke", certificateId.toLowerCase(), "Wrong name"], now)).toEqual([
      `${certificateId} is revoked.`,
    ]);
    await expect(decide(db, ["revoke", certificateId, "Wrong name"], now)).rejects.toThrow("already");
    expect(await anyone.get({ certificateId })).toMatchObject({ isRevoked: true, revokedReason: "Wrong name" });
    await expect(anyone.pdf({ certificateId })).rejects.toMatchObject({ status: 404 });
    const after = await institute
      .visitor()
      .request(certificateUrl, { headers: { "if-none-match": before.headers.get("etag") ?? "" } });
    expect(after.status).toBe(200);
    await institute.runJobs();
    const told = (await who.notification.list({})).notifications.map(({ text }) => text);
    expect(told).toContain("Wrong name");
    await awardCertificates(institute.deps);
    expect((await who.certificate.list({})).certificates).toHaveLength(1);
    await decide(db, ["issue", who.mobileNumber, "python", "Right name"], now);
    expect((await who.certificate.list({})).certificates.map(({ isRevoked }) => isRevoked).sort()).toEqual([
      false,
      true,
    ]);
  });

  test("erase: nothing of the person is left, and the number stays used", async () => {
    const who = await finished();
    const { certificateId, serial } = await issued(who);
    await institute.runJobs();
    await decide(db, ["erase", certificateId], now);
    await institute.runJobs();
    expect(await anyone.get({ certificateId })).toBeNull();
    const [row] = await db.select().from(certificate).where(eq(certificate.certificateId, certificateId));
    expect([...institute.stored.keys()].filter((key) => key.includes(row?.id ?? ""))).toEqual([]);
    expect(JSON.stringify(row)).not.toContain("Kavya");
    expect((await issued(await finished())).serial).toBe(serial + 1);
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

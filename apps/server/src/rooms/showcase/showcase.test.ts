import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { showcase } from "../../db/tables/showcase.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { exportOf, newLearner, ticketFor } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { issueCertificate } from "../certificate/issue.ts";
import { reissueCertificate } from "../certificate/reissue.ts";
import { eraseCertificate, revokeCertificate } from "../certificate/revoke.ts";

const institute = await testInstitute();
const { db } = institute;
const visitor = institute.visitor();
const noPage = { token: null, isHidden: false };
type Learner = Awaited<ReturnType<typeof newLearner>>;

async function issue(who: Learner, { courseId = "sql", now = testDay } = {}): Promise<string> {
  const purchaseId = await giveCourse(institute, who, { courseId });
  const outcome = await issueCertificate(db, { purchaseId, now, reason: "A test" });
  return "certificate" in outcome ? outcome.certificate.certificateId : "";
}

/** A learner with one certificate and an open page. */
async function newPage() {
  const learner = await newLearner(institute);
  const certificateId = await issue(learner);
  const { token } = await learner.showcase.open({});
  return { learner, certificateId, token: token ?? "" };
}

const see = (token: string) => visitor.showcase.see({ token });

test("an open page shows the name and every valid certificate, newest first, to everybody with the address", async () => {
  const learner = await newLearner(institute);
  const first = await issue(learner);
  const second = await issue(learner, { courseId: "python", now: new Date(testDay.getTime() + 86_400_000) });
  expect(await learner.showcase.read({})).toEqual(noPage);
  const { token, isHidden } = await learner.showcase.open({});
  expect([token, isHidden]).toEqual([expect.stringMatching(/^[\w-]{32}$/), false]);
  const page = await see(token ?? "");
  expect(page).toMatchObject({ studentName: "Kavya Raman", isNameHidden: false });
  expect(page?.certificates.map(({ certificateId }) => certificateId)).toEqual([second, first]);
  expect(Object.keys(page?.certificates[0] ?? {}).sort()).toEqual([
    ...["certificateEarned", "certificateId", "certificateUrl", "courseCompleted", "issuedBy", "learnedSkills"],
  ]);
});

test("a page that is opened twice, or ten times at once, has one address", async () => {
  const learner = await newLearner(institute);
  await issue(learner);
  const opened = await Promise.all(Array.from({ length: 10 }, () => learner.showcase.open({})));
  expect(new Set(opened.map(({ token }) => token)).size).toBe(1);
  expect(await learner.showcase.open({})).toEqual(opened[0]);
  expect(await learner.showcase.read({})).toEqual(opened[0]);
});

test("a hidden page is gone for visitors, and comes back at its old address", async () => {
  const { learner, token } = await newPage();
  for (let n = 0; n < 2; n++) expect(await learner.showcase.hide({})).toEqual({ token, isHidden: true });
  expect(await see(token)).toBeNull();
  expect(await learner.showcase.read({})).toEqual({ token, isHidden: true });
  expect(await learner.showcase.open({})).toEqual({ token, isHidden: false });
  expect(await see(token)).not.toBeNull();
});

test("a revoked address never works again: the next page has another one", async () => {
  const { learner, token } = await newPage();
  for (let n = 0; n < 2; n++) expect(await learner.showcase.revoke({})).toEqual(noPage);
  expect(await see(token)).toBeNull();
  const next = await learner.showcase.open({});
  expect(next.token).not.toBe(token);
  expect(await see(token)).toBeNull();
  expect(await see(next.token ?? "")).not.toBeNull();
});

test("a learner without a certificate, or with only a revoked one, cannot open a page; hiding none is no error", async () => {
  const learner = await newLearner(institute);
  await expect(learner.showcase.open({})).rejects.toMatchObject({ code: "NO_CERTIFICATE_YET", status: 409 });
  const certificateId = await issue(learner);
  await revokeCertificate(db, { certificateId, reason: "A mistake", now: testDay });
  await expect(learner.showcase.open({})).rejects.toMatchObject({ code: "NO_CERTIFICATE_YET" });
  expect(await learner.showcase.hide({})).toEqual(noPage);
  expect(await learner.showcase.read({})).toEqual(noPage);
});

test("revoked, erased and broken certificates are left out; without any other there is no page", async () => {
  const { learner, certificateId: first, token } = await newPage();
  const second = await issue(learner, { courseId: "python" });
  const third = await issue(learner, { courseId: "react" });
  const shown = async () => (await see(token))?.certificates.map(({ certificateId }) => certificateId);
  expect(await shown()).toEqual([third, second, first]);
  await revokeCertificate(db, { certificateId: third, reason: "A mistake", now: testDay });
  expect(await shown()).toEqual([second, first]);
  await eraseCertificate(db, { certificateId: second, now: testDay });
  expect(await shown()).toEqual([first]);
  await db.update(certificate).set({ learnedSkills: sql`'"not a list"'::jsonb` }).where(isCertificate(first));
  expect(await see(token)).toBeNull();
  await db.update(certificate).set({ learnedSkills: [] }).where(isCertificate(first));
  expect(await shown()).toEqual([first]);
});

test("the page takes the name of the newest certificate, and says when previews may not name it", async () => {
  const { learner, certificateId, token } = await newPage();
  await reissueCertificate(db, {
    ...{ certificateId, studentName: "Kavya R. Raman", reason: "A wrong name", attemptId: crypto.randomUUID() },
    now: testDay,
  });
  const page = await see(token);
  expect([page?.studentName, page?.certificates.length]).toEqual(["Kavya R. Raman", 1]);
  await learner.certificate.hideName({
    certificateId: page?.certificates[0]?.certificateId ?? "",
    isNameHidden: true,
  });
  expect(await see(token)).toMatchObject({ studentName: "Kavya R. Raman", isNameHidden: true });
});

test("another learner's page is not touched, and shows other certificates", async () => {
  const mine = await newPage();
  const theirs = await newPage();
  await theirs.learner.showcase.revoke({});
  await theirs.learner.showcase.open({});
  const page = await see(mine.token);
  expect(page?.certificates.map(({ certificateId }) => certificateId)).toEqual([mine.certificateId]);
});

test.each(["x", "a".repeat(31), "a".repeat(33), `${"a".repeat(31)}!`, "a".repeat(32), "🌊"])(
  "an address that nobody has (%j) shows nothing",
  async (token) => {
    expect(await see(token)).toBeNull();
  },
);

test("the export of a learner has the page without its secret address; a deleted account takes the page away", async () => {
  const { learner, token } = await newPage();
  institute.setNow(new Date(testDay.getTime() + 61_000));
  const exported = await exportOf(institute, learner);
  expect(JSON.parse(exported).showcase).toMatchObject([{ is_hidden: false }]);
  expect(exported).not.toContain(token);
  institute.setNow(new Date(testDay.getTime() + 122_000));
  await learner.account.remove({ ticket: await ticketFor(institute, learner.mobileNumber) });
  institute.setNow(testDay);
  expect(await see(token)).toBeNull();
  expect(await db.select().from(showcase).where(eq(showcase.token, token))).toEqual([]);
});

test("trying addresses is bounded", async () => {
  const stranger = institute.visitor();
  for (let n = 0; n < 90; n++) await stranger.showcase.see({ token: "a".repeat(32) });
  await expect(stranger.showcase.see({ token: "a".repeat(32) })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
});

function isCertificate(certificateId: string) {
  return eq(certificate.certificateId, certificateId);
}

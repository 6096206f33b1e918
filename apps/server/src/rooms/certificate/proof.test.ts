import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { checkFile } from "@shoreline/proof/check";
import type { TrustedKeys } from "@shoreline/proof/types";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { certificate, certificateProof } from "../../db/tables/certificate.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { ticketFor } from "../../test/learner.ts";
import { changeKeys } from "../signing/command.ts";
import { readKeys } from "../signing/keys.ts";
import { distrustKey, rotateKeys } from "../signing/rotate.ts";
import { changeCertificates } from "./command.ts";
import { issueCertificate } from "./issue.ts";
import { readProof, signCertificate } from "./proof.ts";
import { reissueCertificate } from "./reissue.ts";
import { takePlace } from "./status-place.ts";

const institute = await testInstitute();
const { db } = institute;
const anyone = institute.visitor();

type Credential = {
  id: string;
  issuer: { id: string };
  credentialSubject: {
    identifier: { identityType: string; identityHash: string; salt?: string }[];
    achievement: { criteria: { narrative: string } };
  };
  evidence?: { narrative: string }[];
  credentialStatus: { statusListIndex: string; statusListCredential: string };
  proof: { cryptosuite: string }[];
};

async function issueNew(email = "holder@example.com") {
  const who = await finishCourse(institute, { change: { email } });
  const { certificateId } = await issueTo(institute, who);
  await institute.runJobs();
  return { who, certificateId };
}

const ask = (path: string, headers = {}) => anyone.request(`/api/certificate/${path}`, { headers });
const readCredential = async (id: string) => (await (await ask(`${id}/credential`)).json()) as Credential;
const rowOf = async (certificateId: string) => {
  const [row] = await db.select().from(certificate).where(eq(certificate.certificateId, certificateId));
  if (!row) throw new Error(`There is no ${certificateId}.`);
  return row;
};

async function isRevokedInList(credential: Credential): Promise<boolean> {
  const { statusListIndex, statusListCredential } = credential.credentialStatus;
  const answer = await anyone.request(new URL(statusListCredential).pathname);
  const list = (await answer.json()) as { credentialSubject: { encodedList: string }; proof: unknown[] };
  expect(list.proof).toHaveLength(2);
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), "base64url"));
  expect(bits.length * 8).toBe(131_072);
  const index = Number(statusListIndex);
  return (((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
}

async function checkAll(certificateId: string, forms = ["pdf", "png", "svg"]) {
  const trusted = (await (await anyone.request("/api/keys")).json()) as TrustedKeys;
  const files = await Promise.all(forms.map((form) => ask(`${form}/${certificateId}`)));
  const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return Promise.all(bytes.map((one) => checkFile(one, trusted)));
}

test("the job signs a certificate once, with both proofs and as a JWT", async () => {
  const { certificateId } = await issueNew();
  const answer = await ask(`${certificateId}/credential`);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const text = await answer.text();
  const credential = JSON.parse(text) as Credential;
  expect(credential.proof.map(({ cryptosuite }) => cryptosuite)).toEqual(["eddsa-rdfc-2022", "eddsa-jcs-2022"]);
  expect(credential.evidence?.[0]?.narrative).toMatch(/^Attended \d+ of \d+ classes\.$/);
  expect(credential.credentialSubject.achievement.criteria.narrative).toMatch(/^Attend at least \d+% of the classes\./);
  await institute.runJobs();
  expect(await (await ask(`${certificateId}/credential`)).text()).toBe(text);
  const jwt = await ask(`${certificateId}/credential`, { accept: "application/vc+jwt" });
  expect([jwt.headers.get("content-type"), (await jwt.text()).split(".").length]).toEqual(["application/vc+jwt", 3]);
});

test("the holder is named, and recognised by a mail address that only somebody who knows it can compare", async () => {
  const { certificateId } = await issueNew("Nila@Example.com");
  const [name, mail] = (await readCredential(certificateId)).credentialSubject.identifier;
  expect(name).toMatchObject({ identityType: "name", identityHash: "Kavya Raman" });
  const hash = createHash("sha256").update(`nila@example.com${mail?.salt}`).digest("hex");
  expect(mail).toMatchObject({ identityType: "emailAddress", identityHash: `sha256$${hash}` });
});

test("picture and SVG carry the credential and pass the check", async () => {
  const { certificateId } = await issueNew();
  const findings = await checkAll(certificateId, ["png", "svg"]);
  expect(findings.map(({ kind }) => kind)).toEqual(["genuine", "genuine"]);
  expect(findings[0]?.facts).toMatchObject({ certificateId, holder: "Kavya Raman", course: "Python" });
});

test("a revocation is in the status list at once, and files are not handed out any more", async () => {
  const { certificateId } = await issueNew();
  const credential = await readCredential(certificateId);
  expect(await isRevokedInList(credential)).toBe(false);
  await changeCertificates(db, ["revoke", certificateId, "A test"], testDay);
  expect(await isRevokedInList(credential)).toBe(true);
  const statuses = await Promise.all(
    ["pdf", "png", "svg"].map(async (form) => (await ask(`${form}/${certificateId}`)).status),
  );
  expect(statuses).toEqual([404, 404, 404]);
  expect(await readCredential(certificateId)).toEqual(credential);
});

test("an erased certificate leaves a set bit and nothing else", async () => {
  const { certificateId } = await issueNew();
  const credential = await readCredential(certificateId);
  await ask(`pdf/${certificateId}`);
  await changeCertificates(db, ["erase", certificateId], testDay);
  institute.setNow(new Date(testDay.getTime() + 700_000));
  await institute.runJobs();
  institute.setNow(testDay);
  expect(await isRevokedInList(credential)).toBe(true);
  expect((await ask(`${certificateId}/credential`)).status).toBe(404);
  const { id } = await rowOf(certificateId);
  const [kept] = await db.select().from(certificateProof).where(eq(certificateProof.id, id));
  expect(kept).toMatchObject({ credential: null, jwt: null, keyId: null });
  expect([...institute.stored.keys()].filter((key) => key.includes(id))).toEqual([]);
});

test("an unchanged list is signed once, however many people ask for it", async () => {
  const { certificateId } = await issueNew();
  const { statusListCredential } = (await readCredential(certificateId)).credentialStatus;
  const path = new URL(statusListCredential).pathname;
  const answers = await Promise.all(Array.from({ length: 5 }, async () => (await anyone.request(path)).text()));
  expect(new Set(answers).size).toBe(1);
  await changeCertificates(db, ["revoke", certificateId, "A test"], testDay);
  expect(await (await anyone.request(path)).text()).not.toBe(answers[0]);
});

test.each(["0", "01", "-1", "1.5", "999999", "99999999999", "x", "1%20"])(
  "there is no status list %s",
  async (list) => {
    expect((await ask(`status/${list}`)).status).toBe(404);
  },
);

test("a certificate from before there were keys is signed by the next run, and for anyone who asks earlier", async () => {
  await db.execute(sql`update certificate set signed_at = null where certificate_id = 'OCNST00001'`);
  expect((await rowOf("OCNST00002")).signedAt).toBeNull();
  const answers = await Promise.all(Array.from({ length: 4 }, async () => (await ask("OCNST00002/credential")).text()));
  expect(new Set(answers).size).toBe(1);
  expect((await rowOf("OCNST00002")).signedAt).not.toBeNull();
  await db.execute(sql`select graphile_worker.add_job('certificate.sign-due', '{}')`);
  await institute.runJobs();
  expect((await rowOf("OCNST00001")).signedAt).not.toBeNull();
  expect((await rowOf("OCNST00004")).signedAt).toBeNull();
});

test("where staff issued a certificate below the rule, the credential claims no attendance", async () => {
  const who = await finishCourse(institute, { change: { email: "below@example.com" } });
  await db.execute(
    sql`delete from attendance where learner_id = (select id from learner where email = 'below@example.com')`,
  );
  const issued = await issueCertificate(db, { purchaseId: who.purchaseId, now: testDay, reason: "Ill for weeks" });
  if ("whyNot" in issued) throw new Error(issued.whyNot);
  await institute.runJobs();
  const credential = await readCredential(issued.certificate.certificateId);
  expect(credential.evidence).toBeUndefined();
  expect(credential.credentialSubject.achievement.criteria.narrative).toContain("The institute decided to issue it.");
});

test("with the account goes the hash of the mail address; the certificate is signed again and keeps what was done", async () => {
  const { who, certificateId } = await issueNew("gone@example.com");
  const before = await readCredential(certificateId);
  institute.setNow(new Date(testDay.getTime() + 120_000));
  await who.account.remove({ ticket: await ticketFor(institute, who.mobileNumber) });
  institute.setNow(testDay);
  await db.execute(sql`select graphile_worker.add_job('house.tidy', '{}')`);
  await institute.runJobs();
  await db.execute(sql`select graphile_worker.add_job('certificate.sign-due', '{}')`);
  await institute.runJobs();
  const after = await readCredential(certificateId);
  expect(after.credentialSubject.identifier).toHaveLength(1);
  expect(after.evidence).toEqual(before.evidence);
  expect(after.credentialStatus).toEqual(before.credentialStatus);
});

test("nobody gets the hash of a mail address whose account is gone, also before the tidy", async () => {
  const { who, certificateId } = await issueNew("gone.now@example.com");
  const hash = (await readCredential(certificateId)).credentialSubject.identifier[1]?.identityHash ?? "none";
  expect(await (await ask(`${certificateId}/assertion`)).text()).toContain(hash);
  institute.setNow(new Date(testDay.getTime() + 120_000));
  await who.account.remove({ ticket: await ticketFor(institute, who.mobileNumber) });
  institute.setNow(testDay);
  const answers = await Promise.all(
    ["credential", "assertion", "credential"].map(async (call) => (await ask(`${certificateId}/${call}`)).text()),
  );
  for (const answer of answers) expect(answer).not.toContain(hash);
  expect(await readCredential(certificateId)).toEqual(JSON.parse(answers[0] ?? ""));
});

test("a verifier on another site reads that there is no such certificate", async () => {
  for (const call of ["credential", "assertion"]) {
    const answer = await ask(`OCNST99999/${call}`);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([404, "*"]);
  }
});

test("what a distrusted key signed is signed again, and its holder gets the new file", async () => {
  const { certificateId } = await issueNew("again@example.com");
  const before = await readCredential(certificateId);
  const { p256 } = await readKeys(institute.deps);
  // The key of the JWT: the certificate itself knows the other one.
  await changeKeys({ ...institute.deps, oldKeySecret: null }, ["distrust", p256.multikey, "--from", "2020-01-01"]);
  await db.execute(sql`select graphile_worker.add_job('certificate.sign-due', '{}')`);
  await institute.runJobs();
  const after = await readCredential(certificateId);
  expect(after.proof).not.toEqual(before.proof);
  expect((await checkAll(certificateId, ["png"]))[0]?.kind).toBe("genuine");
  const mail = institute.mails.find(({ to, subject }) => to === "again@example.com" && subject.includes("new file"));
  expect(mail?.attachments).toMatchObject([{ name: `${certificateId}.pdf` }]);
});

test("a learner downloads all valid certificates in one file, and nobody else's", async () => {
  const { who, certificateId } = await issueNew("bundle@example.com");
  const { bytes } = await who.certificate.bundle({});
  const bundle = JSON.parse(Buffer.from(bytes).toString()) as { type: string[]; verifiableCredential: Credential[] };
  expect(bundle.type).toEqual(["VerifiablePresentation"]);
  expect(bundle.verifiableCredential).toEqual([await readCredential(certificateId)]);
  const other = await finishCourse(institute);
  await expect(other.certificate.bundle({})).rejects.toMatchObject({ code: "NOTHING_TO_BUNDLE" });
});

test("an older platform gets an assertion, and hears of a revocation", async () => {
  const { certificateId } = await issueNew();
  const read = async () => (await (await ask(`${certificateId}/assertion`)).json()) as Record<string, unknown>;
  expect(await read()).toMatchObject({
    "@context": "https://w3id.org/openbadges/v2",
    id: `http://127.0.0.1:3000/api/certificate/${certificateId}/assertion`,
    type: "Assertion",
    recipient: { type: "email", hashed: true },
    verification: { type: "hosted" },
    badge: { type: "BadgeClass", name: "Python", issuer: { type: "Issuer" } },
  });
  await changeCertificates(db, ["revoke", certificateId, "A test"], testDay);
  expect(await read()).toMatchObject({ revoked: true, revocationReason: "A test" });
});

test("a certificate with a corrected name has a credential of its own, and the old one is revoked in the list", async () => {
  const { certificateId } = await issueNew();
  const old = await readCredential(certificateId);
  const reissued = await reissueCertificate(db, {
    certificateId,
    studentName: "Kavya Ramanan",
    reason: "A letter was missing",
    attemptId: "1f0a6b52-64f4-4a51-8f44-7f3f1f0c9a11",
    now: testDay,
  });
  if ("whyNot" in reissued) throw new Error(reissued.whyNot);
  await institute.runJobs();
  const credential = await readCredential(reissued.certificate.certificateId);
  expect(credential.credentialSubject.identifier[0]?.identityHash).toBe("Kavya Ramanan");
  expect(credential.credentialStatus.statusListIndex).not.toBe(old.credentialStatus.statusListIndex);
  expect([await isRevokedInList(old), await isRevokedInList(credential)]).toEqual([true, false]);
});

test("the hash of a deleted account goes from a revoked certificate too, at once for anyone who asks", async () => {
  const { certificateId } = await issueNew("revoked-and-gone@example.com");
  const { id } = await rowOf(certificateId);
  await changeCertificates(db, ["revoke", certificateId, "A test"], testDay);
  await db.execute(sql`update certificate set learner_id = null where id = ${id}`);
  await db.execute(sql`select graphile_worker.add_job('house.tidy', '{}')`);
  await institute.runJobs();
  expect((await rowOf(certificateId)).signedAt).toBeNull();
  expect((await readCredential(certificateId)).credentialSubject.identifier).toHaveLength(1);
  await db.update(certificate).set({ signedAt: null }).where(eq(certificate.id, id));
  await db.execute(sql`select graphile_worker.add_job('certificate.sign-due', '{}')`);
  await institute.runJobs();
  expect((await rowOf(certificateId)).signedAt).not.toBeNull();
});

test("files and pictures have the key in their names, so that none of an earlier key is served", async () => {
  const { certificateId } = await issueNew();
  const { id } = await rowOf(certificateId);
  const names = () => [...institute.stored.keys()].filter((name) => name.includes(id));
  await ask(`pdf/${certificateId}`);
  await ask(`png/${certificateId}`);
  const before = names();
  await rotateKeys(institute.deps);
  await ask(`pdf/${certificateId}`);
  await ask(`png/${certificateId}`);
  expect(names().filter((name) => /\.(pdf|png)$/.test(name))).toHaveLength(4);
  await db.update(certificate).set({ signedAt: null }).where(eq(certificate.id, id));
  const picture = (await anyone.certificate.get({ certificateId }))?.certificateUrl ?? "";
  await ask(`credential/${certificateId}`);
  await signCertificate(institute.deps, await rowOf(certificateId));
  await anyone.request(picture);
  expect(names().filter((name) => name.endsWith("-large.webp"))).toHaveLength(2);
  await institute.runJobs();
  expect(names().filter((name) => /\.(pdf|png)$/.test(name))).toEqual([]);
  expect(before.some((name) => name.endsWith(".pdf"))).toBe(true);
  await changeCertificates(db, ["erase", certificateId], testDay);
  await institute.runJobs();
  expect(names()).toEqual([]);
});

test("a key that is distrusted while it signs leaves no certificate behind", async () => {
  const { certificateId } = await issueNew();
  await db.update(certificate).set({ signedAt: null }).where(eq(certificate.certificateId, certificateId));
  const { multikey, id: old } = (await readKeys(institute.deps)).ed25519;
  const slow = Object.assign(Object.create(db), {
    transaction: async (work: Parameters<typeof db.transaction>[0]) => {
      if ((await readKeys(institute.deps)).ed25519.multikey === multikey)
        await distrustKey(institute.deps, { multikey, from: testDay });
      return db.transaction(work);
    },
  });
  const proof = await signCertificate({ ...institute.deps, db: slow }, await rowOf(certificateId));
  expect(proof?.keyId).not.toBe(old);
  expect(await readProof(institute.deps, await rowOf(certificateId))).toEqual(proof);
});

test("a row that was read before it was signed is not signed again", async () => {
  const { certificateId } = await issueNew();
  const stale = { ...(await rowOf(certificateId)), signedAt: null };
  let signings = 0;
  const clock = {
    now() {
      signings++;
      return testDay;
    },
  };
  expect((await readProof({ ...institute.deps, clock }, stale))?.signedAt).not.toBeNull();
  expect(signings).toBe(0);
});

test("a certificate by the rule is not said to be a decision when the records change afterwards", async () => {
  const who = await finishCourse(institute, { change: { email: "raised@example.com" } });
  const { certificateId } = await issueTo(institute, who);
  await db.execute(
    sql`delete from attendance where learner_id = (select id from learner where email = 'raised@example.com')`,
  );
  await institute.runJobs();
  const credential = await readCredential(certificateId);
  expect(credential.evidence).toBeUndefined();
  expect(credential.credentialSubject.achievement.criteria.narrative).toBe(
    "Do what the course asked for when the certificate was issued.",
  );
});

test("the PDF prints the fingerprint of the key that signed", async () => {
  const { certificateId } = await issueNew();
  const { ed25519 } = await readKeys(institute.deps);
  const { fingerprint } = ed25519;
  const pdf = Buffer.from(await (await ask(`pdf/${certificateId}`)).arrayBuffer()).toString("latin1");
  expect(pdf).toContain(`"fingerprint":"${fingerprint}"`);
});

test("look-ups and downloads of one address are counted together", async () => {
  const { certificateId } = await issueNew();
  const scanner = institute.visitor();
  for (let n = 0; n < 179; n++) await scanner.certificate.get({ certificateId });
  const statusOf = async (form: string) => (await scanner.request(`/api/certificate/${form}`)).status;
  expect(await statusOf(`${certificateId}/credential`)).toBe(200);
  for (const form of [`pdf/${certificateId}`, `png/${certificateId}`, `${certificateId}/assertion`])
    expect(await statusOf(form)).toBe(429);
});

test("a status list is left when it is half full and a draw finds a place that is taken", async () => {
  await db.delete(certificateProof);
  const rows = await db.select({ id: certificate.id }).from(certificate).limit(3);
  const places = [];
  for (const { id } of rows) places.push(await takePlace(db, id, 1));
  expect(places).toEqual([1, 2, 3].map((list) => ({ list, index: 0 })));
  expect(await takePlace(db, rows[0]?.id ?? "", 1)).toEqual({ list: 1, index: 0 });
});

import { checkFile } from "@shoreline/proof/check";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { ticketFor } from "../../test/learner.ts";
import { readPages } from "../../test/read-pdf.ts";
import { changeCertificates } from "./command.ts";

const institute = await testInstitute();
const { db } = institute;
const { certificate: anyone } = institute.visitor();
const now = testDay;

test("a learner with a new certificate gets a notification, and a mail with the file", async () => {
  const who = await finishCourse(institute, { change: { email: "holder@example.com" } });
  const { certificateId } = await issueTo(institute, who);
  await institute.runJobs();
  expect((await who.notification.list({})).notifications).toContainEqual(
    expect.objectContaining({ title: "Your certificate: Python", link: "/dashboard/certificate" }),
  );
  const mail = institute.mails.find(
    ({ to, subject }) => to === "holder@example.com" && subject.startsWith("Your certificate"),
  );
  expect(mail?.text).toContain(`http://127.0.0.1:3000/view/e_certificate/${certificateId}`);
  expect(mail?.attachments).toMatchObject([{ name: `${certificateId}.pdf`, type: "application/pdf" }]);
});

test("later changes of profile, course and brand do not change a certificate", async () => {
  const drawing = await testInstitute({ isDrawing: true });
  const who = await finishCourse(drawing);
  const { certificateId } = await issueTo(drawing, who);
  const { certificate: reader } = drawing.visitor();
  const before = await reader.get({ certificateId });
  const { bytes } = await reader.pdf({ certificateId });
  await who.account.edit({ firstName: "Somebody", lastName: "Else" } as never);
  await drawing.db.update(course).set({ name: "Snakes", syllabus: [] }).where(eq(course.courseId, "python"));
  await drawing.db.execute(
    sql`update institute set profile = jsonb_set(profile, '{brand,colours}', '{"main":"#7a1f3d","accent":"#e8b04a"}')`,
  );
  drawing.stored.clear();
  expect(await reader.get({ certificateId })).toEqual(before);
  // The signature of the file is another each time, and therefore not compared.
  const again = (await reader.pdf({ certificateId })).bytes;
  expect([readPages(again), again.length]).toEqual([readPages(bytes), bytes.length]);
  expect(readPages(bytes)[0]).toContain("Kavya Raman");
  const { kind, facts } = await checkFile(again, await drawing.visitor().signing.list({}));
  expect([kind, facts]).toEqual(["genuine", expect.objectContaining({ certificateId, holder: "Kavya Raman" })]);
  const picture = await drawing.visitor().request(before?.certificateUrl ?? "");
  const { format, width } = await sharp(await picture.arrayBuffer()).metadata();
  expect({ format, width }).toEqual({ format: "webp", width: 1400 });
});

test("the holder's picture stays when the profile picture changes, and is removed with the account", async () => {
  const who = await finishCourse(institute);
  const picture = "6b1f0a52-64f4-4a51-8f44-7f3f1f0c9a11";
  const { _id } = await who.account.read({});
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .webp()
    .toBuffer();
  await institute.stored.set(`user/${picture}.webp`, { bytes, type: "image/webp" });
  await institute.pool.query("update learner set picture = $1 where id = $2", [picture, _id]);
  const { certificateId } = await issueTo(institute, who);
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

test("while the file store is away, a certificate still comes, and its holder is notified once", async () => {
  institute.mails.length = 0;
  const who = await finishCourse(institute);
  await institute.pool.query("update learner set picture = gen_random_uuid() where id = $1", [
    (await who.account.read({}))._id,
  ]);
  const { files } = institute.deps;
  const { read, put } = files;
  const away = async () => Promise.reject(Object.assign(new Error("The object store is away"), { code: "ETIMEDOUT" }));
  Object.assign(files, { read: away, put: away });
  const { certificateId } = await issueTo(institute, who);
  await institute.runJobs();
  expect((await anyone.pdf({ certificateId })).bytes.length).toBeGreaterThan(0);
  Object.assign(files, { read, put });
  await institute.pool.query("update graphile_worker._private_jobs set run_at = now()");
  for (let n = 0; n < 2; n++) await institute.runJobs();
  expect(institute.mails.filter(({ subject }) => subject.startsWith("Your certificate"))).toHaveLength(1);
});

test("a revoked certificate has a new picture and no PDF, and its holder is notified", async () => {
  const who = await finishCourse(institute);
  const { certificateId } = await issueTo(institute, who);
  const { certificateUrl = "" } = (await anyone.get({ certificateId })) ?? {};
  const before = await institute.visitor().request(certificateUrl);
  const etag = before.headers.get("etag") ?? "";
  const again = await institute.visitor().request(certificateUrl, { headers: { "if-none-match": etag } });
  expect([before.status, again.status]).toEqual([200, 304]);
  await changeCertificates(db, ["revoke", certificateId, "Wrong name"], now);
  const after = await institute.visitor().request(certificateUrl, { headers: { "if-none-match": etag } });
  expect([after.status, after.headers.get("content-type")]).toEqual([200, "image/webp"]);
  await expect(anyone.pdf({ certificateId })).rejects.toMatchObject({ status: 404 });
  await institute.runJobs();
  const texts = (await who.notification.list({})).notifications.map(({ text }) => text);
  expect(texts).toContain("Wrong name");
  expect(texts.join()).not.toContain("ready to share");
});

test("an erased certificate leaves no personal data in rows or files", async () => {
  const who = await finishCourse(institute);
  const { certificateId, id } = await issueTo(institute, who);
  await institute.runJobs();
  expect([...institute.stored.keys()].some((key) => key.includes(id))).toBe(true);
  await changeCertificates(db, ["erase", certificateId], now);
  await institute.runJobs();
  expect(await anyone.get({ certificateId })).toBeNull();
  const [row] = await db.select().from(certificate).where(eq(certificate.id, id));
  expect([...institute.stored.keys()].filter((key) => key.includes(id))).toEqual([]);
  expect(JSON.stringify(row)).not.toContain("Kavya");
});

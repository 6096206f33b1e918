import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { readBindingInstitute } from "./institute.ts";
import { changeCertificates } from "./rooms/certificate/command.ts";
import { issueCertificate } from "./rooms/certificate/issue.ts";
import { finishCourse, issueTo } from "./test/finished.ts";
import { testDay } from "./test/global-setup.ts";
import { testInstitute } from "./test/institute.ts";
import { newLearner } from "./test/learner.ts";
import { orderCourse, payAtGateway, settle } from "./test/paying.ts";

const institute = await testInstitute();
const { db } = institute;
const run = async (statement: string) => {
  await db.execute(sql.raw(statement));
  institute.cache.purge();
};
const [{ profile, applied } = {}] = (
  await db.execute(sql`select profile, applied from institute, content_item where kind = 'institute'`)
).rows;
const breakField = (field: string, value = '{"odd": true}') =>
  run(`update institute set profile = jsonb_set(profile, '{${field}}', '${value}')`);
const forgetFiles = () => run("update content_item set applied = null where kind = 'institute'");
const count = async (table: string) => (await db.execute(sql.raw(`select from ${table}`))).rows.length;

afterEach(async () => {
  await db.execute(sql`update institute set profile = ${JSON.stringify(profile)}::jsonb`);
  await db.execute(sql`update content_item set applied = ${JSON.stringify(applied)}::jsonb where kind = 'institute'`);
  institute.cache.purge();
});

test("a certificate takes a broken setting from the files as they were applied", async () => {
  await breakField("certificatePrefix");
  const { certificateId } = await issueTo(institute, await finishCourse(institute));
  expect(certificateId).toMatch(/^OCNST\d{5}$/);
});

test("a setting that nobody has made has its usual value", async () => {
  await run(`update institute set profile = profile - 'gstPercent' - 'tagline'`);
  await forgetFiles();
  expect((await readBindingInstitute(db)).gstPercent).toBe(18);
});

test.each(["certificatePrefix", "certificateSignatory", "name", "brand"])(
  "no certificate is issued while %s is broken and its last good value is unknown",
  async (field) => {
    const me = await finishCourse(institute);
    await breakField(field);
    await forgetFiles();
    const before = await count("certificate");
    const issuing = issueCertificate(db, { purchaseId: me.purchaseId, now: testDay });
    await expect(issuing).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const command = changeCertificates(db, ["issue", me.mobileNumber, "python", "Passed the exam"], testDay);
    await expect(command).rejects.toThrow(`settings are broken: ${field}`);
    expect(await count("certificate")).toBe(before);
    // Pages can be read meanwhile.
    await institute.visitor().site.read({});
  },
);

test.each(["state", "gstin", "gstPercent", "invoicePrefix", "guardianBelowAge"])(
  "nobody can pay while %s is broken and its last good value is unknown; who has paid gets the course once it is repaired",
  async (field) => {
    const payer = await newLearner(institute);
    const late = await newLearner(institute);
    const { order_id } = await orderCourse(payer);
    const proof = await payAtGateway(institute, order_id);
    await breakField(field);
    await forgetFiles();
    const before = await count("invoice");
    await expect(orderCourse(late)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const buying = payer.enrolment.buy({ courseId: "sql", ...proof });
    await expect(buying).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await count("invoice")).toBe(before);
    expect(institute.logged).toContainEqual(
      expect.objectContaining({
        msg: "request refused",
        err: expect.objectContaining({ message: expect.stringContaining(field) }),
      }),
    );
    await db.execute(sql`update institute set profile = ${JSON.stringify(profile)}::jsonb`);
    expect(await payer.enrolment.buy({ courseId: "sql", ...proof })).toMatchObject({ isPurchased: true });
    await settle(institute);
    expect(await count("invoice")).toBe(before + 1);
  },
);

test("a whole profile of another form is taken from the files, or nothing is issued", async () => {
  await run(`update institute set profile = '"gone"'`);
  expect(await readBindingInstitute(db)).toMatchObject({ name: "Shoreline Academy", certificatePrefix: "OCNST" });
  await forgetFiles();
  await expect(readBindingInstitute(db)).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { finishCourse } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
institute.setNow(testDay);
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);

const picture = await sharp({ create: { width: 2400, height: 400, channels: 4, background: "#1a2f6b80" } })
  .png()
  .toBuffer();

async function issued() {
  const { purchaseId } = await finishCourse(institute);
  await owner.award.issue({ purchaseIds: [purchaseId], attemptId: randomUUID() });
  const [row] = await db.select().from(certificate).where(eq(certificate.purchaseId, purchaseId));
  return row?.printed;
}

test("new certificates have the design of their day, and old ones keep theirs", async () => {
  const before = await issued();
  expect(before).toMatchObject({ template: "woven", signature: null, signatory: { name: "Vikram Nair" } });
  const form = { template: "classic", signatory: { name: "Meenakshi", designation: "Director" } } as const;
  const saved = await owner.award.saveDesign({ ...form, signature: picture.toString("base64"), version: 0 });
  expect(saved).toMatchObject({ ...form, hasSignature: true, version: 1 });
  const after = await issued();
  expect(after).toMatchObject({
    ...form,
    signature: expect.stringMatching(/^certificate\/signature-[0-9a-f]{32}\.png$/),
  });
  const stored = await institute.deps.files.read(after?.signature ?? "");
  expect(await sharp(stored?.bytes).metadata()).toMatchObject({ format: "png", hasAlpha: true, width: 1000 });
  const kept = await owner.award.saveDesign({ ...form, template: "plain", signature: "keep", version: 1 });
  expect(kept).toMatchObject({ template: "plain", hasSignature: true });
  await expect(owner.award.saveDesign({ ...form, signature: "none", version: 1 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const none = await owner.award.saveDesign({ ...form, signatory: null, signature: "none", version: 2 });
  expect(none).toMatchObject({ signatory: null, hasSignature: false });
  expect(await issued()).toMatchObject({ signature: null, signatory: { name: "Vikram Nair" } });
});

test("what is no PNG or JPEG, damaged or too large is refused, and nothing is stored", async () => {
  const form = { template: "plain", signatory: null } as const;
  const send = (bytes: Buffer) => owner.award.previewDesign({ ...form, signature: bytes.toString("base64") });
  const webp = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .webp()
    .toBuffer();
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
  for (const bytes of [webp, svg, Buffer.from("Hello")])
    await expect(send(bytes)).rejects.toMatchObject({ code: "NOT_A_SIGNATURE" });
  await expect(send(picture.subarray(0, 60))).rejects.toMatchObject({ code: "BROKEN_PICTURE" });
  await expect(owner.award.previewDesign({ ...form, signature: "x".repeat(1_000_001) })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  await expect(owner.award.previewDesign({ ...form, signature: "../../etc" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("a preview has no number and stores nothing", async () => {
  const { purchaseId } = await finishCourse(institute);
  const count = await db.$count(certificate);
  const { name, picture: drawn } = await owner.award.preview({ purchaseId });
  expect(name).toBe("Kavya Raman");
  expect(Buffer.from(drawn, "base64").length).toBeGreaterThan(0);
  await expect(owner.award.preview({ purchaseId: randomUUID() })).rejects.toMatchObject({ code: "UNKNOWN_PURCHASE" });
  expect(await db.$count(certificate)).toBe(count);
});

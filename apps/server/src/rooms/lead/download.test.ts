import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { offlineCourse } from "../../db/tables/course.ts";
import { syllabusDownload } from "../../db/tables/lead.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const visitor = institute.visitor();
const [first, second] = await visitor.course.offline({});
const python = { recordId: first?._id ?? "", courseId: first?.courseId ?? "" };

const form = { name: "Asha Raman", countryCode: "+91", mobileNumber: "9876543210", email: "asha@example.com" };
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(0, 5).toString() === "%PDF-";
const downloads = () => institute.db.$count(syllabusDownload);

test("a visitor who leaves name and number gets the PDF, and the institute is notified", async () => {
  const file = await visitor.lead.download({ ...form, ...python, page: "/offlinecourses" });
  expect(file.name).toBe("python-syllabus.pdf");
  expect(isPdf(file.bytes)).toBe(true);
  expect(file.bytes.length).toBeLessThan(300_000);
  expect(await institute.db.select().from(syllabusDownload)).toMatchObject(
    [
      { ...form, courseId: "python", courseName: "Python", page: "/offlinecourses", consentedTo: /^privacy-policy \d/ },
    ].map((row) => ({ ...row, consentedTo: expect.stringMatching(row.consentedTo) })),
  );
  await institute.runJobs();
  expect(institute.mails).toMatchObject([
    { to: "hello@shoreline.example", subject: expect.stringContaining("Python") },
  ]);
  expect(institute.mails[0]?.text).toContain("+91 98765 43210");
});

test("the PDF is made once and stored, even for parallel requests", async () => {
  const store = institute.deps.files;
  const { put } = store;
  let made = 0;
  store.put = (key, file) => {
    made++;
    return put(key, file);
  };
  const requests = Array.from({ length: 6 }, () => visitor.lead.download({ ...form, recordId: second?._id ?? "" }));
  const files = await Promise.all(requests);
  const again = await visitor.lead.download({ ...form, recordId: second?._id ?? "" });
  for (const { bytes } of files) expect(Buffer.compare(bytes, again.bytes)).toBe(0);
  expect(made).toBe(1);
});

test("the PDF is made again when the syllabus changes", async () => {
  const before = await visitor.lead.download({ ...form, ...python });
  await institute.db
    .update(offlineCourse)
    .set({ syllabus: [{ title: "All new", topics: ["One thing"] }] })
    .where(eq(offlineCourse.courseId, "python"));
  const after = await visitor.lead.download({ ...form, ...python });
  expect(after.bytes.length).not.toBe(before.bytes.length);
});

test("a visitor gets the institute's own file, or ours if that file is missing", async () => {
  const own = { bytes: Buffer.from("%PDF-1.7 of the institute"), type: "application/pdf" };
  await institute.deps.files.put("syllabus/own.pdf", own);
  const set = (syllabusFile: string) =>
    institute.db.update(offlineCourse).set({ syllabusFile }).where(eq(offlineCourse.courseId, "java"));
  const [java] = (await visitor.course.offline({})).filter(({ courseId }) => courseId === "java");
  await set("syllabus/own.pdf");
  const recordId = java?._id ?? "";
  expect(Buffer.from((await visitor.lead.download({ ...form, recordId })).bytes).equals(own.bytes)).toBe(true);
  await set("syllabus/lost.pdf");
  const made = await visitor.lead.download({ ...form, recordId });
  expect(isPdf(made.bytes)).toBe(true);
  expect(made.bytes.length).toBeGreaterThan(own.bytes.length);
});

test("the same attempt sent twice is stored once and answered with the file twice", async () => {
  const before = await downloads();
  const attempt = { ...form, ...python, attemptId: crypto.randomUUID() };
  const files = await Promise.all([visitor.lead.download(attempt), visitor.lead.download(attempt)]);
  expect(files.every(({ bytes }) => isPdf(bytes))).toBe(true);
  expect(await downloads()).toBe(before + 1);
});

test.each([
  [{ name: "" }, { name: "Name is required" }],
  [{ name: "A1" }, { name: "Incorrect Name" }],
  [{ mobileNumber: "12" }, { mobileNumber: "Mobile number is required" }],
  [{ mobileNumber: "12345678901234567" }, { mobileNumber: "Incorrect Mobile Number" }],
  [{ email: "" }, { email: "Email is required" }],
  [{ email: "asha" }, { email: "Incorrect Email" }],
])("%j is refused with %j, and nothing is stored", async (change, fields) => {
  const before = await downloads();
  await expect(visitor.lead.download({ ...form, ...python, ...change })).rejects.toMatchObject({ status: 400, fields });
  expect(await downloads()).toBe(before);
});

test.each(["00000000-0000-4000-8000-000000000000", "python", "1", "../../etc", "🌊"])(
  "an unknown record (%s) is refused, and nothing is stored",
  async (recordId) => {
    const before = await downloads();
    await expect(visitor.lead.download({ ...form, recordId })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    expect(await downloads()).toBe(before);
  },
);

test("a record with the id of another course is refused", async () => {
  const mixed = visitor.lead.download({ ...form, ...python, courseId: "java" });
  await expect(mixed).rejects.toMatchObject({ status: 404 });
});

test("fields of a wrong type are refused by name, and unknown fields are ignored", async () => {
  const post = (body: unknown) =>
    visitor.request(`/api/downloaded/course/add/user/${python.recordId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const refused = await post({ ...form, name: 7, email: ["a"], mobileNumber: null });
  expect(await refused.json()).toMatchObject({
    fields: { name: "Name is required", email: "Email is required", mobileNumber: "Mobile number is required" },
  });
  const answered = await post({ ...form, headers: { a: 1 } });
  expect(answered.headers.get("content-type")).toBe("application/pdf");
  expect(answered.headers.get("content-disposition")).toBe('attachment; filename="python-syllabus.pdf"');
});

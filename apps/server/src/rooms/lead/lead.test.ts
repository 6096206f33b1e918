import { expect, test } from "vitest";
import { contactEnquiry, courseEnquiry, subscription } from "../../db/tables/lead.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();

test("a new subscription is stored, and visitor and institute get a mail", async () => {
  await institute.visitor().lead.subscribe({ email: " asha@example.com ", source: "career", page: "/career" });
  await institute.runJobs();
  expect(await institute.db.select().from(subscription)).toMatchObject([
    { email: "asha@example.com", source: "career", page: "/career", consentedTo: "privacy-policy 2026-11-17" },
  ]);
  expect(institute.mails.map((mail) => mail.to).sort()).toEqual(["asha@example.com", "hello@shoreline.example"]);
});

test("parallel subscriptions of one address, in small or capital letters, give one subscription and one mail", async () => {
  institute.mails.length = 0;
  const spellings = ["Ravi@example.com", "ravi@example.com", "RAVI@EXAMPLE.COM", "ravi@example.com"];
  const answers = await Promise.all(spellings.map((email) => institute.visitor().lead.subscribe({ email })));
  await institute.runJobs();
  expect(new Set(answers.map((answer) => answer.message)).size).toBe(1);
  expect(institute.mails.filter((mail) => mail.to.toLowerCase() === "ravi@example.com")).toHaveLength(1);
});

test.each(["", "asha", "asha@", "a b@example.com", "asha@example.com\0", `${"x".repeat(300)}@example.com`])(
  "an invalid address (%j) is refused with the name of its field, and nothing is stored",
  async (email) => {
    const before = await institute.db.$count(subscription);
    const refused = institute.visitor().lead.subscribe({ email });
    await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { email: expect.any(String) } });
    expect(await institute.db.$count(subscription)).toBe(before);
  },
);

test("a browser without scripts gets a page that says what became of its form", async () => {
  institute.mails.length = 0;
  const visitor = institute.visitor();
  await visitor.lead.subscribe({ email: "plain@example.com" });
  await institute.runJobs();
  const address = institute.mails.find(({ to }) => to === "plain@example.com")?.unsubscribeUrl ?? "";
  const post = (path: string) =>
    visitor.request(path, { method: "POST", headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
  const done = await post(new URL(address).pathname);
  expect([done.status, done.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await done.text()).toContain("<h1>You have been unsubscribed.</h1>");
  const refused = await post("/api/unsubscribed/guessed");
  expect(refused.status).toBe(404);
  expect(await refused.text()).toContain("<h1>This unsubscribe link is not valid.");
});

test("a subscriber unsubscribes with one click, even twice, and can subscribe again", async () => {
  institute.mails.length = 0;
  const visitor = institute.visitor();
  await visitor.lead.subscribe({ email: "leaver@example.com" });
  await institute.runJobs();
  const mail = institute.mails.find(({ to }) => to === "leaver@example.com");
  const token = mail?.unsubscribeUrl?.split("/").at(-1) ?? "";
  expect(mail?.text).toContain(`/unsubscribe/${token}`);
  // This is how a mail program unsubscribes (RFC 8058).
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const posted = await visitor.request(new URL(mail?.unsubscribeUrl ?? "").pathname, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers,
  });
  expect(posted.status).toBe(200);
  await visitor.lead.unsubscribe({ token });
  const unsubscribedAt = async () =>
    (await institute.db.select().from(subscription)).find(({ email }) => email === "leaver@example.com")
      ?.unsubscribedAt;
  expect(await unsubscribedAt()).toBeInstanceOf(Date);
  await visitor.lead.subscribe({ email: "Leaver@example.com" });
  expect(await unsubscribedAt()).toBeNull();
  await institute.runJobs();
  await expect(visitor.lead.unsubscribe({ token: "guessed" })).rejects.toMatchObject({ code: "UNKNOWN_SUBSCRIPTION" });
});

const contact = {
  enquiryFor: "Python course",
  fullName: "Asha Raman",
  mobileNumber: "9876543210",
  email: "asha@example.com",
  query: "When does it start?\nAnd where?",
  page: "/contactus",
};

test("a contact enquiry that is sent several times is stored once, and visitor and institute get one mail each", async () => {
  institute.mails.length = 0;
  const attemptId = "2c0b1d5e-8f52-4a0c-9a52-0f6c3f1f8a11";
  await Promise.all([1, 2, 3].map(() => institute.visitor().lead.contact({ ...contact, attemptId })));
  await institute.runJobs();
  expect(await institute.db.select().from(contactEnquiry)).toMatchObject([
    { ...contact, consentedTo: "privacy-policy 2026-11-17" },
  ]);
  expect(institute.mails.map((mail) => mail.to).sort()).toEqual(["asha@example.com", "hello@shoreline.example"]);
  expect(institute.mails.map((mail) => mail.text).join()).toContain("And where?");
});

test("the server checks every field of the contact form, with the error texts of the form", async () => {
  const wrong = { enquiryFor: "x1", fullName: "", mobileNumber: "12", email: "no", query: " " };
  await expect(institute.visitor().lead.contact(wrong)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: {
      enquiryFor: "invalid Enquiry",
      fullName: "invalid fullName",
      mobileNumber: "invalid mobile number",
      email: "invalid email",
      query: "invalid query",
    },
  });
});

const enquiry = {
  name: "Ravi Kumar",
  email: "ravi.kumar@example.com",
  mobileNumber: "9123456780",
  selectedCoruse: "Others" as const,
  otherCourseName: "Rust",
  description: "",
};

test("a course enquiry is stored, and the mail to the institute names the other course", async () => {
  institute.mails.length = 0;
  await institute.visitor().lead.enquire(enquiry);
  await institute.runJobs();
  expect(await institute.db.select().from(courseEnquiry)).toMatchObject([
    { course: "Others", otherCourseName: "Rust" },
  ]);
  expect(institute.mails.find((mail) => mail.to === "hello@shoreline.example")?.subject).toContain("Rust");
  // The given address may be a stranger's, so its mail must not repeat what was typed.
  expect(JSON.stringify(institute.mails.find((mail) => mail.to === enquiry.email))).not.toMatch(/Rust|Ravi Kumar/);
});

test("an address in many enquiries gets three mails a day, and the institute gets all enquiries", async () => {
  institute.mails.length = 0;
  for (let n = 0; n < 6; n++) {
    institute.setNow(new Date(testDay.getTime() + n * 4 * 3_600_000 - 1));
    await institute.visitor().lead.enquire({ ...enquiry, email: "victim@example.com" });
  }
  institute.setNow(testDay);
  await institute.runJobs();
  expect(institute.mails.filter((mail) => mail.to === "victim@example.com")).toHaveLength(3);
  expect(institute.mails.filter((mail) => mail.to === "hello@shoreline.example")).toHaveLength(6);
});

test.each([
  [{ name: "R" }, "name"],
  [{ email: "a.b.c@example.com" }, "email"],
  [{ mobileNumber: "912345678" }, "mobileNumber"],
  [{ selectedCoruse: "Cobol" }, "selectedCoruse"],
])("an enquiry with %j is refused", async (change, field) => {
  const refused = institute.visitor().lead.enquire({ ...enquiry, ...change } as typeof enquiry);
  await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { [field]: expect.any(String) } });
});

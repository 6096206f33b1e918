import { sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { smtpMailer } from "./adapters/smtp.ts";
import { enqueue } from "./jobs/queue.ts";
import { mailOf, sendMail } from "./mail.ts";
import { enquiryNotice, subscribed } from "./rooms/lead/mails.ts";
import { classReminder } from "./rooms/schedule/class-mails.ts";
import { purchaseConfirmed } from "./rooms/schedule/purchase-mails.ts";
import { testDay } from "./test/global-setup.ts";
import { testInstitute } from "./test/institute.ts";
import { startSmtp } from "./test/smtp.ts";

const institute = await testInstitute();
const { db, deps } = institute;

beforeEach(async () => {
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  institute.mails.length = 0;
});

test("a mail arrives with text and HTML, its list headers, and a mailbox can unsubscribe with them", async () => {
  const { deliveries } = await useSmtp();
  await enqueue(db, sendMail, mailOf(subscribed, { to: "asha@example.com", data: { token: "abc" } }));
  await institute.runJobs();
  const [arrived] = deliveries;
  expect(arrived?.recipients).toEqual(["asha@example.com"]);
  expect(arrived?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(arrived?.email.text).toContain("/unsubscribe/abc");
  expect(arrived?.email.html).toContain("Thank you for subscribing");
  const headers = Object.fromEntries(arrived?.email.headers.map(({ key, value }) => [key, value]) ?? []);
  expect(headers).toMatchObject({
    "list-unsubscribe": "<http://127.0.0.1:3000/api/unsubscribed/abc>",
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    "message-id": expect.stringMatching(/^<job-.+@127\.0\.0\.1>$/),
  });
});

test("an answer to a staff notice goes to the person who wrote", async () => {
  const { deliveries } = await useSmtp();
  const to = "hello@shoreline.example";
  await enqueue(db, sendMail, mailOf(enquiryNotice, { to, data: enquiryNotice.sample }));
  await institute.runJobs();
  expect(deliveries[0]?.email.replyTo).toEqual([{ name: "", address: "asha@example.com" }]);
  expect(deliveries[0]?.email.from?.address).toBe("hello@shoreline.example");
});

test("a mail that an earlier release enqueued is sent as that release wrote it", async () => {
  const old = {
    to: "asha@example.com",
    subject: "Old",
    text: "Hello",
    html: "<p>Hello</p>",
    unsubscribeUrl: "http://x/u",
  };
  await db.execute(sql`select graphile_worker.add_job('mail.send', ${JSON.stringify(old)}::json)`);
  await institute.runJobs();
  expect(institute.mails).toEqual([{ ...old, messageId: expect.stringMatching(/^<job-/) }]);
});

test("a mail of a kind that no room writes fails, and waits for the next release", async () => {
  await enqueue(db, sendMail, { to: "asha@example.com", kind: "hat", data: {} });
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
  const { rows } = await db.execute(sql`select last_error from graphile_worker.jobs`);
  expect(rows).toEqual([{ last_error: expect.stringContaining("No room writes the mail hat.") }]);
});

test("data that does not fit its kind is refused before anything is enqueued", () => {
  const data = { ...classReminder.sample, startsAt: "soon" };
  expect(() => mailOf(classReminder, { to: "asha@example.com", data })).toThrow("ISO datetime");
});

test("a mail that would come too late is not sent", async () => {
  const late = {
    to: "asha@example.com",
    data: classReminder.sample,
    until: new Date(testDay.getTime() - 1).toISOString(),
  };
  await enqueue(db, sendMail, mailOf(classReminder, late));
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
  expect(await db.$count(sql`graphile_worker.jobs`)).toBe(0);
});

test("a confirmation without dates promises none", async () => {
  const data = { ...purchaseConfirmed.sample, firstClass: null };
  await enqueue(db, sendMail, mailOf(purchaseConfirmed, { to: "asha@example.com", data }));
  await institute.runJobs();
  const [{ text = "" } = {}] = institute.mails;
  expect(text).toContain("The dates of this batch are not fixed yet.");
  expect(text).toContain("First class: not fixed yet");
  expect(text).not.toMatch(/calendar|Trainer/);
});

async function useSmtp() {
  const smtp = await startSmtp();
  const mailer = smtpMailer({ url: smtp.url, from: "Shoreline <hello@shoreline.example>" });
  const { mailer: fake } = deps;
  deps.mailer = mailer;
  onTestFinished(async () => {
    deps.mailer = fake;
    mailer.close();
    await smtp.close();
  });
  return smtp;
}

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { msg91 } from "../../adapters/msg91.ts";
import { whatsappCloud } from "../../adapters/whatsapp.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { block } from "../../db/tables/site.ts";
import { once } from "../../jobs/done.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf } from "../../mail.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { codeFor, exportOf, newLearner, newNumber } from "../../test/learner.ts";
import { reportForm } from "../../test/msg91.ts";
import { signedStatuses, startWhatsapp } from "../../test/whatsapp-cloud.ts";
import { deliverMessage } from "./deliver.ts";
import { type MessageJob, sendMessage } from "./jobs.ts";
import { welcomeMail } from "./mails.ts";

const institute = await testInstitute();
const { db, deps, visitor, mails, messages } = institute;

const account = {
  token: "token",
  numberId: "123456789012345",
  appSecret: "app-secret",
  verifyToken: "verify-me-please-1",
};
const meta = await startWhatsapp({ ...account, templates: { class_reminder: { language: "en", slots: 2 } } });
afterAll(meta.close);
const reportSecret = "nobody-guesses-this-address";
const { readReports } = msg91({ key: "key", reportSecret }) as Required<ReturnType<typeof msg91>>;
deps.whatsapp = whatsappCloud({ ...account, baseUrl: meta.url });
const fakeSms = deps.sms;
deps.sms = { ...fakeSms, readReports };

beforeEach(async () => {
  await institute.runJobs();
  meta.setMood("works");
  for (const list of [mails, messages, meta.sent, institute.logged]) list.length = 0;
});

const day = 86_400_000;

/** A reminder that goes by WhatsApp, else by SMS, else by mail. */
function reminder(change: Partial<MessageJob> = {}): MessageJob {
  return {
    channel: "whatsapp",
    to: `+91${newNumber()}`,
    template: "class-reminder",
    values: { course: "Python", when: "Tue 17 Nov, 10:30 AM" },
    tryUntil: new Date(testDay.getTime() + 600_000).toISOString(),
    // The queue has its own clock.
    until: new Date(Math.max(Date.now(), testDay.getTime()) + day).toISOString(),
    instead: { sms: true, mail: mailOf(welcomeMail, { to: "kavya@example.com", data: { firstName: "Kavya" } }) },
    ...change,
  };
}

async function send(change: Partial<MessageJob> = {}): Promise<MessageJob> {
  const job = reminder(change);
  await enqueue(db, sendMessage, job);
  await institute.runJobs();
  return job;
}

const rowsOf = ({ to }: { to: string }) => db.select().from(sentMessage).where(eq(sentMessage.number, to));
const statesOf = async (job: MessageJob) =>
  (await rowsOf(job)).map(({ channel, state }) => `${channel} ${state}`).sort();

async function report(statuses: Parameters<typeof signedStatuses>[0], secret = account.appSecret) {
  const { body, signature } = signedStatuses(statuses, secret);
  return postReport(body, signature);
}

function postReport(body: string, signature: string) {
  const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
  return visitor().request("/api/message/whatsapp", { method: "POST", body, headers });
}

const failed = (id: string) => ({ id, status: "failed", errors: [{ code: 131026, title: "Message undeliverable" }] });
const lastId = () => meta.sent.at(-1)?.id ?? "";

test("a WhatsApp message is sent by its template, and its reports never go backwards", async () => {
  const job = await send();
  expect(meta.sent).toMatchObject([
    { to: job.to.slice(1), name: "class_reminder", values: ["Python", "Tue 17 Nov, 10:30 AM"] },
  ]);
  expect(await statesOf(job)).toEqual(["whatsapp accepted"]);
  for (const [status, state] of [
    ["sent", "accepted"],
    ["read", "read"],
    ["delivered", "read"],
    ["failed", "read"],
    ["read", "read"],
  ] as const) {
    expect((await report([{ id: lastId(), status }])).status).toBe(200);
    expect(await statesOf(job)).toEqual([`whatsapp ${state}`]);
  }
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  await institute.runJobs();
  expect([messages, mails]).toEqual([[], []]);
});

test("reports of one call may name a message twice, and others that are not ours", async () => {
  const job = await send();
  const unknown = { id: "wamid.unknown", status: "failed" };
  await report([{ id: lastId(), status: "delivered" }, unknown, { id: lastId(), status: "sent" }]);
  expect(await statesOf(job)).toEqual(["whatsapp delivered"]);
  expect(await db.$count(sentMessage, eq(sentMessage.providerId, "wamid.unknown"))).toBe(0);
});

test("a WhatsApp message that fails later goes by SMS, once, however often the failure is reported", async () => {
  const job = await send();
  const id = lastId();
  for (let n = 0; n < 3; n++) await report([failed(id)]);
  await institute.runJobs();
  await report([failed(id)]);
  await institute.runJobs();
  expect(messages).toMatchObject([
    { to: job.to, text: expect.stringMatching(/^Your Python class is on Tue 17 Nov, 10:30 AM\. .*Shoreline Academy$/) },
  ]);
  expect(mails).toEqual([]);
  expect(await rowsOf(job)).toContainEqual(
    expect.objectContaining({ channel: "whatsapp", state: "failed", reason: "131026 Message undeliverable" }),
  );
});

test("an SMS that the operators refuse goes by mail", async () => {
  const job = await send({ channel: "sms" });
  const [row] = await rowsOf(job);
  const body = reportForm([{ id: row?.providerId ?? "", status: "16", desc: "Rejected" }]);
  const init = { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded" } };
  expect((await visitor().request("/api/message/sms/another-address", init)).status).toBe(404);
  for (let n = 0; n < 2; n++)
    expect((await visitor().request(`/api/message/sms/${reportSecret}`, init)).status).toBe(200);
  await institute.runJobs();
  expect(mails).toMatchObject([{ to: "kavya@example.com", subject: "Welcome to Shoreline Academy" }]);
  expect(await statesOf(job)).toEqual(["sms failed"]);
});

test("a number without WhatsApp gets an SMS at once, and mail where there is no SMS", async () => {
  meta.setMood("no such user");
  const job = await send();
  expect(messages).toMatchObject([{ to: job.to }]);
  expect(await statesOf(job)).toEqual(["sms accepted", "whatsapp failed"]);
  const { mail } = job.instead;
  await send({ instead: { sms: false, mail } });
  expect(mails).toMatchObject([{ to: "kavya@example.com" }]);
  await send({ instead: { sms: false } });
  expect([messages.length, mails.length]).toEqual([1, 1]);
});

function inJob() {
  const jobId = randomUUID();
  return { ...deps, jobId, once: once(db, jobId) };
}

test("a provider that does not answer is tried for ten minutes, then the message goes another way", async () => {
  meta.setMood("hangs");
  const ctx = { ...inJob(), whatsapp: whatsappCloud({ ...account, baseUrl: meta.url, timeoutInMs: 100 }) };
  const job = reminder();
  await expect(deliverMessage(ctx, job)).rejects.toThrow("no answer from WhatsApp");
  expect(await rowsOf(job)).toEqual([]);
  institute.setNow(new Date(testDay.getTime() + 600_000));
  for (let n = 0; n < 2; n++) await deliverMessage(ctx, job);
  institute.setNow(testDay);
  await institute.runJobs();
  expect(messages).toMatchObject([{ to: job.to }]);
});

test("a job that runs again after a kill sends nothing twice", async () => {
  const ctx = inJob();
  const job = reminder();
  for (let n = 0; n < 3; n++) await deliverMessage(ctx, job);
  expect(meta.sent.length).toBe(1);
});

test("a message that would come too late is not sent", async () => {
  await send({ until: new Date(testDay.getTime() - 1000).toISOString() });
  expect([meta.sent, messages, mails]).toEqual([[], [], []]);
});

test("an institute without WhatsApp sends an SMS instead", async () => {
  const { whatsapp } = deps;
  deps.whatsapp = null;
  await send();
  deps.whatsapp = whatsapp;
  expect(messages.length).toBe(1);
});

test("notices beyond the day's number go by mail, staff hear of it once, and codes are still sent", async () => {
  const { smsPerDay } = deps;
  await db.execute(sql`delete from rate_limit`);
  deps.smsPerDay = 2;
  for (let n = 0; n < 4; n++) await send({ channel: "sms" });
  expect(messages.length).toBe(2);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    "Today's class notices by SMS are used up",
    "Welcome to Shoreline Academy",
    "Welcome to Shoreline Academy",
  ]);
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  expect(codeFor(institute, mobileNumber)).toMatch(/^\d{6}$/);
  deps.smsPerDay = smsPerDay;
  await db.execute(sql`delete from rate_limit`);
});

test("staff hear of it on every day whose notices are used up, however soon the next one is", async () => {
  const { smsPerDay } = deps;
  const heard = () => mails.filter(({ subject }) => subject.endsWith("are used up")).length;
  await db.execute(sql`delete from rate_limit`);
  deps.smsPerDay = 1;
  for (let n = 0; n < 2; n++) await send({ channel: "sms" });
  expect(heard()).toBe(1);
  await db.execute(sql`delete from rate_limit where key like 'notice.sms%'`);
  for (let n = 0; n < 2; n++) await send({ channel: "sms" });
  expect(heard()).toBe(2);
  deps.smsPerDay = smsPerDay;
  await db.execute(sql`delete from rate_limit`);
});

test("a code that the provider does not take is counted as failed", async () => {
  const mobileNumber = newNumber();
  const { sms } = deps;
  deps.sms = { send: () => Promise.reject(new Error("the gateway answered 503")) };
  await expect(visitor().account.sendCode({ mobileNumber })).rejects.toMatchObject({ code: "CODE_NOT_SENT" });
  deps.sms = sms;
  expect(await rowsOf({ to: `+91${mobileNumber}` })).toMatchObject([
    { template: "sign-in-code", state: "failed", reason: "the gateway answered 503" },
  ]);
});

test("reports with a wrong signature are refused and change nothing", async () => {
  const job = await send();
  expect((await report([failed(lastId())], "another secret")).status).toBe(400);
  const { body, signature } = signedStatuses([failed(lastId())], account.appSecret);
  expect((await postReport(body.replace("131026", "131027"), signature)).status).toBe(400);
  expect((await postReport(body, "")).status).toBe(400);
  expect(await statesOf(job)).toEqual(["whatsapp accepted"]);
});

test("a signed body that says nothing is accepted, a huge one is not read", async () => {
  expect((await report([])).status).toBe(200);
  expect((await postReport("x".repeat(1_100_000), "sha256=00")).status).toBe(413);
});

test("a reason with characters that cannot be stored is cleaned", async () => {
  const job = await send();
  await report([{ id: lastId(), status: "failed", errors: [{ code: 1, title: `a\0b\ud800${"x".repeat(500)}` }] }]);
  const [row] = await rowsOf(job);
  expect(row?.reason).toMatch(/^1 ab/);
  expect(row?.reason?.length).toBe(200);
});

test("the address of the reports is confirmed only with the agreed token", async () => {
  const ask = (token: string) =>
    visitor().request(`/api/message/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
  const answer = await ask(account.verifyToken);
  expect([answer.status, await answer.text()]).toEqual([200, "1158201444"]);
  expect((await ask("another")).status).toBe(404);
});

test("without providers nobody may report anything", async () => {
  const { sms, whatsapp } = deps;
  Object.assign(deps, { sms: fakeSms, whatsapp: null });
  expect((await report([])).status).toBe(404);
  const init = { method: "POST", body: "data=[]" };
  expect((await visitor().request(`/api/message/sms/${reportSecret}`, init)).status).toBe(404);
  Object.assign(deps, { sms, whatsapp });
});

test("an institute's own wording and ids are used, and a wrong document is ignored and logged", async () => {
  const setBlock = (content: unknown) =>
    db.insert(block).values({ name: "messages", content }).onConflictDoUpdate({ target: block.name, set: { content } });
  const entityId = "1101500000000012345";
  const own = { id: "1107160000000012345", text: "{course}: {when}. Join us. Team Shoreline" };
  await setBlock({ sms: { entityId, sender: "SHRLNE", templates: { "class-reminder": own } } });
  await send({ channel: "sms" });
  expect(messages).toMatchObject([
    {
      text: "Python: Tue 17 Nov, 10:30 AM. Join us. Team Shoreline",
      values: { course: "Python", when: "Tue 17 Nov, 10:30 AM" },
      registered: { id: own.id, entityId, sender: "SHRLNE" },
    },
  ]);
  await setBlock({ sms: { templates: { "class-reminder": { text: "Hello" } } } });
  await send({ channel: "sms" });
  expect(messages.at(-1)?.text).toMatch(/^Your Python class is on Tue 17 Nov, 10:30 AM/);
  expect(institute.logged).toContainEqual(
    expect.objectContaining({
      msg: "the block messages is wrong and is ignored",
      faults: ["sms.templates.class-reminder.text: Missing: {course}, {when}"],
    }),
  );
  await db.delete(block).where(eq(block.name, "messages"));
});

test("a learner's data holds the messages and the channel; deleting the account erases them", async () => {
  const me = await newLearner(institute);
  await me.account.edit({ noticeChannel: "sms" });
  const to = `+91${me.mobileNumber}`;
  await send({ channel: "sms", to });
  institute.setNow(new Date(testDay.getTime() + 120_000));
  const data = JSON.parse(await exportOf(institute, me));
  expect(data.profile.noticeChannel).toBe("sms");
  expect(JSON.stringify(data)).toContain("class-reminder");
  institute.setNow(new Date(testDay.getTime() + 240_000));
  await visitor().account.sendCode({ mobileNumber: me.mobileNumber });
  const code = codeFor(institute, me.mobileNumber);
  const { ticket } = await visitor().account.verifyCode({ mobileNumber: me.mobileNumber, code });
  await me.account.remove({ ticket });
  expect(await rowsOf({ to })).toEqual([]);
  institute.setNow(testDay);
});

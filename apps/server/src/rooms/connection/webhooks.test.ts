import { createHmac } from "node:crypto";
import type { Webhook } from "@shoreline/contract";
import { maxWebhooks, retryWaits, type WebhookEvent, webhookEvents } from "@shoreline/domain/connection";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { delivery, happened, webhook } from "../../db/tables/connection.ts";
import { lead } from "../../db/tables/inbox.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { type Received, startReceiver } from "../../test/receiver.ts";
import { newStaff } from "../../test/staff.ts";
import { runVerb } from "../account/command.ts";
import { changeCertificates } from "../certificate/command.ts";
import { tidyDeliveries } from "./tidy.ts";
import { deliverDue, notifyAll } from "./turn.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const receiver = await startReceiver();
const { received } = receiver;

beforeEach(async () => {
  institute.setNow(testDay);
  await db.delete(webhook);
  await db.delete(happened);
  received.length = 0;
  receiver.answerStatus(204);
});

async function addWebhook(events: WebhookEvent[] = [...webhookEvents], url = receiver.url): Promise<Webhook> {
  const { webhooks } = await owner.connection.saveWebhook({ url, events, isOn: true });
  return webhooks.find((one) => one.url === url) as Webhook;
}

let people = 0;
async function addLead(): Promise<string> {
  const n = ++people;
  const { leadId } = await owner.inbox.create({
    ...{ name: `Hook ${n}`, email: `hook${n}@example.com`, number: `+9198300${String(n).padStart(5, "0")}` },
    interest: "Python",
  });
  return leadId;
}

const minutesLater = (minutes: number) => institute.setNow(new Date(testDay.getTime() + minutes * 60_000));
const readBody = ({ body }: Received) => JSON.parse(body) as { type: string; timestamp: string; data: object };
const deliveriesOf = async ({ webhookId }: Webhook) => (await owner.connection.deliveries({ webhookId })).deliveries;

/** What others do while the address has not answered yet. */
const failAfter = (work: () => Promise<unknown>) =>
  receiver.answerWith((response) => void work().then(() => response.writeHead(500).end()));

test("a new lead is delivered once, signed with the secret of the address", async () => {
  const hook = await addWebhook(["lead.created"]);
  const { secret } = await owner.connection.webhookSecret({ webhookId: hook.webhookId });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const leadId = await addLead();
  await notifyAll(deps);
  await notifyAll(deps);
  expect(received).toHaveLength(1);
  const [one] = received as [Received];
  const id = String(one.headers["webhook-id"]);
  const at = String(one.headers["webhook-timestamp"]);
  expect(at).toBe(String(testDay.getTime() / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${at}.${one.body}`).digest("base64");
  expect(one.headers).toMatchObject({
    ...{ "webhook-signature": `v1,${signature}`, "content-type": "application/json" },
    "user-agent": "Institute-Webhooks/1",
  });
  expect(readBody(one)).toEqual({
    type: "lead.created",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      ...{ leadId, name: `Hook ${people}`, email: `hook${people}@example.com`, number: expect.any(String) },
      ...{ source: "hand", interest: "Python", landingPage: "", campaign: {}, cameAt: testDay.toISOString() },
      status: "new",
    },
  });
  expect(await deliveriesOf(hook)).toMatchObject([
    { deliveryId: id, event: "lead.created", state: "delivered", tries: 1, status: 204, problem: null, body: one.body },
  ]);
  expect(await db.$count(happened)).toBe(0);
});

test("a purchase and a certificate are delivered with what another program needs", async () => {
  await addWebhook();
  const learner = await newLearner(institute, { email: "buyer@example.com" });
  const { order_id } = await orderCourse(learner);
  await payAtGateway(institute, order_id);
  await settle(institute);
  const holder = await finishCourse(institute);
  const issued = await issueTo(institute, holder);
  await notifyAll(deps);
  const bodies = received.map(readBody);
  expect(
    bodies.find(
      ({ type, data }) => type === "purchase.completed" && "email" in data && data.email === "buyer@example.com",
    )?.data,
  ).toEqual({
    ...{
      purchaseId: expect.any(String),
      learnerId: expect.any(String),
      name: "Kavya Raman",
      email: "buyer@example.com",
    },
    ...{ number: `+91${learner.mobileNumber}`, course: expect.stringContaining("SQL"), batchTime: "1-2" },
    ...{ amountInPaise: expect.any(Number), purchasedAt: testDay.toISOString() },
  });
  expect(bodies.find(({ type }) => type === "certificate.issued")?.data).toEqual({
    ...{ certificateId: issued.certificateId, learnerId: issued.learnerId, studentName: issued.studentName },
    ...{ course: issued.courseCompleted, issuedAt: issued.issuedAt.toISOString() },
    url: `http://127.0.0.1:3000/view/e_certificate/${issued.certificateId}`,
  });
});

test("an address gets the events that it wants, and one that is off gets nothing", async () => {
  const other = await startReceiver();
  await addWebhook(["certificate.issued"]);
  const off = await addWebhook(["lead.created"], other.url);
  await addLead();
  await db.update(webhook).set({ isOn: false }).where(eq(webhook.id, off.webhookId));
  await addLead();
  await notifyAll(deps);
  expect([...received, ...other.received]).toEqual([]);
  expect(await db.$count(delivery)).toBe(0);
  expect(await db.$count(happened)).toBe(0);
});

test("what waits is given up when its address is turned off, and does not come later", async () => {
  const hook = await addWebhook();
  receiver.answerStatus(500);
  await addLead();
  await notifyAll(deps);
  const { webhookId, url, events, version } = hook;
  await owner.connection.saveWebhook({ webhookId, url, events, isOn: false, version });
  await owner.connection.saveWebhook({ webhookId, url, events, isOn: true, version: version + 1 });
  minutesLater(60);
  await notifyAll(deps);
  expect(received).toHaveLength(1);
  expect(await deliveriesOf(hook)).toMatchObject([{ state: "failed", problem: "The address was turned off." }]);
});

test.each(["by itself", "by hand"])("an address that is turned off during a try %s is not tried again", async (how) => {
  const { webhookId, url, events, version } = await addWebhook();
  receiver.answerStatus(500);
  await addLead();
  const turnOff = () => owner.connection.saveWebhook({ webhookId, url, events, isOn: false, version });
  if (how === "by hand") {
    await notifyAll(deps);
    const { deliveries } = await owner.connection.deliveries({ webhookId });
    failAfter(turnOff);
    expect(await owner.connection.deliverAgain({ deliveryId: deliveries[0]?.deliveryId ?? "" })).toEqual({
      message: "The address answered 500.",
    });
  } else {
    failAfter(turnOff);
    await notifyAll(deps);
  }
  expect(await db.select().from(webhook)).toMatchObject([{ isOn: false }]);
  expect(await db.select().from(delivery)).toMatchObject([{ nextTryAt: null, deliveredAt: null, status: 500 }]);
});

test("sending again to an address that is off leaves nothing that waits, even during the try", async () => {
  const hook = await addWebhook();
  receiver.answerStatus(500);
  await addLead();
  await notifyAll(deps);
  const { webhookId, url, events, version } = hook;
  await owner.connection.saveWebhook({ webhookId, url, events, isOn: false, version });
  let during: unknown;
  failAfter(async () => {
    during = await db.select().from(delivery);
  });
  await owner.connection.deliverAgain({ deliveryId: (await deliveriesOf(hook))[0]?.deliveryId ?? "" });
  expect(during).toMatchObject([{ tries: 2, nextTryAt: null }]);
});

test("what has gone before it was sent is dropped, and spam is not sent", async () => {
  await addWebhook();
  await db.delete(lead).where(eq(lead.id, await addLead()));
  await owner.inbox.spam({ leadId: await addLead(), isSpam: true });
  await notifyAll(deps);
  expect(received).toEqual([]);
  expect(await db.$count(happened)).toBe(0);
});

test("a failed delivery is tried again after each wait under the same id, and then given up", async () => {
  await addWebhook();
  receiver.answerStatus(503, "later");
  await addLead();
  let now = testDay.getTime();
  const { webhooks: untried } = await owner.connection.webhooks({});
  expect(untried).toMatchObject([{ isRetrying: false }]);
  await notifyAll(deps);
  const { webhooks: tried } = await owner.connection.webhooks({});
  expect(tried).toMatchObject([{ waiting: 1, isRetrying: true, failed: 0 }]);
  for (const [at, wait] of retryWaits.entries()) {
    const waiting = { tries: at + 1, nextTryAt: new Date(now + wait), status: 503, deliveredAt: null };
    institute.setNow(new Date(now + wait - 1));
    await notifyAll(deps);
    expect(await db.select().from(delivery)).toMatchObject([waiting]);
    now += wait;
    institute.setNow(new Date(now));
    await notifyAll(deps);
  }
  institute.setNow(new Date(now + 1e9));
  await notifyAll(deps);
  const tries = retryWaits.length + 1;
  expect(await db.select().from(delivery)).toMatchObject([
    { tries, nextTryAt: null, deliveredAt: null, problem: "The address answered 503: later" },
  ]);
  expect(received).toHaveLength(tries);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(tries);
});

test("an owner reads on Today what was given up, and a counsellor does not", async () => {
  const hook = await addWebhook();
  await addLead();
  await notifyAll(deps);
  await db.update(delivery).set({ nextTryAt: null, deliveredAt: null, problem: "The address answered 500." });
  expect((await owner.desk.today({})).failed?.entries).toMatchObject([
    { text: `Notification lead.created to localhost:${receiver.port}`, reason: "The address answered 500." },
  ]);
  expect((await owner.connection.webhooks({})).webhooks).toMatchObject([{ failed: 1, waiting: 0 }]);
  const counsellor = await newStaff(institute, ["counsellor"]);
  expect((await counsellor.desk.today({})).failed).toBeNull();
  await expect(counsellor.connection.webhooks({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(counsellor.connection.deliveries(hook)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});

test("two turns at the same time send every delivery once", async () => {
  await addWebhook();
  for (let n = 0; n < 12; n++) await addLead();
  receiver.answerWith((response) => void setTimeout(() => response.writeHead(204).end(), 20));
  await Promise.all([notifyAll(deps), notifyAll(deps)]);
  await Promise.all([deliverDue(deps), deliverDue(deps), deliverDue(deps)]);
  const ids = received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
});

test("a try whose process died is made again once its time is over", async () => {
  await addWebhook();
  await addLead();
  await notifyAll(deps);
  await db.update(delivery).set({ deliveredAt: null, tries: 1, nextTryAt: new Date(testDay.getTime() + 120_000) });
  await notifyAll(deps);
  expect(received).toHaveLength(1);
  minutesLater(2);
  await notifyAll(deps);
  expect(received).toHaveLength(2);
  expect(await db.select().from(delivery)).toMatchObject([
    { tries: 2, nextTryAt: null, deliveredAt: expect.any(Date) },
  ]);
});

test("an address that fails rests for the turn, and does not hold up another", async () => {
  const broken = await startReceiver();
  broken.answerStatus(500);
  await addWebhook(["lead.created"], broken.url);
  await addWebhook(["lead.created"]);
  for (let n = 0; n < 20; n++) await addLead();
  await notifyAll(deps);
  expect(received).toHaveLength(20);
  expect(broken.received.length).toBeLessThanOrEqual(5);
});

test("a test is sent at once, also to an address that is off, and is not repeated", async () => {
  const { webhooks } = await owner.connection.saveWebhook({ url: receiver.url, events: ["lead.created"], isOn: false });
  const { webhookId } = webhooks[0] as Webhook;
  receiver.answerStatus(418, "a teapot");
  const { deliveries } = await owner.connection.testWebhook({ webhookId });
  expect(deliveries).toMatchObject([
    { event: "test", state: "failed", tries: 1, status: 418, problem: "The address answered 418: a teapot" },
  ]);
  expect(readBody(received[0] as Received)).toMatchObject({ type: "test", data: { message: "This is a test." } });
  minutesLater(60);
  await notifyAll(deps);
  expect(received).toHaveLength(1);
  expect((await owner.connection.webhooks({})).webhooks).toMatchObject([{ failed: 0, waiting: 0 }]);
});

test("an event is sent again with its old id and body", async () => {
  const hook = await addWebhook();
  receiver.answerStatus(500);
  await addLead();
  await notifyAll(deps);
  const deliveryId = (await deliveriesOf(hook))[0]?.deliveryId ?? "";
  expect(await owner.connection.deliverAgain({ deliveryId })).toEqual({
    message: "The address answered 500. We will try again.",
  });
  receiver.answerStatus(200);
  expect(await owner.connection.deliverAgain({ deliveryId })).toEqual({ message: "Delivered." });
  await Promise.all([owner.connection.deliverAgain({ deliveryId }), owner.connection.deliverAgain({ deliveryId })]);
  expect(received).toHaveLength(5);
  expect(new Set(received.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
  expect(await deliveriesOf(hook)).toMatchObject([{ state: "delivered", tries: 5 }]);
  const isAgain = and(eq(auditEntry.action, "Sent an event again"), eq(auditEntry.thingId, hook.webhookId));
  expect(await db.$count(auditEntry, isAgain)).toBe(4);
  await expect(owner.connection.deliverAgain({ deliveryId: crypto.randomUUID() })).rejects.toMatchObject({
    code: "UNKNOWN_DELIVERY",
  });
});

test("deliveries are listed page after page, newest first", async () => {
  const hook = await addWebhook();
  const moments = Array.from({ length: 120 }, (_, n) => new Date(testDay.getTime() - Math.floor(n / 3) * 1000));
  await db
    .insert(delivery)
    .values(moments.map((at) => ({ webhookId: hook.webhookId, event: "test" as const, body: "{}", at })));
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await owner.connection.deliveries({ webhookId: hook.webhookId, ...(after ? { after } : {}) });
    found.push(...page.deliveries.map(({ deliveryId }) => deliveryId));
    after = page.next ?? undefined;
  } while (after);
  expect(found).toHaveLength(120);
  expect(new Set(found).size).toBe(120);
  await expect(owner.connection.deliveries({ webhookId: hook.webhookId, after: "x" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("a webhook is changed only from its newest version, and the audit log never has the secret", async () => {
  const { webhookId, version, url } = await addWebhook();
  const { secret } = await owner.connection.webhookSecret({ webhookId });
  const save = (events: WebhookEvent[]) =>
    owner.connection.saveWebhook({ webhookId, url, events, isOn: true, version });
  const { webhooks } = await save(["lead.created"]);
  expect(webhooks).toMatchObject([{ version: version + 1, events: ["lead.created"] }]);
  expect(JSON.stringify(webhooks)).not.toContain(secret);
  await expect(save(["certificate.issued"])).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await owner.connection.removeWebhook({ webhookId });
  await expect(owner.connection.removeWebhook({ webhookId })).rejects.toMatchObject({ code: "UNKNOWN_WEBHOOK" });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, webhookId));
  expect(entries.map(({ action }) => action)).toEqual([
    "Added a webhook",
    "Looked at the secret",
    "Changed a webhook",
    "Removed a webhook",
  ]);
  expect(entries[2]).toMatchObject({ after: { events: ["lead.created"] } });
  expect(JSON.stringify(entries)).not.toContain(secret);
});

test.each(["http://hooks.example.com/", "https://10.0.0.1/", "https://intranet/", "ftp://localhost/"])(
  "%s is refused when it is saved",
  async (url) => {
    await expect(addWebhook(["lead.created"], url)).rejects.toMatchObject({ code: "ADDRESS_NOT_ALLOWED" });
  },
);

test("where real providers are used, and in a demonstration, this machine is refused when saved and when sent to", async () => {
  const { webhookId } = await addWebhook();
  await addLead();
  const cases = [
    [{ isLocal: false }, "The address does not lead to a public server."],
    [{ isDemo: true }, "A demonstration sends nothing to other servers."],
  ] as const;
  for (const [more, problem] of cases) {
    await db.update(delivery).set({ nextTryAt: testDay });
    await notifyAll({ ...deps, ...more });
    expect(await db.select().from(delivery)).toMatchObject([{ webhookId, problem, deliveredAt: null }]);
  }
  expect(received).toEqual([]);
});

test("there are at most ten, also when several are added at once", async () => {
  const added = await Promise.allSettled(Array.from({ length: maxWebhooks + 3 }, () => addWebhook()));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(maxWebhooks);
  await expect(addWebhook()).rejects.toMatchObject({ code: "TOO_MANY_WEBHOOKS" });
});

test("who has entered a demonstration sees what was added there only", async () => {
  const visitor = await newStaff(institute, ["owner"], "Demo Owner");
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, visitor.person.id));
  const { webhookId, url, events, version } = await addWebhook();
  expect((await visitor.connection.webhooks({})).webhooks).toEqual([]);
  for (const call of [
    () => visitor.connection.webhookSecret({ webhookId }),
    () => visitor.connection.testWebhook({ webhookId }),
    () => visitor.connection.deliveries({ webhookId }),
    () => visitor.connection.removeWebhook({ webhookId }),
    () => visitor.connection.saveWebhook({ webhookId, url, events, isOn: true, version }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "UNKNOWN_WEBHOOK" });
});

test("an erased person leaves the deliveries too, by address, by number, and from a certificate", async () => {
  await addWebhook();
  await addLead();
  const first = people;
  await addLead();
  await addLead();
  const issued = await issueTo(institute, await finishCourse(institute));
  await notifyAll(deps);
  await runVerb(db, ["erase", `hook${first}@example.com`, "--sure"], testDay);
  await runVerb(db, ["erase", `98300${String(first + 1).padStart(5, "0")}`, "--sure"], testDay);
  const bodies = async () => (await db.select().from(delivery)).map(({ body }) => body).join();
  expect(await bodies()).not.toContain(`hook${first}@`);
  expect(await bodies()).not.toContain(`hook${first + 1}@`);
  expect(await bodies()).toContain(`hook${first + 2}@`);
  const isCertificate = and(
    eq(delivery.event, "certificate.issued"),
    sql`${delivery.body} like ${`%${issued.certificateId}%`}`,
  );
  expect(await db.$count(delivery, isCertificate)).toBe(1);
  await changeCertificates(db, ["erase", issued.certificateId], testDay);
  await tidyDeliveries(db, testDay);
  expect(await db.$count(delivery, isCertificate)).toBe(0);
});

test("deliveries of a lead go with the lead, whatever their body says", async () => {
  await addWebhook(["lead.created"]);
  const number = "+919830099999";
  const { leadId } = await owner.inbox.create({ name: "Only Number", email: null, number });
  const kept = await addLead();
  const gone = await addLead();
  await notifyAll(deps);
  const leadsTold = async () =>
    (await db.select().from(delivery)).map(
      ({ body }) => (JSON.parse(body) as { data: { leadId: string } }).data.leadId,
    );
  expect((await leadsTold()).sort()).toEqual([leadId, kept, gone].sort());
  await runVerb(db, ["erase", number, "only.number@example.com", "--sure"], testDay);
  expect(await db.$count(lead, eq(lead.id, leadId))).toBe(0);
  expect((await leadsTold()).sort()).toEqual([kept, gone].sort());
  await db.delete(lead).where(eq(lead.id, gone));
  await tidyDeliveries(db, testDay);
  expect(await leadsTold()).toEqual([kept]);
});

test("the people whom the demo brings back every day are no news, and what its visitors made goes", async () => {
  const hook = await addWebhook();
  await db
    .insert(webhook)
    .values({ url: receiver.url, events: ["lead.created"], secret: "whsec_", addedAt: testDay, isDemo: true });
  const leadId = await addLead();
  expect(await freshenDemo({ db, files: deps.files, kinds: contentKinds, makers: demoMakers, now: testDay })).toBe(
    true,
  );
  expect(await db.select().from(webhook)).toMatchObject([{ id: hook.webhookId }]);
  expect(await db.select().from(happened)).toMatchObject([{ event: "lead.created", rowId: leadId }]);
});

test("deliveries go after 30 days", async () => {
  const { webhookId } = await addWebhook();
  const day = 86_400_000;
  await db.insert(delivery).values(
    [29, 31].map((days) => ({
      webhookId,
      event: "test" as const,
      body: "{}",
      at: new Date(testDay.getTime() - days * day),
    })),
  );
  await tidyDeliveries(db, testDay);
  expect(await db.$count(delivery)).toBe(1);
});

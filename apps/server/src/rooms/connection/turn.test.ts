import { createHmac } from "node:crypto";
import { retryWaits } from "@shoreline/domain/connection";
import { expect, test } from "vitest";
import { delivery, happened } from "../../db/tables/connection.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { startHooks } from "../../test/hooks.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { type Received, startReceiver } from "../../test/receiver.ts";
import { deliverDue, notifyAll } from "./turn.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const { owner, receiver, addWebhook, addLead, minutesLater, deliveriesOf } = await startHooks(institute);
const { received } = receiver;

const readBody = ({ body }: Received) => JSON.parse(body) as { type: string; timestamp: string; data: object };

test("a new lead is delivered once, signed with the secret of the address", async () => {
  const hook = await addWebhook(["lead.created"]);
  const { secret } = await owner.connection.webhookSecret({ webhookId: hook.webhookId });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { leadId, name, email, number } = await addLead();
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
      ...{ leadId, name, email, number },
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

test("an address that answers slowly holds up only what goes to it", async () => {
  const slow = await startReceiver();
  const hanging: (() => void)[] = [];
  slow.answerWith((response) => void hanging.push(() => response.writeHead(204).end()));
  const slowHook = await addWebhook(["lead.created"], slow.url);
  await addWebhook(["lead.created"]);
  for (let n = 0; n < 20; n++) await addLead();
  // The slow one answers nothing until the other has everything, however long that takes.
  let isOther = false;
  receiver.answerWith((response) => {
    response.writeHead(204).end();
    if (received.length < 20) return;
    isOther = true;
    slow.answerStatus(204);
    for (const answer of hanging) answer();
  });
  await notifyAll(deps);
  expect(isOther).toBe(true);
  expect(received).toHaveLength(20);
  expect(hanging.length).toBeLessThanOrEqual(3);
  expect(slow.received).toHaveLength(20);
  expect((await deliveriesOf(slowHook)).every(({ state }) => state === "delivered")).toBe(true);
});

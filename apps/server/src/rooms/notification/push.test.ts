import { createPublicKey, verify } from "node:crypto";
import { pushLifetimeMs } from "@shoreline/domain/push";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { notification, pushKeys, pushSubscription } from "../../db/tables/notification.ts";
import { once } from "../../jobs/done.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, ticketFor } from "../../test/learner.ts";
import { newSubscription, startPushService } from "../../test/push-service.ts";
import { notifyLearner } from "./jobs.ts";
import { deliverPush } from "./push.ts";
import { readPushKeys } from "./push-keys.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const service = await startPushService();
afterAll(() => service.close());
afterEach(() => {
  institute.setNow(testDay);
  service.answerWith(201);
  service.pushed.length = 0;
  Object.assign(deps, { isLocal: true, isDemo: false });
});

const notice = {
  title: "Class moved",
  text: "Loops: 10 AM on Monday, 16 November.",
  link: "/dashboard/schedule/python",
};

async function notify(who: Awaited<ReturnType<typeof newLearner>>) {
  const { _id: learnerId } = await who.account.read({});
  await enqueue(db, notifyLearner, { learnerId, ...notice });
}
const isStored = async (endpoint: string) =>
  (await db.$count(pushSubscription, eq(pushSubscription.endpoint, endpoint))) > 0;

test("the keys are made once, however many ask at the same time", async () => {
  await db.delete(pushKeys);
  const made = await Promise.all(Array.from({ length: 5 }, () => readPushKeys(db, testDay)));
  expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
  const who = await newLearner(institute);
  expect((await who.notification.pushKey({})).publicKey).toBe(made[0]?.publicKey);
  expect(Buffer.from(made[0]?.publicKey ?? "", "base64url")).toHaveLength(65);
  await expect(institute.visitor().notification.pushKey({} as never)).rejects.toMatchObject({ status: 401 });
});

test("a notification reaches the learner's browser, which alone can read it, and the service knows who sends", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  await institute.runJobs();
  await me.notification.subscribe(service.subscription);
  await notify(me);
  await notify(other);
  await institute.runJobs();
  expect(service.pushed).toHaveLength(1);
  const [{ headers, payload } = { headers: {}, payload: null }] = service.pushed;
  const [stored] = await db.select().from(notification).where(eq(notification.title, notice.title)).limit(1);
  expect(payload).toEqual({ ...notice, tag: expect.any(String) });
  expect(stored).toMatchObject(notice);
  expect(headers).toMatchObject({
    "content-encoding": "aes128gcm",
    ttl: String(pushLifetimeMs / 1000),
    urgency: "normal",
  });
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    ...{ aud: new URL(service.subscription.endpoint).origin, sub: expect.stringMatching(/^mailto:.+@/) },
  });
  const { devices } = await me.notification.devices({ endpoint: service.subscription.endpoint });
  expect(devices).toMatchObject([{ device: "Unknown browser", isThis: true }]);
});

test("a browser that is gone is forgotten, and the notification is in the portal all the same", async () => {
  const me = await newLearner(institute);
  for (const status of [404, 410]) {
    await me.notification.subscribe(service.subscription);
    service.answerWith(status);
    await notify(me);
    await institute.runJobs();
    expect(await isStored(service.subscription.endpoint)).toBe(false);
  }
  expect((await me.notification.list({})).notifications.filter(({ title }) => title === notice.title)).toHaveLength(2);
});

test("a service in trouble is tried again until it is too late, and a refusal is not", async () => {
  const me = await newLearner(institute);
  await me.notification.subscribe(service.subscription);
  const [{ id: subscriptionId } = { id: "" }] = await db
    .select()
    .from(pushSubscription)
    .where(eq(pushSubscription.endpoint, service.subscription.endpoint));
  const until = new Date(testDay.getTime() + pushLifetimeMs).toISOString();
  const job = { ...notice, subscriptionId, notificationId: "n1", until };
  const run = () => deliverPush({ ...deps, jobId: "1", once: once(db, "1") }, job);
  for (const status of [429, 500, 503]) {
    service.answerWith(status);
    await expect(run()).rejects.toThrow(`answered ${status}`);
  }
  service.answerWith(413);
  await run();
  service.answerWith(500);
  institute.setNow(new Date(testDay.getTime() + pushLifetimeMs + 1));
  await run();
  expect(await isStored(service.subscription.endpoint)).toBe(true);
});

test("addresses inside, ours, and in a demonstration those of unknown services are refused", async () => {
  const me = await newLearner(institute);
  const refused = { status: 422, code: "PUSH_ADDRESS_NOT_ALLOWED" };
  const own = newSubscription(`${deps.publicUrl}/push`);
  await expect(me.notification.subscribe(own)).rejects.toMatchObject(refused);
  deps.isLocal = false;
  for (const endpoint of [
    ...["http://push.example.com/x", "https://127.0.0.1/x", "https://10.0.0.8/x", "https://localhost/x"],
    ...["https://metadata.google.internal/x", "https://user:pw@push.example.com/x", "ftp://push.example.com/x"],
  ])
    await expect(me.notification.subscribe(newSubscription(endpoint))).rejects.toMatchObject(refused);
  deps.isDemo = true;
  await expect(me.notification.subscribe(newSubscription())).rejects.toMatchObject(refused);
  await me.notification.subscribe(newSubscription("https://fcm.googleapis.com/fcm/send/abc"));
  await expect(
    me.notification.subscribe(newSubscription("https://fcm.googleapis.com.example.com/x")),
  ).rejects.toMatchObject(refused);
});

test("keys that are none are refused, and keys with which nothing can be encrypted end the subscription", async () => {
  const me = await newLearner(institute);
  for (const wrong of [
    { p256dh: "x" },
    { auth: "x" },
    { endpoint: "nonsense" },
    { endpoint: `https://a.example.com/${"x".repeat(1000)}` },
  ])
    await expect(me.notification.subscribe({ ...service.subscription, ...wrong })).rejects.toMatchObject({
      status: 400,
    });
  // The right length, but no point of the curve.
  await me.notification.subscribe({ ...service.subscription, p256dh: Buffer.alloc(65, 7).toString("base64url") });
  await notify(me);
  await institute.runJobs();
  expect(await isStored(service.subscription.endpoint)).toBe(false);
});

test("the eleventh browser takes the place of the oldest, and one who subscribes twice is there once", async () => {
  const me = await newLearner(institute);
  const many = Array.from({ length: 11 }, () => newSubscription());
  for (const [n, one] of many.entries()) {
    institute.setNow(new Date(testDay.getTime() + n * 1000));
    await me.notification.subscribe(one);
  }
  const { devices } = await me.notification.subscribe(many[10] ?? newSubscription());
  expect(devices).toHaveLength(10);
  expect(await isStored(many[0]?.endpoint ?? "")).toBe(false);
});

test("who signs out or deletes the account gets nothing more in that browser", async () => {
  const me = await newLearner(institute);
  await me.notification.subscribe(service.subscription);
  await me.account.logout({});
  expect(await isStored(service.subscription.endpoint)).toBe(false);
  const gone = await newLearner(institute);
  await gone.notification.subscribe(service.subscription);
  institute.setNow(new Date(testDay.getTime() + 120_000));
  await gone.account.remove({ ticket: await ticketFor(institute, gone.mobileNumber) });
  expect(await isStored(service.subscription.endpoint)).toBe(false);
});

test("on a shared browser the last who subscribed gets the notifications, and a learner turns off only their own", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  await me.notification.subscribe(service.subscription);
  const { devices } = await other.notification.subscribe(service.subscription);
  expect((await me.notification.devices({})).devices).toEqual([]);
  await me.notification.unsubscribe({ deviceId: devices[0]?.deviceId ?? "" });
  expect(await isStored(service.subscription.endpoint)).toBe(true);
  expect((await other.notification.unsubscribe({ endpoint: service.subscription.endpoint })).devices).toEqual([]);
  expect(await isStored(service.subscription.endpoint)).toBe(false);
});

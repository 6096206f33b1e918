import type { Webhook } from "@shoreline/contract";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { delivery } from "../../db/tables/connection.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { startHooks } from "../../test/hooks.ts";
import { testInstitute } from "../../test/institute.ts";
import type { Received } from "../../test/receiver.ts";
import { newStaff } from "../../test/staff.ts";
import { notifyAll } from "./turn.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const { owner, receiver, addWebhook, addLead, minutesLater, deliveriesOf } = await startHooks(institute);
const { received } = receiver;

const readBody = ({ body }: Received) => JSON.parse(body) as { type: string; timestamp: string; data: object };

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

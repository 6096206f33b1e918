import { maxWebhooks, type WebhookEvent } from "@shoreline/domain/connection";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { delivery, happened, webhook } from "../../db/tables/connection.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { startHooks } from "../../test/hooks.ts";
import { testInstitute } from "../../test/institute.ts";
import { startReceiver } from "../../test/receiver.ts";
import { newStaff } from "../../test/staff.ts";
import { notifyAll } from "./turn.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const { owner, receiver, addWebhook, addLead, minutesLater, deliveriesOf, failAfter } = await startHooks(institute);
const { received } = receiver;

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

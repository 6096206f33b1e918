import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { delivery, happened, webhook } from "../../db/tables/connection.ts";
import { lead } from "../../db/tables/inbox.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { finishCourse, issueTo } from "../../test/finished.ts";
import { testDay } from "../../test/global-setup.ts";
import { startHooks } from "../../test/hooks.ts";
import { testInstitute } from "../../test/institute.ts";
import { runVerb } from "../account/command.ts";
import { changeCertificates } from "../certificate/command.ts";
import { tidyDeliveries } from "./tidy.ts";
import { notifyAll } from "./turn.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const { owner, receiver, addWebhook, addLead } = await startHooks(institute);
const { received } = receiver;

test("what has gone before it was sent is dropped, and spam is not sent", async () => {
  await addWebhook();
  await db.delete(lead).where(eq(lead.id, (await addLead()).leadId));
  await owner.inbox.spam({ leadId: (await addLead()).leadId, isSpam: true });
  await notifyAll(deps);
  expect(received).toEqual([]);
  expect(await db.$count(happened)).toBe(0);
});

test("an erased person leaves the deliveries too, by address, by number, and from a certificate", async () => {
  await addWebhook();
  const [first, second, third] = [await addLead(), await addLead(), await addLead()];
  const issued = await issueTo(institute, await finishCourse(institute));
  await notifyAll(deps);
  await runVerb(db, ["erase", first.email, "--sure"], testDay);
  await runVerb(db, ["erase", second.number.slice(3), "--sure"], testDay);
  const bodies = async () => (await db.select().from(delivery)).map(({ body }) => body).join();
  expect(await bodies()).not.toContain(first.email);
  expect(await bodies()).not.toContain(second.email);
  expect(await bodies()).toContain(third.email);
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
  const { leadId: kept } = await addLead();
  const { leadId: gone } = await addLead();
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
  const { leadId } = await addLead();
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

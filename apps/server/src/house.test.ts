import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobs } from "./house.ts";
import { handles, refuseUnhandled } from "./jobs/job.ts";
import { enqueue } from "./jobs/queue.ts";
import { sendWritten } from "./mail.ts";
import { fulfilOrder } from "./rooms/payment/fulfil.ts";
import { addOrder, updateOrder } from "./rooms/payment/queries.ts";
import { testDay } from "./test/global-setup.ts";
import { testInstitute } from "./test/institute.ts";

const institute = await testInstitute();
const { db, deps } = institute;

test("every job has exactly one handler", () => {
  expect(() => refuseUnhandled(jobs)).not.toThrow();
  const withoutMail = jobs.filter(({ job }) => job.name !== sendWritten.name);
  expect(() => refuseUnhandled(withoutMail)).toThrow("No room handles the job mail.send.");
  expect(() => refuseUnhandled([...jobs, handles(sendWritten, async () => {})])).toThrow(
    "Two rooms handle the job mail.send.",
  );
});

test("an order of a kind that no room sells is an error", async () => {
  const item = { kind: "hat", itemId: randomUUID() };
  const order = { ...item, learnerId: null, amountInPaise: 599900, details: {}, createdAt: testDay };
  const { id, providerOrderId } = await addOrder(db, order);
  await updateOrder(db, { id, state: "paid" });
  await expect(fulfilOrder(deps, providerOrderId)).rejects.toThrow("No room sells hat.");
});

test("a mail with an attachment of an unknown kind fails and is not sent", async () => {
  const mail = { to: "asha@example.com", subject: "Hello", text: "Hello Asha" };
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await enqueue(db, sendWritten, { ...mail, attachments: [{ kind: "hat", id: "1" }] });
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
  const { rows } = await db.execute(sql`select last_error from graphile_worker.jobs`);
  expect(rows).toEqual([{ last_error: expect.stringContaining("No room attaches hat to a mail.") }]);
});

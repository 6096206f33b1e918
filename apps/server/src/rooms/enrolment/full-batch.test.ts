import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { batch } from "../../db/tables/schedule.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";

const institute = await testInstitute();
const { db } = institute;

test("nobody pays for a seat that has gone; who saw a full batch may pay and wait", async () => {
  const me = await newLearner(institute);
  const { price } = await me.course.read({ courseId: "sql" });
  const { batches } = await me.schedule.batches({ courseId: "sql" });
  const wanted = { amount: price * 100, courseId: "sql" };
  const batchId = batches[0]?._id ?? "";
  await expect(me.payment.order({ ...wanted, batchId })).resolves.toHaveProperty("order_id");
  await db.update(batch).set({ seats: 0 }).where(eq(batch.id, batchId));
  await expect(me.payment.order({ ...wanted, batchId })).rejects.toMatchObject({ code: "BATCH_FULL" });
  await expect(me.payment.order(wanted)).resolves.toHaveProperty("order_id");
  await expect(me.payment.order({ ...wanted, batchId: "no-such-batch" })).resolves.toHaveProperty("order_id");
});

test("nobody pays for a batch that is cancelled, over, or past its last day to join; who holds a seat there may go on", async () => {
  const me = await newLearner(institute);
  const { price } = await me.course.read({ courseId: "java" });
  const { batches } = await me.schedule.batches({ courseId: "java" });
  const batchId = batches[0]?._id ?? "";
  const order = { amount: price * 100, courseId: "java", batchId };
  const change = (values: Partial<typeof batch.$inferInsert>) =>
    db.update(batch).set(values).where(eq(batch.id, batchId));
  await change({ joinUntil: "2020-01-01" });
  await expect(me.payment.order(order)).rejects.toMatchObject({ code: "BATCH_CLOSED" });
  await change({ joinUntil: null });
  await expect(me.payment.order(order)).resolves.toHaveProperty("order_id");
  await change({ joinUntil: "2020-01-01" });
  await expect(me.payment.order(order)).resolves.toHaveProperty("order_id");
  const other = await newLearner(institute);
  await expect(other.payment.order(order)).rejects.toMatchObject({ code: "BATCH_CLOSED" });
  await change({ joinUntil: null, cancelledAt: institute.deps.clock.now() });
  await expect(me.payment.order(order)).rejects.toMatchObject({ code: "BATCH_CLOSED" });
  const ended = { startsAt: new Date("2020-01-06T04:00:00Z"), endsAt: new Date("2020-03-06T04:00:00Z") };
  await change({ cancelledAt: null, ...ended });
  await expect(other.payment.order(order)).rejects.toMatchObject({ code: "BATCH_CLOSED" });
});

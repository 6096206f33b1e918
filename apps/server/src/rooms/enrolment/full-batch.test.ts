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

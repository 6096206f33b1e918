import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purchase } from "../../db/tables/enrolment.ts";
import { once } from "../../jobs/done.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newBatch, putInto } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";
import { confirmPlace } from "../schedule/confirm.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const courseId = "python";

test("learners and staff read the days and hours of a batch that differ from what it is sold as", async () => {
  const me = await newLearner(institute);
  const purchaseId = await giveCourse(institute, me, { courseId });
  const from = await newBatch(institute, { startsIn: 1 });
  const pattern = [4, 6].map((weekday) => ({ weekday, from: "20:00", classes: 1 }));
  const to = await newBatch(institute, { startsIn: 5, batchTime: "3-4", pattern });
  await putInto(institute, { purchaseId, batchId: from });
  const { request } = await me.place.ask({ courseId, batchId: to, reason: "A new job in the mornings" });
  expect(request?.to).toMatchObject({ batchTime: "3-4", days: "Thu, Sat 8:00 PM" });
  const owner = await newStaff(institute, ["owner"]);
  await owner.seating.decide({ requestId: request?.requestId ?? "", isAccepted: true, answer: "" });
  await db.update(purchase).set({ confirmedAt: null }).where(eq(purchase.id, purchaseId));
  await confirmPlace({ ...deps, jobId: purchaseId, once: once(db, purchaseId) }, purchaseId);
  await institute.runJobs();
  const { notifications } = await me.notification.list({});
  expect(notifications.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Your classes are now Thu, Sat 8:00 PM.", "Your place is confirmed: Thu, Sat 8:00 PM."]),
  );
  const told = institute.mails.filter(({ text }) => text.includes("Thu, Sat 8:00 PM"));
  expect(told).toHaveLength(2);
  const { batches } = await owner.planning.others({ batchId: from });
  expect(batches.find(({ batchId }) => batchId === to)?.name).toMatch(/^Thu, Sat 8:00 PM, from /);
});

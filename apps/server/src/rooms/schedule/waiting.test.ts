import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch } from "../../db/tables/schedule.ts";
import { enqueue, runNow } from "../../jobs/queue.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { waitingKey } from "./waiting.ts";

const institute = await testInstitute();
const { db, mails } = institute;
const staffNotices = () => mails.filter(({ subject }) => subject.startsWith("A learner waits"));

async function buy(email: string) {
  const me = await newLearner(institute, { email });
  const { _id: learnerId } = await me.account.read({});
  const [about] = await db.select().from(course).where(eq(course.courseId, "sql"));
  const values = {
    courseId: about?.id ?? "",
    batchTime: "9-10",
    batchType: "week-days",
    purchasedAt: new Date(),
  } as const;
  const [bought] = await db
    .insert(purchase)
    .values({ ...values, learnerId })
    .returning();
  return { id: bought?.id ?? "", who: me, ...values };
}

/** As the webhook does, and the learner who then chooses another batch. */
async function confirm(purchaseId: string) {
  await db.update(purchase).set({ confirmedAt: null }).where(eq(purchase.id, purchaseId));
  await enqueue(db, confirmPurchase, { purchaseId });
  await institute.runJobs();
}

async function later(purchaseId: string) {
  await runNow(db, [waitingKey(purchaseId)]);
  await institute.runJobs();
  await institute.runJobs();
}

test("staff get one mail about a purchase without a place, with the choice that the learner made last", async () => {
  await db.execute(sql`delete from batch`);
  const { id } = await buy("waits@example.com");
  // The queue goes by the real time.
  institute.setNow(new Date());
  await confirm(id);
  await db.update(purchase).set({ batchTime: "10-11" }).where(eq(purchase.id, id));
  await confirm(id);
  expect(staffNotices()).toEqual([]);
  await later(id);
  expect(staffNotices()).toMatchObject([{ to: "hello@shoreline.example", replyTo: "waits@example.com" }]);
  expect(staffNotices()[0]?.text).toMatch(/Batch: 10:00 to 11:00 AM, weekdays[\s\S]*npm run batch -- list sql/);
  await later(id);
  expect(staffNotices()).toHaveLength(1);
});

test("a learner without a place is not told that there is one", async () => {
  await db.execute(sql`delete from batch`);
  const { id, who } = await buy("told@example.com");
  await confirm(id);
  const { notifications } = await who.notification.list({});
  expect(notifications).toContainEqual(
    expect.objectContaining({
      title: "You have enrolled in SQL",
      text: "We will tell you when your batch has dates: 9:00 to 10:00 AM, weekdays.",
    }),
  );
});

test("there is no mail about a purchase with a place, or with one that was planned meanwhile", async () => {
  mails.length = 0;
  const waits = await buy("first@example.com");
  await confirm(waits.id);
  const { courseId, batchTime, batchType } = waits;
  const startsAt = new Date(Date.now() + 86_400_000);
  const endsAt = new Date(startsAt.getTime() + 30 * 86_400_000);
  await db.insert(batch).values({ courseId, batchTime, batchType, startsAt, endsAt });
  const placed = await buy("second@example.com");
  await confirm(placed.id);
  for (const { id } of [waits, placed]) await later(id);
  expect(staffNotices()).toEqual([]);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { form } from "../../test/learner.ts";
import { issueCertificate } from "./issue.ts";

const { db } = await testInstitute();

/** Adds many learners with a purchase each, without orders and payments. */
async function addPurchases(count: number): Promise<string[]> {
  const [sql] = await db.select().from(course).where(eq(course.courseId, "sql"));
  const stamps = { createdAt: testDay, updatedAt: testDay };
  const people = await db
    .insert(learner)
    .values(
      Array.from({ length: count }, (_, n) => ({
        ...(form as typeof learner.$inferInsert),
        ...stamps,
        skills: [],
        countryCode: "+91",
        mobileNumber: String(9_100_000_000 + n),
      })),
    )
    .returning({ learnerId: learner.id });
  const choice = { courseId: sql?.id ?? "", batchTime: "9-10", batchType: "week-days", purchasedAt: testDay } as const;
  const bought = await db
    .insert(purchase)
    .values(people.map((who) => ({ ...who, ...choice })))
    .returning({ id: purchase.id });
  return bought.map(({ id }) => id);
}

test("fifty purchases issued twice in parallel get fifty certificates with consecutive ids", async () => {
  const purchases = await addPurchases(50);
  const twice = purchases.flatMap((purchaseId) => [purchaseId, purchaseId]);
  const outcomes = await Promise.all(
    twice.map((purchaseId) => issueCertificate(db, { purchaseId, now: testDay, reason: "Fifty at once" })),
  );
  const serials = outcomes.flatMap((outcome) => ("certificate" in outcome ? [outcome.certificate.serial] : []));
  // The demo institute has issued five.
  expect(serials.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 6));
  expect(outcomes.filter((outcome) => "whyNot" in outcome && outcome.whyNot === "has-one")).toHaveLength(50);
});

import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { coupon } from "../db/tables/coupon.ts";
import { course, earlyBird } from "../db/tables/course.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";

const day = 86_400_000;

/** A coupon of ten percent for everything, unless something else is said. */
export async function newCoupon({ db }: TestInstitute, given: Partial<typeof coupon.$inferInsert> = {}) {
  const [made] = await db
    .insert(coupon)
    .values({
      ...{ code: `TEST-${randomBytes(4).toString("hex").toUpperCase()}`, discount: { percent: 10 }, madeAt: testDay },
      ...{ startsAt: new Date(testDay.getTime() - day), endsAt: new Date(testDay.getTime() + 30 * day) },
      ...given,
    })
    .returning();
  return made as typeof coupon.$inferSelect;
}

export async function setEarlyBird(
  { db }: TestInstitute,
  courseId: string,
  given: { priceInPaise: number; endsAt: Date },
) {
  const [found] = await db.select({ id: course.id }).from(course).where(eq(course.courseId, courseId));
  await db
    .insert(earlyBird)
    .values({ courseId: found?.id ?? "", ...given })
    .onConflictDoUpdate({ target: earlyBird.courseId, set: given });
}

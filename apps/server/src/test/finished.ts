import { eq } from "drizzle-orm";
import { course } from "../db/tables/course.ts";
import { attendance, batch, batchPlace, liveClass } from "../db/tables/schedule.ts";
import { issueCertificate } from "../rooms/certificate/issue.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";
import { newLearner } from "./learner.ts";
import { giveCourse } from "./paying.ts";

type Learner = Awaited<ReturnType<typeof newLearner>>;

const day = 86_400_000;
const purchasedAt = new Date(testDay.getTime() - 30 * day);

/** A learner in a Python batch of four classes, which ended an hour ago. They attended the first `attended` classes. */
export async function finishCourse(institute: TestInstitute, { attended = 4, change = {} } = {}) {
  const who = await newLearner(institute, change);
  const purchaseId = await giveCourse(institute, who, { at: purchasedAt });
  await placeInBatch(institute, who, { purchaseId, attended });
  return { ...who, purchaseId };
}

/** Issues a certificate by the attendance rule. */
export async function issueTo({ db }: TestInstitute, { purchaseId }: { purchaseId: string }) {
  const outcome = await issueCertificate(db, { purchaseId, now: testDay });
  if ("whyNot" in outcome) throw new Error(outcome.whyNot);
  return outcome.certificate;
}

let hour = 0;

async function placeInBatch(
  { db }: TestInstitute,
  who: Learner,
  { purchaseId, attended }: { purchaseId: string; attended: number },
) {
  const { _id: learnerId } = await who.account.read({});
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const last = testDay.getTime() - 2 * 3_600_000;
  // Each batch starts at its own second, so no two batches look the same.
  const startsAt = [3, 2, 1, 0].map((days) => new Date(last - days * day - ++hour * 1000));
  const [added] = await db
    .insert(batch)
    .values({
      courseId: python?.id ?? "",
      batchTime: "9-10",
      batchType: "week-days",
      startsAt: startsAt[0] as Date,
      endsAt: new Date(last + 3_600_000),
    })
    .returning();
  const batchId = added?.id ?? "";
  await db.insert(batchPlace).values({ purchaseId, batchId, placedAt: purchasedAt });
  const classes = await db
    .insert(liveClass)
    .values(
      startsAt.map((at, n) => ({
        batchId,
        number: n + 1,
        startsAt: at,
        minutes: 60,
        topic: "Loops",
        trainerName: "Sanjay",
        changedAt: testDay,
      })),
    )
    .returning();
  for (const { id: classId, startsAt: at } of classes.slice(0, attended))
    await db.insert(attendance).values({ learnerId, classId, firstJoinedAt: at, lastJoinedAt: at });
}

import { eq } from "drizzle-orm";
import { course } from "../db/tables/course.ts";
import { batch, batchPlace, liveClass } from "../db/tables/schedule.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";
import { newLearner } from "./learner.ts";
import { giveCourse } from "./paying.ts";

type Learner = Awaited<ReturnType<typeof newLearner>>;
type Trainer = { person: { id: string; name: string } };
type Options = { trainer?: Trainer | undefined; names?: string[]; change?: Partial<typeof batch.$inferInsert> };

const day = 86_400_000;
/** Each batch of an institute has its own hour, so that a trainer of two has no clash. */
const batches = new WeakMap<TestInstitute, number>();

/** A Python batch of four classes, one a day: the third runs on the day of the test. Each learner has bought the course before. */
export async function newTaughtBatch(
  institute: TestInstitute,
  { trainer, names = ["Asha Menon"], change }: Options = {},
) {
  const { db } = institute;
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const before = batches.get(institute) ?? 0;
  batches.set(institute, before + 1);
  const hour = before % 5;
  const startsAt = (n: number) => new Date(testDay.getTime() + (n - 2) * day + hour * 3_600_000);
  const [added] = await db
    .insert(batch)
    .values({
      ...{ courseId: python?.id ?? "", batchTime: "9-10", batchType: "week-days" as const, startsAt: startsAt(0) },
      ...{ endsAt: new Date(startsAt(3).getTime() + 3_600_000), trainerId: trainer?.person.id ?? null, ...change },
    })
    .returning();
  const batchId = added?.id ?? "";
  const classes = await db
    .insert(liveClass)
    .values(
      [0, 1, 2, 3].map((n) => ({
        ...{ batchId, number: n + 1, startsAt: startsAt(n), minutes: 60, topic: `Topic ${n + 1}`, changedAt: testDay },
        ...{ trainerId: trainer?.person.id ?? null, trainerName: trainer?.person.name ?? "Sanjay" },
        meetingUrl: "https://meet.example/room",
      })),
    )
    .returning();
  const learners: (Learner & { learnerId: string; purchaseId: string })[] = [];
  for (const name of names) learners.push(await joinBatch(institute, { name, batchId }));
  const byNumber = classes.toSorted((one, other) => one.number - other.number);
  return { batchId, classes: byNumber.map(({ id }) => id) as [string, string, string, string], startsAt, learners };
}

export async function joinBatch(institute: TestInstitute, { name, batchId }: { name: string; batchId: string }) {
  const [firstName = "", lastName = ""] = name.split(" ");
  const learner = await newLearner(institute, { firstName, lastName, email: `${firstName}@example.com`.toLowerCase() });
  const purchaseId = await giveCourse(institute, learner, { at: new Date(testDay.getTime() - 30 * day) });
  await institute.db.insert(batchPlace).values({ purchaseId, batchId, placedAt: testDay });
  const { _id: learnerId } = await learner.account.read({});
  return { ...learner, learnerId, purchaseId };
}

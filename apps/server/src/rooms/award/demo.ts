import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { demoDomain } from "../account/demo.ts";
import { addLearner } from "../account/queries.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";

/** Who was in the batch that ended last, and what share of its classes they attended. */
const finishedPeople = [
  ["Lavanya", "Ravi", 100],
  ["Mohan", "Das", 95],
  ["Nivedha", "Kumar", 90],
  ["Prakash", "Rao", 85],
  ["Sandhya", "Pillai", 80],
  ["Uma", "Shankari", 76],
  ["Zubair", "Ahmed", 70],
  ["Kishore", "Babu", 55],
] as const;

const day = 86_400_000;
const firstNumber = 9_840_060_000;

/** Learners of a batch that is over, some with too few classes. Staff issue, so that they are seen. */
export const awardDemo: DemoMaker = {
  async people({ db, now }) {
    const [over] = await db
      .select()
      .from(batch)
      .where(and(eq(batch.isDemo, true), lte(batch.endsAt, now)))
      .orderBy(desc(batch.endsAt))
      .limit(1);
    if (!over) return;
    const classes = await db
      .select({ id: liveClass.id, startsAt: liveClass.startsAt })
      .from(liveClass)
      .where(and(eq(liveClass.batchId, over.id), isNull(liveClass.cancelledAt)))
      .orderBy(asc(liveClass.number));
    let added = 0;
    for (const [n, person] of finishedPeople.entries()) added += await addPerson(db, { person, n, over, classes });
    // Staff may have switched it on since.
    if (added === 0) return;
    const { version } = await readClassSettings(db);
    await saveClassSettings(db, { issuesAutomatically: false }, version);
  },
  keep: issueAgain,
  async remove(db) {
    await issueAgain(db);
    return {};
  },
};

async function issueAgain(db: Db): Promise<void> {
  await db.execute(sql`update class_settings set content = content - 'issuesAutomatically'`);
}

type Added = {
  person: (typeof finishedPeople)[number];
  n: number;
  over: typeof batch.$inferSelect;
  classes: { id: string; startsAt: Date }[];
};

async function addPerson(db: Db, { person: [firstName, lastName, share], n, over, classes }: Added): Promise<number> {
  const at = new Date(over.startsAt.getTime() - 5 * day);
  const who = await addLearner(db, {
    ...{ countryCode: "+91", mobileNumber: String(firstNumber + n), firstName, lastName, gender: "" },
    ...{
      email: `${firstName}.${lastName}@${demoDomain}`.toLowerCase(),
      occupation: "student",
      instOrOrg: "",
      dateOfBirth: "2001-06-15",
    },
    ...{ state: "", country: "india", createdAt: at, updatedAt: at },
  });
  // The second time.
  if (!who) return 0;
  const [bought] = await db
    .insert(purchase)
    .values({
      ...{ learnerId: who.id, courseId: over.courseId, batchTime: over.batchTime, batchType: over.batchType },
      ...{ purchasedAt: at, confirmedAt: at },
    })
    .returning({ id: purchase.id });
  await db.insert(batchPlace).values({ purchaseId: bought?.id ?? "", batchId: over.id, placedAt: at });
  const attended = classes.slice(0, Math.ceil((classes.length * share) / 100));
  if (attended.length > 0)
    await db.insert(attendance).values(
      attended.map(({ id, startsAt }) => ({
        ...{ learnerId: who.id, classId: id, firstJoinedAt: startsAt, lastJoinedAt: startsAt },
      })),
    );
  return 1;
}

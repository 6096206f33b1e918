import { eq } from "drizzle-orm";
import { course } from "../db/tables/course.ts";
import { meeting, meetingAccount } from "../db/tables/meeting.ts";
import { batch, batchPlace, liveClass } from "../db/tables/schedule.ts";
import type { TestInstitute } from "./institute.ts";
import type { ScheduledLearner } from "./scheduled.ts";

type NewClass = {
  startsAt: Date;
  learners?: ScheduledLearner[];
  trainerId?: string;
  url?: string;
  makesMeetings?: boolean;
};

/** One class of a new batch that makes meetings. */
export async function newMeetingClass({ db }: TestInstitute, given: NewClass): Promise<string> {
  const { startsAt, learners = [], trainerId, url = "", makesMeetings = true } = given;
  const [about] = await db.select().from(course).where(eq(course.courseId, "python"));
  const ends = new Date(startsAt.getTime() + 60 * 60_000);
  const kind = { courseId: about?.id ?? "", batchTime: "9-10", batchType: "week-days" as const };
  const [made] = await db
    .insert(batch)
    .values({ ...kind, startsAt, endsAt: ends, makesMeetings })
    .returning({ id: batch.id });
  const batchId = made?.id ?? "";
  for (const { purchaseId } of learners)
    await db
      .insert(batchPlace)
      .values({ purchaseId, batchId, placedAt: startsAt })
      .onConflictDoUpdate({ target: batchPlace.purchaseId, set: { batchId } });
  const [added] = await db
    .insert(liveClass)
    .values({
      ...{ batchId, number: 1, startsAt, minutes: 60, topic: "Loops", trainerName: "Meera Krishnan" },
      ...{ meetingUrl: url, changedAt: startsAt, ...(trainerId ? { trainerId } : {}) },
    })
    .returning({ id: liveClass.id });
  return added?.id ?? "";
}

/** Only this many accounts, of a provider that the test speaks for. */
export async function setZoomAccounts(
  { db }: TestInstitute,
  names: string[],
  { atOnce = 1, addedAt = new Date(0) } = {},
) {
  await db.delete(meeting);
  await db.delete(meetingAccount);
  const rows = names.map((name, n) => ({
    ...{
      kind: "zoom" as const,
      name,
      settings: { accountId: "a", clientId: "c", user: "u" },
      secret: `secret of ${name}`,
    },
    ...{ atOnce, addedAt: new Date(addedAt.getTime() + n) },
  }));
  return (await db.insert(meetingAccount).values(rows).returning({ id: meetingAccount.id })).map(({ id }) => id);
}

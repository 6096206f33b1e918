import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import type { Exact } from "../../db/exact.ts";
import { batchWish, contactEnquiry, courseEnquiry, subscription, syllabusDownload } from "../../db/tables/lead.ts";

type NewSubscription = Pick<
  typeof subscription.$inferInsert,
  "email" | "source" | "page" | "consentedTo" | "subscribedAt"
>;

/** Returns the token of a new or renewed subscription, or null when the address is already subscribed. */
export async function addSubscription<Given extends NewSubscription>(
  db: Db,
  values: Exact<NewSubscription, Given>,
): Promise<string | null> {
  const { email, ...changed }: NewSubscription = values;
  const [added] = await db
    .insert(subscription)
    .values(values)
    .onConflictDoNothing()
    .returning({ token: subscription.token });
  if (added) return added.token;
  const [renewed] = await db
    .update(subscription)
    .set({ ...changed, unsubscribedAt: null })
    .where(and(sql`lower(${subscription.email}) = lower(${email})`, isNotNull(subscription.unsubscribedAt)))
    .returning({ token: subscription.token });
  return renewed?.token ?? null;
}

/** False when there is no such token. A second call changes nothing. */
export async function endSubscription(db: Db, { token, now }: { token: string; now: Date }): Promise<boolean> {
  await db
    .update(subscription)
    .set({ unsubscribedAt: now })
    .where(and(eq(subscription.token, token), isNull(subscription.unsubscribedAt)));
  const known = await db.select({ id: subscription.id }).from(subscription).where(eq(subscription.token, token));
  return known.length > 0;
}

type NewContactEnquiry = typeof contactEnquiry.$inferInsert;

/** False when this attempt has been stored before. */
export async function addContactEnquiry<Given extends NewContactEnquiry>(
  db: Db,
  values: Exact<NewContactEnquiry, Given>,
): Promise<boolean> {
  const added = await db
    .insert(contactEnquiry)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: contactEnquiry.id });
  return added.length > 0;
}

type NewCourseEnquiry = typeof courseEnquiry.$inferInsert;

export async function addCourseEnquiry<Given extends NewCourseEnquiry>(
  db: Db,
  values: Exact<NewCourseEnquiry, Given>,
): Promise<boolean> {
  const added = await db.insert(courseEnquiry).values(values).onConflictDoNothing().returning({ id: courseEnquiry.id });
  return added.length > 0;
}

type NewWish = typeof batchWish.$inferInsert;

/** False when this attempt has been stored before, or this person waits for this batch already. */
export async function addWish<Given extends NewWish>(db: Db, values: Exact<NewWish, Given>): Promise<boolean> {
  const { courseId, batchTime, batchType, email }: NewWish = values;
  // Two forms of one person at once must not both find nothing.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wish ${email.toLowerCase()}`}, 0))`);
  const waiting = await db.$count(
    batchWish,
    and(
      eq(batchWish.courseId, courseId),
      eq(batchWish.batchTime, batchTime),
      eq(batchWish.batchType, batchType),
      isNull(batchWish.answeredAt),
      sql`lower(${batchWish.email}) = lower(${email})`,
    ),
  );
  if (waiting > 0) return false;
  const added = await db.insert(batchWish).values(values).onConflictDoNothing().returning({ id: batchWish.id });
  return added.length > 0;
}

type WishedBatch = Pick<typeof batchWish.$inferSelect, "courseId" | "batchTime" | "batchType">;

/** Marks the wishes for this kind of batch as answered. Returns their addresses, each once. */
export async function answerWishes(
  db: Db,
  { courseId, batchTime, batchType, now }: WishedBatch & { now: Date },
): Promise<string[]> {
  const answered = await db
    .update(batchWish)
    .set({ answeredAt: now })
    .where(
      and(
        eq(batchWish.courseId, courseId),
        eq(batchWish.batchTime, batchTime),
        eq(batchWish.batchType, batchType),
        isNull(batchWish.answeredAt),
      ),
    )
    .returning({ email: batchWish.email });
  return [...new Map(answered.map(({ email }) => [email.toLowerCase(), email])).values()];
}

type NewDownload = typeof syllabusDownload.$inferInsert;

export async function addDownload<Given extends NewDownload>(
  db: Db,
  values: Exact<NewDownload, Given>,
): Promise<boolean> {
  const added = await db
    .insert(syllabusDownload)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: syllabusDownload.id });
  return added.length > 0;
}

/** The number of enquiries with this address since a moment. */
export async function countEnquiries(db: Db, { email, since }: { email: string; since: Date }): Promise<number> {
  const isRecent = (table: typeof contactEnquiry | typeof courseEnquiry | typeof batchWish) =>
    and(sql`lower(${table.email}) = lower(${email})`, gt(table.sentAt, since));
  const contacts = await db.$count(contactEnquiry, isRecent(contactEnquiry));
  const courses = await db.$count(courseEnquiry, isRecent(courseEnquiry));
  return contacts + courses + (await db.$count(batchWish, isRecent(batchWish)));
}

export async function eraseEnquiries(db: Db, before: Date): Promise<void> {
  for (const table of [contactEnquiry, courseEnquiry, batchWish, syllabusDownload])
    await eraseWhere(db, table, lt(table.sentAt, before));
}

export async function eraseEndedSubscriptions(db: Db, before: Date): Promise<void> {
  await eraseWhere(db, subscription, lt(subscription.unsubscribedAt, before));
}

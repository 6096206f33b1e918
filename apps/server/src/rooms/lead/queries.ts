import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import type { Exact } from "../../db/exact.ts";
import { batchWish, contactEnquiry, courseEnquiry, subscription, syllabusDownload } from "../../db/tables/lead.ts";
import { storeAndEnqueue } from "../../jobs/queue.ts";
import { type MailJob, sendMail } from "../../mail.ts";

type NewSubscription = Pick<
  typeof subscription.$inferInsert,
  "email" | "source" | "page" | "firstVisit" | "consentedTo" | "subscribedAt"
>;

/** Stores a new or renewed subscription with its mails, in which the token takes its place; nothing if it exists already. */
export async function addSubscription<Given extends NewSubscription>(
  db: Db,
  values: Exact<NewSubscription, Given>,
  mails: MailJob[],
): Promise<void> {
  // Drizzle knows no conflict on an expression.
  const stored = sql`(${db.insert(subscription).values(values).getSQL()}
    on conflict (lower(email)) do update set source = excluded.source, page = excluded.page,
      first_visit = excluded.first_visit, consented_to = excluded.consented_to, subscribed_at = excluded.subscribed_at, unsubscribed_at = null
    where ${isNotNull(subscription.unsubscribedAt)} returning token)`;
  const filled = sql`jsonb_set(body::jsonb, '{data,token}', to_jsonb(stored.token), create_if_missing => false)::json`;
  await storeAndEnqueue(db, stored, { job: sendMail, payloads: mails, filled });
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

/** Stores an enquiry and its mails; nothing when this attempt has been stored before. */
export async function addContactEnquiry<Given extends NewContactEnquiry>(
  db: Db,
  values: Exact<NewContactEnquiry, Given>,
  payloads: MailJob[],
): Promise<void> {
  const stored = db.insert(contactEnquiry).values(values).onConflictDoNothing().returning({ id: contactEnquiry.id });
  await storeAndEnqueue(db, stored, { job: sendMail, payloads });
}

type NewCourseEnquiry = typeof courseEnquiry.$inferInsert;

export async function addCourseEnquiry<Given extends NewCourseEnquiry>(
  db: Db,
  values: Exact<NewCourseEnquiry, Given>,
  payloads: MailJob[],
): Promise<void> {
  const stored = db.insert(courseEnquiry).values(values).onConflictDoNothing().returning({ id: courseEnquiry.id });
  await storeAndEnqueue(db, stored, { job: sendMail, payloads });
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
  payloads: MailJob[],
): Promise<void> {
  const stored = db
    .insert(syllabusDownload)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: syllabusDownload.id });
  await storeAndEnqueue(db, stored, { job: sendMail, payloads });
}

/** The number of enquiries with this address since a moment. */
export async function countEnquiries(db: Db, { email, since }: { email: string; since: Date }): Promise<number> {
  const [counted] = await recentEnquiries(db, { email, since });
  return counted ? counted.contacts + counted.courses + counted.wishes : 0;
}

const recentEnquiries = prepared((db) => {
  const countIn = (table: typeof contactEnquiry | typeof courseEnquiry | typeof batchWish) =>
    sql<number>`(select count(*)::int from ${table}
      where lower(email) = lower(${sql.placeholder("email")}) and sent_at > ${sql.placeholder("since")}::timestamptz)`;
  const counts = { contacts: countIn(contactEnquiry), courses: countIn(courseEnquiry), wishes: countIn(batchWish) };
  return db.select(counts).from(sql`(select) as nothing`).prepare("lead_recent");
});

export async function eraseEnquiries(db: Db, before: Date): Promise<void> {
  for (const table of [contactEnquiry, courseEnquiry, batchWish, syllabusDownload])
    await eraseWhere(db, table, lt(table.sentAt, before));
}

export async function eraseEndedSubscriptions(db: Db, before: Date): Promise<void> {
  await eraseWhere(db, subscription, lt(subscription.unsubscribedAt, before));
}

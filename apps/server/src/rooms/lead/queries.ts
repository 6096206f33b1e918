import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import type { Exact } from "../../db/exact.ts";
import { contactEnquiry, courseEnquiry, subscription, syllabusDownload } from "../../db/tables/lead.ts";

type NewSubscription = Pick<typeof subscription.$inferInsert, "email" | "source" | "page" | "consentedTo">;

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
    .set({ ...changed, unsubscribedAt: null, subscribedAt: sql`now()` })
    .where(and(sql`lower(${subscription.email}) = lower(${email})`, isNotNull(subscription.unsubscribedAt)))
    .returning({ token: subscription.token });
  return renewed?.token ?? null;
}

/** False when there is no such token. A second call changes nothing. */
export async function endSubscription(db: Db, token: string): Promise<boolean> {
  await db
    .update(subscription)
    .set({ unsubscribedAt: sql`now()` })
    .where(and(eq(subscription.token, token), isNull(subscription.unsubscribedAt)));
  const known = await db.select({ id: subscription.id }).from(subscription).where(eq(subscription.token, token));
  return known.length > 0;
}

/** False when this attempt has been stored before. */
export async function addContactEnquiry<Given extends typeof contactEnquiry.$inferInsert>(
  db: Db,
  values: Exact<typeof contactEnquiry.$inferInsert, Given>,
): Promise<boolean> {
  const added = await db
    .insert(contactEnquiry)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: contactEnquiry.id });
  return added.length > 0;
}

export async function addCourseEnquiry<Given extends typeof courseEnquiry.$inferInsert>(
  db: Db,
  values: Exact<typeof courseEnquiry.$inferInsert, Given>,
): Promise<boolean> {
  const added = await db.insert(courseEnquiry).values(values).onConflictDoNothing().returning({ id: courseEnquiry.id });
  return added.length > 0;
}

export async function addDownload<Given extends typeof syllabusDownload.$inferInsert>(
  db: Db,
  values: Exact<typeof syllabusDownload.$inferInsert, Given>,
): Promise<boolean> {
  const added = await db
    .insert(syllabusDownload)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: syllabusDownload.id });
  return added.length > 0;
}

/** The number of enquiries with this address in the last hour, including the current one. */
export async function countRecentEnquiries(db: Db, email: string): Promise<number> {
  const isRecent = (table: typeof contactEnquiry | typeof courseEnquiry) =>
    sql`lower(${table.email}) = lower(${email}) and ${table.sentAt} > now() - interval '1 hour'`;
  const contacts = await db.$count(contactEnquiry, isRecent(contactEnquiry));
  return contacts + (await db.$count(courseEnquiry, isRecent(courseEnquiry)));
}

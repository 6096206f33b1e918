import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { notification } from "../../db/tables/notification.ts";

export const listNotifications = prepared((db) =>
  db
    .select()
    .from(notification)
    .where(eq(notification.learnerId, sql.placeholder("learnerId")))
    .orderBy(desc(notification.sentAt))
    .limit(100)
    .prepare("notification_list"),
);

export function countUnread(db: Db, learnerId: string): Promise<number> {
  return db.$count(notification, and(eq(notification.learnerId, learnerId), isNull(notification.readAt)));
}

/** False where the learner has no such notification. Reading twice is reading once. */
export async function markRead(
  db: Db,
  { learnerId, id, now }: { learnerId: string; id: string | undefined; now: Date },
): Promise<boolean> {
  const isMeant = and(
    eq(notification.learnerId, learnerId),
    id === undefined ? undefined : eq(sql`${notification.id}::text`, id),
  );
  await db
    .update(notification)
    .set({ readAt: now })
    .where(and(isMeant, isNull(notification.readAt)));
  return id === undefined || (await db.$count(notification, isMeant)) > 0;
}

/** Twice under one id is once. */
export async function addNotification(db: Db, values: typeof notification.$inferInsert): Promise<void> {
  await db.insert(notification).values(values).onConflictDoNothing();
}

import { pushLifetimeMs } from "@shoreline/domain/push";
import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { notification, pushSubscription } from "../../db/tables/notification.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { sendPush } from "./jobs.ts";

/** The newest, each with the number of all that are unread. */
export const listNotifications = prepared((db) =>
  db
    .select({
      ...getTableColumns(notification),
      unread: sql<number>`(count(*) filter (where ${notification.readAt} is null) over ())::int`,
    })
    .from(notification)
    .where(eq(notification.learnerId, sql.placeholder("learnerId")))
    .orderBy(desc(notification.sentAt))
    .limit(100)
    .prepare("notification_list"),
);

export function countUnread(db: Db, learnerId: string): Promise<number> {
  return db.$count(notification, and(eq(notification.learnerId, learnerId), isNull(notification.readAt)));
}

/** Marks one notification, or all without an `id`. False when the learner has no such notification. */
export async function markRead(
  db: Db,
  { learnerId, id, now }: { learnerId: string; id: string | undefined; now: Date },
): Promise<boolean> {
  const isSelected = and(
    eq(notification.learnerId, learnerId),
    id === undefined ? undefined : eq(sql`${notification.id}::text`, id),
  );
  await db
    .update(notification)
    .set({ readAt: now })
    .where(and(isSelected, isNull(notification.readAt)));
  return id === undefined || (await db.$count(notification, isSelected)) > 0;
}

/** In the transaction of a job: what goes to the learner's browsers is sent by jobs of its own. */
export async function addNotification(tx: Db, values: typeof notification.$inferInsert): Promise<void> {
  const [added] = await tx.insert(notification).values(values).returning({ id: notification.id });
  const { learnerId, title, text, link = null, sentAt } = values;
  const browsers = await tx
    .select({ subscriptionId: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.learnerId, learnerId));
  const until = new Date(sentAt.getTime() + pushLifetimeMs).toISOString();
  const notice = { title, text, link, notificationId: added?.id ?? "", until };
  await enqueueAll(
    tx,
    sendPush,
    browsers.map((browser) => ({ ...browser, ...notice })),
  );
}

import { pushLifetimeMs } from "@shoreline/domain/push";
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
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

type NewNotification = typeof notification.$inferInsert;

/** In a transaction: what goes to the learner's browsers is sent by jobs of its own. Returns the id. */
export async function addNotification(tx: Db, values: NewNotification): Promise<string> {
  const [added] = await addNotifications(tx, [values]);
  return added?.id ?? "";
}

/** The same for many learners, one for each. */
export async function addNotifications(tx: Db, all: NewNotification[]): Promise<{ id: string; learnerId: string }[]> {
  if (all.length === 0) return [];
  const added = await tx
    .insert(notification)
    .values(all)
    .returning({ id: notification.id, learnerId: notification.learnerId });
  const ids = new Map(added.map(({ id, learnerId }) => [learnerId, id]));
  const browsers = await tx
    .select({ subscriptionId: pushSubscription.id, learnerId: pushSubscription.learnerId })
    .from(pushSubscription)
    .where(inArray(pushSubscription.learnerId, [...ids.keys()]));
  const notices = new Map(all.map((one) => [one.learnerId, one]));
  const pushes = browsers.flatMap(({ subscriptionId, learnerId }) => {
    const notice = notices.get(learnerId);
    if (!notice) return [];
    const { title, text, link = null, sentAt } = notice;
    const until = new Date(sentAt.getTime() + pushLifetimeMs).toISOString();
    return [{ subscriptionId, notificationId: ids.get(learnerId) ?? "", title, text, link, until }];
  });
  await enqueueAll(tx, sendPush, pushes);
  return added;
}

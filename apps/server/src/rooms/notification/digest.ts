import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { digestItem } from "../../db/tables/digest.ts";
import { notification } from "../../db/tables/notification.ts";
import { addNotification } from "./queries.ts";

type Reader = { learnerId: string } | { staffId: string };
type News = Omit<
  typeof digestItem.$inferInsert,
  "learnerId" | "staffId" | "id" | "toldAt" | "notificationId" | "mailedAt"
> & { course: string };

/** In the transaction that makes it true. People hear of it in their next digest. */
export async function addToDigest(tx: Db, items: (Reader & News)[]): Promise<void> {
  if (items.length > 0) await tx.insert(digestItem).values(items);
}

/** In the transaction that makes it true: a notification of its own. The daily mail has it too while it is unread. */
export async function tellAtOnce(
  tx: Db,
  { notice, ...item }: News & { learnerId: string; notice: { title: string; text: string } },
): Promise<void> {
  const { learnerId, link, at } = item;
  const notificationId = await addNotification(tx, { ...notice, learnerId, link, sentAt: at });
  await tx.insert(digestItem).values({ ...item, toldAt: at, notificationId });
}

/** Whether the learner has a notification about it that is not read yet. */
export async function hasUnreadNews(tx: Db, { learnerId, about }: { learnerId: string; about: string }) {
  const isAbout = and(eq(digestItem.learnerId, learnerId), eq(digestItem.about, about));
  const [found] = await tx
    .select({ id: digestItem.id })
    .from(digestItem)
    .innerJoin(notification, eq(notification.id, digestItem.notificationId))
    .where(and(isAbout, isNull(notification.readAt)))
    .limit(1);
  return found !== undefined;
}

/** In the transaction that hides or removes a thing: also what was told already must not come by mail. */
export async function forgetNews(tx: Db, abouts: string[]): Promise<void> {
  await tx.delete(digestItem).where(and(isNull(digestItem.mailedAt), inArray(digestItem.about, abouts)));
}

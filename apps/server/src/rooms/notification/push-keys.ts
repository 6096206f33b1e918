import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { pushKeys } from "../../db/tables/notification.ts";

const theOnes = "vapid";

/** The same for all processes: the first one that needs them makes them. Other keys would end every subscription. */
export async function readPushKeys(db: Db, now: Date): Promise<typeof pushKeys.$inferSelect> {
  const find = () => db.select().from(pushKeys).where(eq(pushKeys.id, theOnes));
  const [found] = await find();
  if (found) return found;
  // Loaded when it is needed: the library would make every start longer.
  const { default: webPush } = await import("web-push");
  await db
    .insert(pushKeys)
    .values({ id: theOnes, ...webPush.generateVAPIDKeys(), madeAt: now })
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error("The keys for notifications were not stored.");
  return made;
}

import type { Db } from "../../db/connect.ts";
import { subscription } from "../../db/tables/lead.ts";

/** True when this address is new; a second time changes nothing. */
export async function addSubscription(
  db: Db,
  { email, source }: { email: string; source: "footer" | "career" },
): Promise<boolean> {
  const added = await db
    .insert(subscription)
    .values({ email, source })
    .onConflictDoNothing()
    .returning({ id: subscription.id });
  return added.length > 0;
}

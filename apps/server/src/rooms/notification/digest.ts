import type { Db } from "../../db/connect.ts";
import { digestItem } from "../../db/tables/digest.ts";

type Reader = { learnerId: string } | { staffId: string };
type Item = Reader & Omit<typeof digestItem.$inferInsert, "learnerId" | "staffId" | "id" | "toldAt">;

/** In the transaction that makes it true. People hear of it in their next digest. */
export async function addToDigest(tx: Db, items: Item[]): Promise<void> {
  if (items.length > 0) await tx.insert(digestItem).values(items);
}

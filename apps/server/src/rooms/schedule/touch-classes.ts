import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";

/** Schedules that are kept in memory are read again when the rows of their classes have changed. Null: of no class. */
export async function touchClasses(tx: Db, classIds: (string | null)[]): Promise<void> {
  const ids = classIds.flatMap((id) => id ?? []);
  if (ids.length > 0) await tx.execute(sql`update live_class set topic = topic where id = ${anyOf(ids)}`);
}

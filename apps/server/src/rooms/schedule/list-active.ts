import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

/** Who is in the batch now and not on hold. */
export async function listActive(db: Db, batchId: string) {
  const { rows } = await db.execute<{ learnerId: string; purchaseId: string; batchId: string }>(sql`
    select p.learner_id as "learnerId", p.id as "purchaseId", place.batch_id as "batchId"
    from batch_place place join purchase p on p.id = place.purchase_id
    where place.batch_id = ${batchId} and p.state = 'active'`);
  return rows;
}

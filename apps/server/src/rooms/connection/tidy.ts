import { lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import { delivery } from "../../db/tables/connection.ts";
import { keptMs } from "./webhooks.ts";

/** A holder who is erased from a certificate leaves its deliveries too. */
const isOfErased = sql`event = 'certificate.issued' and (body::jsonb -> 'data' ->> 'certificateId') in (
  select certificate_id from certificate where erased_at is not null)`;

/** Of a lead without a known address, or one erased with its learner, the body alone does not tell whose it is. */
const isOfGoneLead = sql`event = 'lead.created' and not exists (
  select from lead where lead.id = (body::jsonb -> 'data' ->> 'leadId')::uuid)`;

/** Runs after the leads of the person are erased. */
export async function forgetDeliveries(db: Db, { rows }: { rows: SQL }): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from webhook_delivery where (${rows}) or (${isOfGoneLead})`);
  return rowCount ?? 0;
}

export async function tidyDeliveries(db: Db, now: Date): Promise<void> {
  await eraseWhere(db, delivery, lt(delivery.at, new Date(now.getTime() - keptMs)));
  await eraseWhere(db, delivery, isOfErased);
  await eraseWhere(db, delivery, isOfGoneLead);
}

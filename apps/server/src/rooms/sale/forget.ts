import { and, asc, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { receipt } from "../../db/tables/sale.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { removeReceiptFile } from "./jobs.ts";

/** A receipt belongs to an invoice and is kept as long. */
export const receiptPlace: PersonalPlace = {
  table: "receipt",
  email: sql`(content -> 'payer' ->> 'email')`,
  number: sql`replace(content -> 'payer' ->> 'mobile', ' ', '')`,
  erase: "keep",
};

/** The receipt stays, without the person who paid. */
export async function forgetPayers(db: Db, before: Date): Promise<void> {
  const nobody = JSON.stringify({ name: "", email: "", mobile: "" });
  const named = db
    .select({ id: receipt.id })
    .from(receipt)
    .where(and(lt(receipt.issuedAt, before), sql`${receipt.content} -> 'payer' ->> 'name' <> ''`))
    .orderBy(asc(receipt.issuedAt))
    .limit(rowsPerStep)
    .for("update", { skipLocked: true });
  await inSteps(() =>
    db.transaction(async (tx) => {
      const changed = await tx
        .update(receipt)
        .set({
          content: sql`${receipt.content} || jsonb_build_object('payer', ${receipt.content} -> 'payer' || ${nobody}::jsonb)`,
        })
        .where(sql`${receipt.id} = any(array(${named}))`)
        .returning({ id: receipt.id });
      await enqueueAll(tx, removeReceiptFile, changed);
      return changed;
    }),
  );
}

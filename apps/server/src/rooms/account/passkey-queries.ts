import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { learner, passkey, ticket } from "../../db/tables/account.ts";
import type { Phone } from "./queries.ts";

export type PasskeyRow = typeof passkey.$inferSelect;

export const listPasskeys = prepared((db) =>
  db
    .select()
    .from(passkey)
    .where(eq(passkey.learnerId, sql.placeholder("learnerId")))
    .orderBy(desc(passkey.addedAt))
    .limit(100)
    .prepare("passkey_list"),
);

/** False when the passkey is already somebody's. */
export async function storePasskey(db: Db, values: typeof passkey.$inferInsert): Promise<boolean> {
  const stored = await db.insert(passkey).values(values).onConflictDoNothing().returning({ id: passkey.id });
  return stored.length > 0;
}

/** With the number of its learner. */
export async function findPasskey(db: Db, id: string): Promise<(PasskeyRow & { phone: Phone }) | null> {
  const { countryCode, mobileNumber } = learner;
  const [found] = await db
    .select({ passkey, phone: { countryCode, mobileNumber } })
    .from(passkey)
    .innerJoin(learner, eq(learner.id, passkey.learnerId))
    .where(eq(passkey.id, id));
  return found ? { ...found.passkey, phone: found.phone } : null;
}

type Use = { id: string; before: number; counter: number; now: Date };

/** False when a parallel sign-in has used this passkey since its counter was read. */
export async function countUse(db: Db, { id, before, counter, now }: Use): Promise<boolean> {
  const counted = await db
    .update(passkey)
    .set({ counter, usedAt: now })
    .where(and(eq(passkey.id, id), eq(passkey.counter, before)))
    .returning({ id: passkey.id });
  return counted.length > 0;
}

/** Only a passkey of this learner; null when there is none. */
export async function deletePasskey(
  db: Db,
  { learnerId, id }: { learnerId: string; id: string },
): Promise<PasskeyRow | null> {
  const [deleted] = await db
    .delete(passkey)
    .where(and(eq(passkey.learnerId, learnerId), eq(passkey.id, id)))
    .returning();
  return deleted ?? null;
}

/** A passkey proves its learner as well as a code proves a number, so it gets a ticket too. */
export async function addTicket(db: Db, { hash, phone, now }: { hash: string; phone: Phone; now: Date }) {
  await db.insert(ticket).values({ hash, ...phone, provenAt: now });
}

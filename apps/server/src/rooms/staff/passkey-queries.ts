import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { staff, staffPasskey } from "../../db/tables/staff.ts";

export type StaffPasskeyRow = typeof staffPasskey.$inferSelect;

export async function listPasskeys(db: Db, staffId: string): Promise<StaffPasskeyRow[]> {
  return db
    .select()
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, staffId))
    .orderBy(desc(staffPasskey.addedAt))
    .limit(100);
}

/** False when the passkey is already somebody's. */
export async function storePasskey(db: Db, values: typeof staffPasskey.$inferInsert): Promise<boolean> {
  const stored = await db.insert(staffPasskey).values(values).onConflictDoNothing().returning({ id: staffPasskey.id });
  return stored.length > 0;
}

export async function findPasskey(db: Db, id: string) {
  const [found] = await db
    .select({ passkey: staffPasskey, staff })
    .from(staffPasskey)
    .innerJoin(staff, eq(staff.id, staffPasskey.staffId))
    .where(eq(staffPasskey.id, id));
  return found ? { ...found.passkey, holderId: found.staff.id, staff: found.staff } : null;
}

type Use = { id: string; before: number; counter: number; now: Date };

/** False when a parallel sign-in has used this passkey since its counter was read. */
export async function countUse(db: Db, { id, before, counter, now }: Use): Promise<boolean> {
  const counted = await db
    .update(staffPasskey)
    .set({ counter, usedAt: now })
    .where(and(eq(staffPasskey.id, id), eq(staffPasskey.counter, before)))
    .returning({ id: staffPasskey.id });
  return counted.length > 0;
}

export async function deletePasskey(db: Db, { staffId, id }: { staffId: string; id: string }) {
  const [deleted] = await db
    .delete(staffPasskey)
    .where(and(eq(staffPasskey.staffId, staffId), eq(staffPasskey.id, id)))
    .returning();
  return deleted ?? null;
}

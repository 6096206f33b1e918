import { invitationMs, type StaffRole, signInLinkMs, staffSessionMs } from "@shoreline/domain/staff";
import { and, asc, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { staff, staffLink, staffPasskey, staffRecoveryCode, staffSession } from "../../db/tables/staff.ts";

export type StaffRow = typeof staff.$inferSelect;
export type SessionRow = typeof staffSession.$inferSelect;
export type LinkPurpose = (typeof staffLink.$inferSelect)["purpose"];

export const findStaffSession = prepared((db) =>
  db
    .select({ staff, session: staffSession })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(
      and(
        eq(staffSession.hash, sql.placeholder("hash")),
        gt(staffSession.startedAt, sql.placeholder("startedSince")),
        isNull(staff.closedAt),
      ),
    )
    .prepare("staff_session_find"),
);

export async function findByEmail(db: Db, email: string): Promise<StaffRow | null> {
  const [found] = await db
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, email.toLowerCase()));
  return found ?? null;
}

export async function lockStaff(tx: Db, staffId: string): Promise<StaffRow | null> {
  const [found] = await tx
    .select()
    .from(staff)
    .where(eq(sql`${staff.id}::text`, staffId))
    .for("update");
  return found ?? null;
}

/** Two owners who remove each other at the same time must not both succeed. */
export async function lockEverybody(tx: Db): Promise<StaffRow[]> {
  return tx.select().from(staff).orderBy(asc(staff.id)).for("update");
}

export async function updateStaff(tx: Db, { id, ...values }: { id: string } & Partial<StaffRow>): Promise<StaffRow> {
  const [changed] = await tx.update(staff).set(values).where(eq(staff.id, id)).returning();
  if (!changed) throw new Error("The staff row is gone.");
  return changed;
}

type NewStaff = { name: string; email: string; roles: StaffRole[]; now: Date; isDemo?: boolean };

/** Null when somebody has this address already. */
export async function addStaff(tx: Db, { now, ...values }: NewStaff): Promise<StaffRow | null> {
  const [added] = await tx
    .insert(staff)
    .values({ ...values, invitedAt: now })
    .onConflictDoNothing()
    .returning();
  return added ?? null;
}

export type PersonRow = StaffRow & { passkeys: number; linkEndsAt: Date | null };

export async function listStaff(db: Db): Promise<PersonRow[]> {
  const rows = await db
    .select({
      staff,
      passkeys: sql<number>`(select count(*)::int from ${staffPasskey} where ${staffPasskey.staffId} = ${staff.id})`,
      linkEndsAt: staffLink.expiresAt,
    })
    .from(staff)
    .leftJoin(staffLink, eq(staffLink.staffId, staff.id))
    .orderBy(sql`${staff.closedAt} is not null`, asc(staff.name), asc(staff.id))
    .limit(500);
  return rows.map(({ staff, ...rest }) => ({ ...staff, ...rest }));
}

type NewSession = Pick<SessionRow, "hash" | "staffId" | "browser"> & { now: Date };

export async function addSession(db: Db, { now, ...session }: NewSession): Promise<SessionRow> {
  const [added] = await db
    .insert(staffSession)
    .values({ ...session, startedAt: now, usedAt: now, provedAt: now })
    .returning();
  await db.update(staff).set({ lastSeenAt: now }).where(eq(staff.id, session.staffId));
  if (!added) throw new Error("The session was not stored.");
  return added;
}

export async function touchSession(db: Db, { session, now }: { session: SessionRow; now: Date }): Promise<void> {
  await db.update(staffSession).set({ usedAt: now }).where(eq(staffSession.id, session.id));
  await db.update(staff).set({ lastSeenAt: now }).where(eq(staff.id, session.staffId));
}

export async function markProved(db: Db, { sessionId, now }: { sessionId: string; now: Date }): Promise<SessionRow> {
  const [proved] = await db
    .update(staffSession)
    .set({ provedAt: now })
    .where(eq(staffSession.id, sessionId))
    .returning();
  if (!proved) throw new Error("The session is gone.");
  return proved;
}

export async function listSessions(db: Db, { staffId, now }: { staffId: string; now: Date }): Promise<SessionRow[]> {
  return db
    .select()
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), gt(staffSession.startedAt, before(now, staffSessionMs))))
    .orderBy(desc(staffSession.usedAt))
    .limit(100);
}

export async function endSession(db: Db, { staffId, id }: { staffId: string; id: string }): Promise<void> {
  await db.delete(staffSession).where(and(eq(staffSession.staffId, staffId), eq(sql`${staffSession.id}::text`, id)));
}

/** Nobody can sign in with what this person had: no passkey, no authenticator, no session, no link. */
export async function removeWaysIn(tx: Db, staffId: string): Promise<void> {
  for (const table of [staffPasskey, staffRecoveryCode, staffSession, staffLink])
    await tx.delete(table).where(eq(table.staffId, staffId));
  await updateStaff(tx, { id: staffId, authenticatorSecret: null, authenticatorSince: null, nextSecret: null });
}

export async function endSessionsOf(tx: Db, staffId: string): Promise<void> {
  await tx.delete(staffSession).where(eq(staffSession.staffId, staffId));
  await tx.delete(staffLink).where(eq(staffLink.staffId, staffId));
}

type NewLink = { staffId: string; hash: string; purpose: LinkPurpose; now: Date };

export async function storeLink(db: Db, { staffId, hash, purpose, now }: NewLink): Promise<void> {
  const lifetimeMs = purpose === "sign-in" ? signInLinkMs : invitationMs;
  const values = { hash, purpose, expiresAt: new Date(now.getTime() + lifetimeMs) };
  await db
    .insert(staffLink)
    .values({ staffId, ...values })
    .onConflictDoUpdate({ target: staffLink.staffId, set: values });
}

export async function findLink(db: Db, { hash, now }: { hash: string; now: Date }) {
  const [found] = await db
    .select({ staff, purpose: staffLink.purpose })
    .from(staffLink)
    .innerJoin(staff, eq(staff.id, staffLink.staffId))
    .where(and(eq(staffLink.hash, hash), gt(staffLink.expiresAt, now), isNull(staff.closedAt)));
  return found ?? null;
}

/** False when somebody else has just used it. */
export async function spendLink(tx: Db, hash: string): Promise<boolean> {
  const spent = await tx.delete(staffLink).where(eq(staffLink.hash, hash)).returning({ id: staffLink.staffId });
  return spent.length > 0;
}

export async function tidyStaff(db: Db, now: Date): Promise<void> {
  await db.delete(staffSession).where(lt(staffSession.startedAt, before(now, staffSessionMs)));
  await db.delete(staffLink).where(lt(staffLink.expiresAt, before(now, invitationMs)));
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

import { invitationMs, type StaffRole, staffSessionMs } from "@shoreline/domain/staff";
import { and, asc, desc, eq, gt, isNull, lt, max, ne, sql } from "drizzle-orm";
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

/** First in every transaction that signs somebody in or changes an account: a reset must not be outrun. Null: closed. */
export async function lockOpen(tx: Db, staffId: string): Promise<StaffRow | null> {
  const [found] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.id, staffId), isNull(staff.closedAt)))
    .for("update");
  return found ?? null;
}

/** Two owners may be about to remove each other. */
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
  const keys = db
    .select({ staffId: staffPasskey.staffId, count: sql<number>`count(*)::int`.as("key_count") })
    .from(staffPasskey)
    .groupBy(staffPasskey.staffId)
    .as("keys");
  const links = db
    .select({ staffId: staffLink.staffId, endsAt: max(staffLink.expiresAt).as("link_ends_at") })
    .from(staffLink)
    .where(ne(staffLink.purpose, "sign-in"))
    .groupBy(staffLink.staffId)
    .as("links");
  const rows = await db
    .select({ staff, passkeys: sql<number>`coalesce(${keys.count}, 0)`, linkEndsAt: links.endsAt })
    .from(staff)
    .leftJoin(keys, eq(keys.staffId, staff.id))
    .leftJoin(links, eq(links.staffId, staff.id))
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

/** False when the session has ended meanwhile. */
export async function markProved(db: Db, { sessionId, now }: { sessionId: string; now: Date }): Promise<boolean> {
  const proved = await db
    .update(staffSession)
    .set({ provedAt: now })
    .where(eq(staffSession.id, sessionId))
    .returning({ id: staffSession.id });
  return proved.length > 0;
}

export async function listSessions(db: Db, { staffId, now }: { staffId: string; now: Date }): Promise<SessionRow[]> {
  return db
    .select()
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), gt(staffSession.startedAt, before(now, staffSessionMs))))
    .orderBy(desc(staffSession.usedAt))
    .limit(100);
}

export async function hasSession(db: Db, id: string): Promise<boolean> {
  return (await db.$count(staffSession, eq(staffSession.id, id))) > 0;
}

/** Null when this person has no such session. */
export async function endSession(db: Db, { staffId, id }: { staffId: string; id: string }): Promise<SessionRow | null> {
  const isOwn = and(eq(staffSession.staffId, staffId), eq(sql`${staffSession.id}::text`, id));
  const [ended] = await db.delete(staffSession).where(isOwn).returning();
  return ended ?? null;
}

/** Nobody can sign in with what this person had: no passkey, no authenticator, no session, no link. */
export async function removeWaysIn(tx: Db, staffId: string): Promise<void> {
  await endSessionsOf(tx, staffId);
  await removeProofs(tx, staffId);
}

/** No passkey, no authenticator, no link. Who is signed in stays so. */
export async function removeProofs(tx: Db, staffId: string): Promise<void> {
  for (const table of [staffPasskey, staffLink]) await tx.delete(table).where(eq(table.staffId, staffId));
  await removeApp(tx, staffId);
}

/** The authenticator app, with its recovery codes. */
export async function removeApp(tx: Db, staffId: string): Promise<void> {
  await tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId));
  await updateStaff(tx, { id: staffId, authenticatorSecret: null, authenticatorSince: null, nextSecret: null });
}

export async function endSessionsOf(tx: Db, staffId: string): Promise<void> {
  await tx.delete(staffSession).where(eq(staffSession.staffId, staffId));
  await tx.delete(staffLink).where(eq(staffLink.staffId, staffId));
}

export async function storeLink(db: Db, link: typeof staffLink.$inferInsert): Promise<void> {
  await db.insert(staffLink).values(link);
}

/** Only one way to set something up is open at a time. */
export async function endSetUpLinks(tx: Db, staffId: string): Promise<void> {
  await tx.delete(staffLink).where(and(eq(staffLink.staffId, staffId), ne(staffLink.purpose, "sign-in")));
}

export async function findSetUpLink(db: Db, { staffId, now }: { staffId: string; now: Date }) {
  const [found] = await db
    .select({ purpose: staffLink.purpose, expiresAt: staffLink.expiresAt })
    .from(staffLink)
    .where(and(eq(staffLink.staffId, staffId), ne(staffLink.purpose, "sign-in"), gt(staffLink.expiresAt, now)));
  return found ?? null;
}

export async function findLink(db: Db, { hash, now }: { hash: string; now: Date }) {
  const [found] = await db
    .select({ staff, purpose: staffLink.purpose })
    .from(staffLink)
    .innerJoin(staff, eq(staff.id, staffLink.staffId))
    .where(and(eq(staffLink.hash, hash), gt(staffLink.expiresAt, now), isNull(staff.closedAt)));
  return found ?? null;
}

/** Ends all links of its person. False when somebody else has just used it. */
export async function spendLink(tx: Db, hash: string): Promise<boolean> {
  const [spent] = await tx.delete(staffLink).where(eq(staffLink.hash, hash)).returning({ staffId: staffLink.staffId });
  if (spent) await tx.delete(staffLink).where(eq(staffLink.staffId, spent.staffId));
  return spent !== undefined;
}

export async function tidyStaff(db: Db, now: Date): Promise<void> {
  await db.delete(staffSession).where(lt(staffSession.startedAt, before(now, staffSessionMs)));
  await db.delete(staffLink).where(lt(staffLink.expiresAt, before(now, invitationMs)));
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

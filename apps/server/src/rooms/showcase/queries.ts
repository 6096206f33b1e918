import { and, desc, eq, exists, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { certificate } from "../../db/tables/certificate.ts";
import { showcase } from "../../db/tables/showcase.ts";

const columns = { token: showcase.token, isHidden: showcase.isHidden };
const isValid = and(isNull(certificate.revokedAt), isNull(certificate.erasedAt));

/** The valid certificates of the learner whose page has this token, newest first. None when it is hidden. */
export const listShown = prepared((db) =>
  db
    .select({ certificate })
    .from(showcase)
    .innerJoin(certificate, eq(certificate.learnerId, showcase.learnerId))
    .where(and(eq(showcase.token, sql.placeholder("token")), eq(showcase.isHidden, false), isValid))
    .orderBy(desc(certificate.earnedAt), desc(certificate.serial))
    .prepare("showcase_see"),
);

export async function findShowcase(db: Db, learnerId: string) {
  const [found] = await db.select(columns).from(showcase).where(eq(showcase.learnerId, learnerId));
  return found ?? null;
}

type Opening = { learnerId: string; token: string; now: Date };

/** Opens the page, or shows it again under its old token. Null when the learner has no valid certificate. */
export async function openShowcase(db: Db, { learnerId, token, now }: Opening) {
  const own = db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(eq(certificate.learnerId, learnerId), isValid));
  const [opened] = await db
    .insert(showcase)
    .select(
      sql`select ${learnerId}::uuid, ${token}::text, false, ${now.toISOString()}::timestamptz where ${exists(own)}`,
    )
    .onConflictDoUpdate({ target: showcase.learnerId, set: { isHidden: false } })
    .returning(columns);
  return opened ?? null;
}

export async function hideShowcase(db: Db, learnerId: string) {
  const [hidden] = await db
    .update(showcase)
    .set({ isHidden: true })
    .where(eq(showcase.learnerId, learnerId))
    .returning(columns);
  return hidden ?? null;
}

export async function removeShowcase(db: Db, learnerId: string): Promise<void> {
  await db.delete(showcase).where(eq(showcase.learnerId, learnerId));
}

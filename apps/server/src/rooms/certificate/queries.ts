import { and, asc, desc, eq, gt, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { learner } from "../../db/tables/account.ts";
import { certificate, certificateCounter } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { rowsPerStep } from "../../steps.ts";
import { courseColumns } from "../course/queries.ts";
import { selectFacts } from "./facts.ts";

export type CertificateRow = typeof certificate.$inferSelect;

/** Finds a certificate by the id that is printed on it. */
export const findCertificate = prepared((db) =>
  db
    .select()
    .from(certificate)
    .where(and(eq(certificate.certificateId, sql.placeholder("certificateId")), isNull(certificate.erasedAt)))
    .prepare("certificate_find"),
);

export async function findCertificateById(db: Db, id: string): Promise<CertificateRow | null> {
  const [found] = await db
    .select()
    .from(certificate)
    .where(and(eq(certificate.id, id), isNull(certificate.erasedAt)));
  return found ?? null;
}

export async function lockCertificate(tx: Db, certificateId: string): Promise<CertificateRow | null> {
  const [found] = await tx
    .select()
    .from(certificate)
    .where(and(eq(certificate.certificateId, certificateId), isNull(certificate.erasedAt)))
    .for("update");
  return found ?? null;
}

export async function findPurchaseOf(tx: Db, certificateId: string): Promise<string | null> {
  const [found] = await tx
    .select({ purchaseId: certificate.purchaseId })
    .from(certificate)
    .where(eq(certificate.certificateId, certificateId));
  return found?.purchaseId ?? null;
}

/** The certificate that was issued in place of this one, if it is still known. */
export async function findReplacement(db: Db, id: string): Promise<CertificateRow | null> {
  const [found] = await db
    .select()
    .from(certificate)
    .where(and(eq(certificate.replaces, id), isNull(certificate.erasedAt)))
    .orderBy(desc(certificate.issuedAt))
    .limit(1);
  return found ?? null;
}

export async function updateCertificate(tx: Db, { id, ...values }: { id: string } & Partial<CertificateRow>) {
  await tx.update(certificate).set(values).where(eq(certificate.id, id));
}

export const listOwnCertificates = prepared((db) =>
  db
    .select()
    .from(certificate)
    .where(and(eq(certificate.learnerId, sql.placeholder("learnerId")), isNull(certificate.erasedAt)))
    .orderBy(desc(certificate.earnedAt), desc(certificate.serial))
    .prepare("certificate_own"),
);

type NameChoice = { learnerId: string; certificateId: string; isNameHidden: boolean };

/** False when the learner has no such certificate. */
export async function setNameHidden(db: Db, { learnerId, certificateId, isNameHidden }: NameChoice): Promise<boolean> {
  const changed = await db
    .update(certificate)
    .set({ isNameHidden })
    .where(
      and(
        eq(certificate.learnerId, learnerId),
        eq(certificate.certificateId, certificateId),
        isNull(certificate.erasedAt),
      ),
    )
    .returning({ id: certificate.id });
  return changed.length > 0;
}

/** The newest certificates of all learners, for staff. */
export async function listNewest(db: Db): Promise<CertificateRow[]> {
  return db
    .select()
    .from(certificate)
    .where(isNull(certificate.erasedAt))
    .orderBy(desc(certificate.issuedAt))
    .limit(50);
}

/** The courses of a learner without a certificate, with what the learner has done so far. */
export const listProgress = prepared((db) =>
  selectFacts(db, {
    whose: and(eq(purchase.learnerId, sql.placeholder("learnerId")), isCurrentPurchase, notExists(certificateOf(db))),
    now: sql`${sql.placeholder("now")}::timestamptz`,
  })
    .orderBy(asc(sql`done.last_ends_at`), desc(purchase.purchasedAt))
    .prepare("certificate_progress"),
);

/** Some purchases whose batch is over and that have no certificate, not even a revoked one. */
export async function listFinished(db: Db, { now, after }: { now: Date; after: { id: string } | undefined }) {
  return db
    .select({ id: purchase.id })
    .from(purchase)
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoin(batch, eq(batch.id, batchPlace.batchId))
    .where(
      and(isCurrentPurchase, lte(batch.endsAt, now), after && gt(purchase.id, after.id), notExists(certificateOf(db))),
    )
    .orderBy(asc(purchase.id))
    .limit(rowsPerStep);
}

export function certificateOf(db: Db) {
  return db.select({ id: certificate.id }).from(certificate).where(eq(certificate.purchaseId, purchase.id));
}

/** Locks the purchase until the transaction ends, so that parallel calls issue one certificate. */
export async function lockPurchase(tx: Db, purchaseId: string) {
  const [found] = await tx
    .select({ purchase, course: courseColumns, learner })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .where(eq(purchase.id, purchaseId))
    .for("update", { of: purchase });
  return found ?? null;
}

export async function listCertificatesOf(tx: Db, purchaseId: string): Promise<CertificateRow[]> {
  return tx.select().from(certificate).where(eq(certificate.purchaseId, purchaseId));
}

/** The next number. The row is locked until the transaction ends, so numbers have no gaps and no duplicates. */
export async function nextCertificateSerial(tx: Db, prefix: string): Promise<number> {
  const [counted] = await tx
    .insert(certificateCounter)
    .values({ prefix, last: 1 })
    .onConflictDoUpdate({ target: certificateCounter.prefix, set: { last: sql`${certificateCounter.last} + 1` } })
    .returning({ last: certificateCounter.last });
  return counted?.last ?? 1;
}

export async function addCertificate(tx: Db, values: typeof certificate.$inferInsert): Promise<CertificateRow> {
  const [added] = await tx.insert(certificate).values(values).returning();
  if (!added) throw new Error("The certificate was not stored.");
  return added;
}

/** Removes the picture from some certificates whose holder has deleted the account. Returns them. */
export async function forgetOrphanedPictures(db: Db): Promise<{ id: string }[]> {
  const orphaned = db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(isNull(certificate.learnerId), isNotNull(certificate.picture)))
    .limit(rowsPerStep)
    .for("update", { skipLocked: true });
  return db
    .update(certificate)
    .set({ picture: null })
    .where(sql`${certificate.id} = any(array(${orphaned}))`)
    .returning({ id: certificate.id });
}

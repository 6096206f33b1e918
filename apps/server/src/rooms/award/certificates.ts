import type { Api, ParsedInput, StaffCertificate } from "@shoreline/contract";
import { isCertificateId, normaliseCertificateId } from "@shoreline/domain/certificate";
import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isBefore } from "../../db/cursor.ts";
import { certificate, certificateWords } from "../../db/tables/certificate.ts";
import { contains } from "../inbox/words.ts";

type Asked = ParsedInput<Api["award"]["list"]>;

const atOnce = 100;

/** In the order of the index `certificate_valid` or `certificate_revoked`. */
export const isValid = and(isNull(certificate.revokedAt), isNull(certificate.erasedAt));
export const isRevoked = and(isNotNull(certificate.revokedAt), isNull(certificate.erasedAt));

const columns = {
  ...getTableColumns(certificate),
  oldId: sql<string | null>`(select o.certificate_id from certificate o where o.id = certificate.replaces)`,
  newId: sql<string | null>`(select n.certificate_id from certificate n where n.replaces = certificate.id
    order by n.issued_at desc limit 1)`,
  issuedByName: sql<string | null>`(select a.who from audit_entry a where a.thing_id = certificate.id::text
    and certificate.issued_by = 'staff' and a.action like 'Issued a certificate%' order by a.id limit 1)`,
  signedWith: sql<string | null>`(select k.multikey from certificate_proof p join signing_key k on k.id = p.key_id
    where p.id = certificate.id)`,
};

export async function listCertificates({ db }: StaffCtx, { state, courseId, words, after }: Asked) {
  const typed = normaliseCertificateId(words ?? "");
  if (isCertificateId(typed)) {
    const found = await findWithNumber(db, typed);
    return { certificates: found ? [found] : [], next: null };
  }
  const time = inTime(sql`${state === "issued" ? certificate.issuedAt : certificate.revokedAt}`);
  const rows = await db
    .select({ ...columns, key: time.key })
    .from(certificate)
    .where(
      and(
        state === "issued" ? isValid : isRevoked,
        courseId ? eq(certificate.courseKey, courseId) : undefined,
        words ? contains(words, certificateWords) : undefined,
        after ? isBefore(time, certificate.id, after) : undefined,
      ),
    )
    .orderBy(desc(time.column), desc(certificate.id))
    .limit(atOnce + 1);
  const { page, next } = cutPage(rows, atOnce);
  return { certificates: page.map(toWire), next };
}

export async function findWithNumber(db: Db, certificateId: string): Promise<StaffCertificate | null> {
  const [found] = await db
    .select(columns)
    .from(certificate)
    .where(and(eq(certificate.certificateId, certificateId), isNull(certificate.erasedAt)));
  return found ? toWire(found) : null;
}

type Row = typeof certificate.$inferSelect & {
  oldId: string | null;
  newId: string | null;
  issuedByName: string | null;
  signedWith: string | null;
};

function toWire(row: Row): StaffCertificate {
  return {
    ...{
      certificateId: row.certificateId,
      name: row.studentName,
      courseId: row.courseKey,
      course: row.courseCompleted,
    },
    ...{ earnedAt: row.earnedAt.toISOString(), issuedAt: row.issuedAt.toISOString(), reason: row.reason },
    ...{
      issuedBy: row.issuedBy,
      issuedByName: row.issuedByName,
      signedAt: row.signedAt?.toISOString() ?? null,
      signedWith: row.signedWith,
    },
    ...{ revokedAt: row.revokedAt?.toISOString() ?? null, revokedReason: row.revokedReason },
    ...{ replaces: row.oldId, replacedBy: row.newId },
  };
}

import { type Api, type ParsedInput, Refusal, type StaffCertificate } from "@shoreline/contract";
import { normaliseCertificateId } from "@shoreline/domain/certificate";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { findCertificate } from "../certificate/queries.ts";
import { reissueCertificate } from "../certificate/reissue.ts";
import { revokeCertificate } from "../certificate/revoke.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { recordChange } from "../staff/audit.ts";
import { findWithNumber } from "./certificates.ts";
import { aboutCertificate } from "./issue.ts";

type Revocation = ParsedInput<Api["award"]["revoke"]>;

export async function revoke(ctx: StaffCtx, { certificateId: typed, reason }: Revocation): Promise<StaffCertificate> {
  const certificateId = normaliseCertificateId(typed);
  await limitDemoNotices(ctx);
  return ctx.db.transaction(async (tx) => {
    const whyNot = await revokeCertificate(tx, { certificateId, reason, now: ctx.clock.now() });
    if (whyNot) throw new Refusal(whyNot === "unknown" ? "NO_SUCH_CERTIFICATE" : "ALREADY_REVOKED");
    const [row] = await findCertificate(tx, { certificateId });
    if (row)
      await recordChange(tx, ctx, { action: "Revoked a certificate", ...aboutCertificate(row), after: { reason } });
    return read(tx, certificateId);
  });
}

type Correction = ParsedInput<Api["award"]["reissue"]>;

const refusals = {
  unknown: "NO_SUCH_CERTIFICATE",
  "has-one": "HAS_CERTIFICATE",
  replaced: "ALREADY_REPLACED",
  "unprintable-name": "UNPRINTABLE_NAME",
} as const;

export async function reissue(ctx: StaffCtx, given: Correction): Promise<StaffCertificate> {
  const { name: studentName, reason, attemptId } = given;
  await limitDemoNotices(ctx);
  return ctx.db.transaction(async (tx) => {
    const outcome = await reissueCertificate(tx, {
      ...{ studentName, reason, attemptId, now: ctx.clock.now() },
      certificateId: normaliseCertificateId(given.certificateId),
    });
    if ("whyNot" in outcome) throw new Refusal(refusals[outcome.whyNot]);
    const { certificate, before, isNew } = outcome;
    if (isNew)
      await recordChange(tx, ctx, {
        action: "Issued a certificate again",
        ...aboutCertificate(certificate),
        before: { name: before.studentName, number: before.certificateId },
        after: { name: studentName, number: certificate.certificateId, reason },
      });
    return read(tx, certificate.certificateId);
  });
}

async function read(db: Db, certificateId: string): Promise<StaffCertificate> {
  const found = await findWithNumber(db, certificateId);
  if (!found) throw new Refusal("NO_SUCH_CERTIFICATE");
  return found;
}

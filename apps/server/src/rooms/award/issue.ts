import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import type { StaffCtx } from "../../context.ts";
import { issueCertificate, type WhyNot } from "../certificate/issue.ts";
import type { CertificateRow } from "../certificate/queries.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { recordChange } from "../staff/audit.ts";

const whyTexts: Record<WhyNot, string> = {
  "not-bought": "the course is not the learner's any more",
  "has-one": "has a certificate already",
  "unprintable-name": "the name cannot be printed",
  "no-classes": "the batch has no classes",
  "classes-left": "the batch is not over",
  absent: "too few classes",
  homework: "too little homework",
  test: "the final test is not passed",
  overdue: "an instalment is overdue",
};

type Bulk = ParsedInput<Api["award"]["issue"]>;

/** Each in its own transaction: what stops one does not stop the others. */
export async function issueToMany(ctx: StaffCtx, { purchaseIds, attemptId }: Bulk) {
  await limitDemoNotices(ctx);
  const results = [];
  for (const purchaseId of new Set(purchaseIds)) {
    const outcome = await issueTo(ctx, { purchaseId, attemptId });
    results.push(
      "whyNot" in outcome
        ? { purchaseId, certificateId: null, why: whyTexts[outcome.whyNot] }
        : { purchaseId, certificateId: outcome.certificate.certificateId, why: null },
    );
  }
  return { results };
}

type Below = ParsedInput<Api["award"]["issueBelow"]>;

export async function issueBelowRule(ctx: StaffCtx, given: Below) {
  await limitDemoNotices(ctx);
  const outcome = await issueTo(ctx, given);
  if ("certificate" in outcome) return { certificateId: outcome.certificate.certificateId };
  if (outcome.whyNot === "has-one") throw new Refusal("HAS_CERTIFICATE");
  throw new Refusal(outcome.whyNot === "unprintable-name" ? "UNPRINTABLE_NAME" : "UNKNOWN_PURCHASE");
}

type One = { purchaseId: string; attemptId: string; reason?: string };

async function issueTo(ctx: StaffCtx, { purchaseId, attemptId, reason }: One) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const outcome = await issueCertificate(tx, { purchaseId, now, attemptId, reason });
    if ("certificate" in outcome && outcome.isNew)
      await recordChange(tx, ctx, {
        action: reason ? "Issued a certificate below the rule" : "Issued a certificate",
        ...aboutCertificate(outcome.certificate),
        after: { course: outcome.certificate.courseCompleted, ...(reason ? { reason } : {}) },
      });
    return outcome;
  });
}

export function aboutCertificate({ id, certificateId, studentName }: CertificateRow) {
  return { kind: "certificate" as const, thingId: id, thing: `${certificateId}, ${studentName}` };
}

import { z } from "zod";
import type { Db } from "../../db/connect.ts";
import type { certificateRule } from "../../db/tables/certificate.ts";
import { readBindingInstitute } from "../site/queries.ts";
import type { Deeds } from "./credential.ts";
import { type Facts, judge, readFacts } from "./facts.ts";
import type { CertificateRow } from "./queries.ts";

/**
 * What the course asks for, and what the learner did. It is judged again, so that a credential says nothing untrue when the rule or the
 * classes have changed since the certificate was issued.
 */
export async function readDeeds(db: Db, row: CertificateRow, now: Date): Promise<Deeds> {
  const facts = row.purchaseId ? (await readFacts(db, [row.purchaseId], now)).get(row.purchaseId) : undefined;
  if (!facts) return { ...nothing, criteria: asAsked };
  const institute = await readBindingInstitute(db);
  const criteria = isNew(row, now) ? criteriaOf(facts.rule, institute) : asAsked;
  const { missing } = judge(facts, { now, institute });
  const isEarned = missing.every(({ kind }) => kind === "overdue");
  if (isEarned) return { criteria, attendance: attendanceOf(facts), finalTest: finalTestOf(facts) };
  // Staff give a reason for issuing one below the rule. One that was issued again has another reason: its name was wrong.
  const isDecided = row.issuedBy === "staff" && row.reason !== null && row.replaces === null;
  return isDecided
    ? { ...nothing, criteria: `${criteria} The institute decided to issue it.` }
    : { ...nothing, criteria: asAsked };
}

const nothing = { attendance: null, finalTest: null };
const asAsked = "Do what the course asked for when the certificate was issued.";

/** Certificates are signed minutes after they are issued; of older ones nobody knows what the rule was. */
function isNew({ issuedAt }: CertificateRow, now: Date): boolean {
  return now.getTime() - issuedAt.getTime() < 86_400_000;
}

function attendanceOf({ attended, classes }: Facts): string | null {
  return classes > 0 ? `Attended ${attended} of ${classes} classes.` : null;
}

function finalTestOf({ rule, best }: Facts): Deeds["finalTest"] {
  if (rule?.testPercent == null || best === null) return null;
  return { name: "Final test", percent: best };
}

type Rule = Pick<typeof certificateRule.$inferSelect, "attendancePercent" | "homeworkPercent" | "testPercent">;

function criteriaOf(
  rule: Rule | null,
  { certificateAttendancePercent }: { certificateAttendancePercent: number },
): string {
  const asked = [
    `Attend at least ${rule?.attendancePercent ?? certificateAttendancePercent}% of the classes.`,
    rule?.homeworkPercent == null ? "" : `Do at least ${rule.homeworkPercent}% of the homework.`,
    rule?.testPercent == null ? "" : `Pass the final test with at least ${rule.testPercent}%.`,
  ];
  return asked.filter(Boolean).join(" ");
}

const Signed = z.object({
  credentialSubject: z.object({
    achievement: z.object({
      criteria: z.object({ narrative: z.string() }),
      resultDescription: z.array(z.object({ name: z.string() })).optional(),
    }),
    result: z.array(z.object({ value: z.coerce.number() })).optional(),
  }),
  evidence: z.array(z.object({ narrative: z.string() })).optional(),
});

/** What was signed before is signed again: the classes of an old certificate may be gone. */
export function deedsIn(credential: string): Deeds {
  const { credentialSubject, evidence } = Signed.parse(JSON.parse(credential));
  const { achievement, result } = credentialSubject;
  const [percent, name] = [result?.[0]?.value, achievement.resultDescription?.[0]?.name];
  return {
    criteria: achievement.criteria.narrative,
    attendance: evidence?.[0]?.narrative ?? null,
    finalTest: percent !== undefined && name ? { name, percent } : null,
  };
}

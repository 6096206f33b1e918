import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { certificateRule } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { readBindingInstitute } from "../site/queries.ts";
import type { Deeds } from "./credential.ts";
import { type Facts, judge, readFacts } from "./facts.ts";
import type { CertificateRow } from "./queries.ts";

/**
 * What the course asks for, and what the learner did. Where staff issued a certificate although the learner had not done all of it, the
 * credential says nothing of what was done.
 */
export async function readDeeds(db: Db, row: CertificateRow, now: Date): Promise<Deeds> {
  const institute = await readBindingInstitute(db);
  const facts = row.purchaseId ? (await readFacts(db, [row.purchaseId], now)).get(row.purchaseId) : undefined;
  if (!facts) return { criteria: criteriaOf(await findRule(db, row), institute), attendance: null, finalTest: null };
  const { missing } = judge(facts, { now, institute });
  const isEarned = missing.every(({ kind }) => kind === "overdue");
  const criteria = criteriaOf(facts.rule, institute);
  if (!isEarned)
    return { criteria: `${criteria} The institute decided to issue it.`, attendance: null, finalTest: null };
  return { criteria, attendance: attendanceOf(facts), finalTest: finalTestOf(facts) };
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

async function findRule(db: Db, { courseKey }: CertificateRow): Promise<Rule | null> {
  const [found] = await db
    .select({
      attendancePercent: certificateRule.attendancePercent,
      homeworkPercent: certificateRule.homeworkPercent,
      testPercent: certificateRule.testPercent,
    })
    .from(certificateRule)
    .innerJoin(course, eq(course.id, certificateRule.courseId))
    .where(eq(course.courseId, courseKey));
  return found ?? null;
}

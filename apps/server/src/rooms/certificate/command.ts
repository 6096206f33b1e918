import { readCertificateId } from "@shoreline/domain/certificate";
import { isVisible } from "@shoreline/domain/text";
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { StartError } from "../../start-error.ts";
import { issueCertificate, type WhyNot } from "./issue.ts";
import { listNewest } from "./queries.ts";
import { eraseCertificate, revokeCertificate } from "./revoke.ts";

const usage = `Usage:
  npm run certificate -- list                              the newest ones
  npm run certificate -- issue 9876543210 python "reason"  to a learner who has bought the course, whatever was attended
  npm run certificate -- revoke OCNST00001 "reason"        the page stays and says why
  npm run certificate -- erase OCNST00001                  at the holder's request: nothing of the person is left`;

const longestReason = 300;

/** `npm run certificate`: what staff decide. Files, notification and mail are made by the running product. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "certificate", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await decide(db, args, new Date())) console.log(line);
    }),
  );
}

export async function decide(db: Db, [verb, subject = "", ...rest]: string[], now: Date): Promise<string[]> {
  if (verb === "list") return listLines(db);
  if (verb === "issue" && subject && rest.length === 2) {
    const [courseId = "", reason = ""] = rest;
    return issue(db, { number: subject, courseId, reason: readReason(reason), now });
  }
  const certificateId = readCertificateId(subject);
  if (verb === "revoke" && subject && rest.length === 1) {
    const reason = readReason(rest[0] ?? "");
    return told(await revokeCertificate(db, { certificateId, reason, now }), `${certificateId} is revoked.`);
  }
  if (verb === "erase" && subject && rest.length === 0)
    return told(await eraseCertificate(db, { certificateId, now }), `Nothing is left of ${certificateId}.`);
  throw new StartError(usage);
}

function readReason(text: string): string {
  const reason = text.trim();
  if (!reason || reason.length > longestReason || !isVisible(reason))
    throw new StartError(`Say why, in one line of at most ${longestReason} characters.`);
  return reason;
}

function told(why: string | null, done: string): string[] {
  if (why) throw new StartError(why);
  return [done];
}

const refusals: Record<WhyNot, string> = {
  "not-bought": "This learner has not bought this course.",
  "has-one": "There is a valid certificate for this already.",
  "no-classes": "No classes are planned.",
  "classes-left": "Classes are left.",
  absent: "Too few classes were attended.",
  "unprintable-name":
    "The name in the profile cannot be printed: it must be written in Latin, Tamil or Devanagari letters.",
};

type Decision = { number: string; courseId: string; reason: string; now: Date };

async function issue(db: Db, { number, courseId, reason, now }: Decision): Promise<string[]> {
  const digits = number.replace(/[^\d+]/g, "");
  const isMeant = digits.startsWith("+")
    ? eq(sql`${learner.countryCode} || ${learner.mobileNumber}`, digits)
    : eq(learner.mobileNumber, digits);
  const found = await db
    .select({ purchaseId: purchase.id })
    .from(purchase)
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(and(isMeant, eq(course.courseId, courseId)));
  if (found.length > 1) throw new StartError("Several learners have this number: write it with its country code.");
  const [only] = found;
  const issued = only ? await issueCertificate(db, { purchaseId: only.purchaseId, now, reason }) : null;
  if (!issued) throw new StartError(refusals["not-bought"]);
  if ("whyNot" in issued) throw new StartError(refusals[issued.whyNot]);
  const { certificateId, studentName, courseCompleted } = issued.certificate;
  return [`${certificateId} is issued to ${studentName} for ${courseCompleted}.`];
}

async function listLines(db: Db): Promise<string[]> {
  const rows = await listNewest(db);
  return rows.map(({ certificateId, studentName, courseCompleted, earnedAt, revokedAt }) =>
    [
      certificateId,
      earnedAt.toISOString().slice(0, 10),
      studentName,
      courseCompleted,
      revokedAt ? "revoked" : "valid",
    ].join("  "),
  );
}

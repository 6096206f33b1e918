import { Refusal } from "@shoreline/contract";
import { normaliseCertificateId } from "@shoreline/domain/certificate";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { StartError } from "../../start-error.ts";
import { issueCertificate, type WhyNot } from "./issue.ts";
import { listNewest } from "./queries.ts";
import { eraseCertificate, revokeCertificate, type WhyNotRevoked } from "./revoke.ts";

const usage = `Usage:
  npm run certificate -- list                              lists the newest certificates
  npm run certificate -- issue 9876543210 python "reason"  issues one to a learner of the course, whatever they attended
  npm run certificate -- revoke OCNST00001 "reason"        revokes one; its page stays and shows the reason
  npm run certificate -- erase OCNST00001                  erases all personal data of one, at the holder's request`;

const longestReason = 300;

/** `npm run certificate`: decisions of staff. The running product draws the files and notifies the holder. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "certificate", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await changeCertificates(db, args, new Date())) console.log(line);
    }),
  );
}

export async function changeCertificates(
  db: Db,
  [verb, subject = "", ...rest]: string[],
  now: Date,
): Promise<string[]> {
  if (verb === "list") return listLines(db);
  if (verb === "issue" && subject && rest.length === 2) {
    const [courseId = "", reason = ""] = rest;
    return issue(db, { number: subject, courseId, reason: readReason(reason), now });
  }
  const certificateId = normaliseCertificateId(subject);
  if (verb === "revoke" && subject && rest.length === 1) {
    const reason = readReason(rest[0] ?? "");
    return report(await revokeCertificate(db, { certificateId, reason, now }), { certificateId, done: "revoked" });
  }
  if (verb === "erase" && subject && rest.length === 0)
    return report(await eraseCertificate(db, { certificateId, now }), { certificateId, done: "erased" });
  throw new StartError(usage);
}

function readReason(text: string): string {
  const reason = text.trim();
  if (!reason || reason.length > longestReason || !hasNoHiddenCharacters(reason))
    throw new StartError(`Give a reason, in one line of at most ${longestReason} characters.`);
  return reason;
}

function report(
  problem: WhyNotRevoked | null,
  { certificateId, done }: { certificateId: string; done: string },
): string[] {
  if (problem === "unknown") throw new StartError(`There is no certificate ${certificateId}. Check the id.`);
  if (problem === "revoked") throw new StartError(`${certificateId} is already revoked.`);
  return [`${certificateId} has been ${done}.`];
}

const refusals: Record<WhyNot, string> = {
  "not-bought": "No learner with this number has bought this course. Check the number and the course.",
  "has-one": "This learner already has a valid certificate for this course. Revoke it first to issue another.",
  "no-classes": "The learner's batch has no classes.",
  "classes-left": "The learner's batch is not over yet.",
  absent: "The learner attended too few classes.",
  homework: "The learner has done too little homework.",
  test: "The learner has not passed the final test.",
  overdue: "An instalment of the learner is overdue.",
  "unprintable-name":
    "The name in the profile cannot be printed. Ask the learner to write it in Latin, Tamil or Devanagari letters.",
};

type Decision = { number: string; courseId: string; reason: string; now: Date };

async function issue(db: Db, { number, courseId, reason, now }: Decision): Promise<string[]> {
  const digits = number.replace(/[^\d+]/g, "");
  const hasNumber = digits.startsWith("+")
    ? eq(sql`${learner.countryCode} || ${learner.mobileNumber}`, digits)
    : eq(learner.mobileNumber, digits);
  const found = await db
    .select({ purchaseId: purchase.id })
    .from(purchase)
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(and(hasNumber, eq(course.courseId, courseId), isCurrentPurchase));
  if (found.length > 1) throw new StartError("Several learners have this number. Write it with its country code.");
  const [only] = found;
  const issued = only ? await issueCertificate(db, { purchaseId: only.purchaseId, now, reason }).catch(explain) : null;
  if (!issued) throw new StartError(refusals["not-bought"]);
  if ("whyNot" in issued) throw new StartError(refusals[issued.whyNot]);
  const { certificateId, studentName, courseCompleted } = issued.certificate;
  return [`${certificateId} has been issued to ${studentName} for ${courseCompleted}.`];
}

/** A refusal speaks to visitors; staff need its cause. */
function explain(error: Error): never {
  throw error instanceof Refusal && error.cause instanceof Error ? new StartError(error.cause.message) : error;
}

async function listLines(db: Db): Promise<string[]> {
  const rows = await listNewest(db);
  return rows.map(({ certificateId, studentName, courseCompleted, earnedAt, revokedAt }) =>
    [
      certificateId,
      Number.isNaN(earnedAt.getTime()) ? "broken date" : earnedAt.toISOString().slice(0, 10),
      studentName,
      courseCompleted,
      revokedAt ? "revoked" : "valid",
    ].join("  "),
  );
}

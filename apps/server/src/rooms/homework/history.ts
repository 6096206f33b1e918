import type { Graded, Version } from "@shoreline/contract";
import { and, desc, eq } from "drizzle-orm";
import { grading, submission } from "../../db/tables/class-homework.ts";
import { staff } from "../../db/tables/staff.ts";
import { filesOfVersions, type Reader } from "./files.ts";

export type Work = { homeworkId: string; learnerId: string };

const mostGradings = 100;

/** Everything that a learner handed in for a homework, and what was said about it; the latest first. */
export async function readHistory(reader: Reader, work: Work): Promise<{ versions: Version[]; gradings: Graded[] }> {
  const { db } = reader;
  const versions = await db
    .select()
    .from(submission)
    .where(and(eq(submission.homeworkId, work.homeworkId), eq(submission.learnerId, work.learnerId)))
    .orderBy(desc(submission.version));
  const files = await filesOfVersions(
    reader,
    versions.map(({ id }) => id),
  );
  const gradings = await db
    .select({ one: grading, who: staff.name })
    .from(grading)
    .leftJoin(staff, eq(staff.id, grading.staffId))
    .where(and(eq(grading.homeworkId, work.homeworkId), eq(grading.learnerId, work.learnerId)))
    .orderBy(desc(grading.at), desc(grading.id))
    .limit(mostGradings);
  return {
    versions: versions.map(({ id, version, text, link, at, isLate }) => ({
      ...{ submissionId: id, version, text, link, isLate, at: at.toISOString() },
      files: files.get(id) ?? [],
    })),
    gradings: gradings.map(({ one: { outcome, version, lines, points, comment, at }, who }) => ({
      ...{ outcome, version, lines, points, comment, at: at.toISOString(), who: who ?? "" },
    })),
  };
}

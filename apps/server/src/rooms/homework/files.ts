import { type HomeworkFile, Refusal } from "@shoreline/contract";
import { asc, eq, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { homeworkFile, submissionFile } from "../../db/tables/class-homework.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { linkTo } from "../lesson/link.ts";

type Sender = { learnerId: string } | { staffId: string };

/** Refuses files that are not ready, of another course, or uploaded by somebody else. `kept` are there already. */
export async function refuseOtherFiles(
  tx: Db,
  { fileIds, courseId, kept = [], ...sender }: Sender & { fileIds: string[]; courseId: string; kept?: string[] },
): Promise<void> {
  const wanted = [...new Set(fileIds)].filter((id) => !kept.includes(id));
  if (wanted.length === 0) return;
  const isSender =
    "learnerId" in sender ? eq(lessonFile.learnerId, sender.learnerId) : eq(lessonFile.staffId, sender.staffId);
  const found = await tx.$count(
    lessonFile,
    sql`${lessonFile.id} = ${anyOf(wanted)} and ${lessonFile.state} = 'ready' and ${lessonFile.courseId} = ${courseId} and ${isSender}`,
  );
  if (found < wanted.length) throw new Refusal("UNKNOWN_FILE");
}

/** In the order in which they were added. */
export const inOrder = (fileIds: string[]) => [...new Set(fileIds)].map((fileId, position) => ({ fileId, position }));

const shown = { fileId: lessonFile.id, name: lessonFile.name, bytes: lessonFile.bytes };

/** Who looks at the files: their links are for them alone. */
export type Reader = Pick<Deps, "db" | "clock"> & { who: Sender };

/** By the id of the homework. */
export async function filesOfHomework(reader: Reader, ids: string[]): Promise<Map<string, HomeworkFile[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.db
    .select({ of: homeworkFile.homeworkId, file: shown })
    .from(homeworkFile)
    .innerJoin(lessonFile, eq(lessonFile.id, homeworkFile.fileId))
    .where(sql`${homeworkFile.homeworkId} = ${anyOf(ids)}`)
    .orderBy(asc(homeworkFile.position));
  return grouped(reader, rows);
}

/** By the id of the version. */
export async function filesOfVersions(reader: Reader, ids: string[]): Promise<Map<string, HomeworkFile[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.db
    .select({ of: submissionFile.submissionId, file: shown })
    .from(submissionFile)
    .innerJoin(lessonFile, eq(lessonFile.id, submissionFile.fileId))
    .where(sql`${submissionFile.submissionId} = ${anyOf(ids)}`)
    .orderBy(asc(submissionFile.position));
  return grouped(reader, rows);
}

type Row = { of: string; file: Omit<HomeworkFile, "url"> };

async function grouped({ who, ...deps }: Reader, rows: Row[]): Promise<Map<string, HomeworkFile[]>> {
  const files = new Map<string, HomeworkFile[]>();
  for (const { of, file } of rows) {
    const url = await linkTo(deps, { fileId: file.fileId, name: file.name, who });
    files.set(of, [...(files.get(of) ?? []), { ...file, url }]);
  }
  return files;
}

import type { HomeworkFile } from "@shoreline/contract";
import { asc, eq, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { homeworkFile, submissionFile } from "../../db/tables/class-homework.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { linkTo, type Person } from "../lesson/link.ts";

/** In the order in which they were added. */
export const inOrder = (fileIds: string[]) => [...new Set(fileIds)].map((fileId, position) => ({ fileId, position }));

const shown = { fileId: lessonFile.id, name: lessonFile.name, bytes: lessonFile.bytes };

/** Who looks at the files: their links are for them alone. */
export type Reader = Pick<Deps, "db" | "clock"> & { who: Person };

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

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { SyllabusSection } from "@shoreline/contract";
import { z } from "zod";
import {
  contentFolder,
  readContentFolder,
  refuseDuplicates,
  refuseInvalidNames,
  refuseMissingPicture,
} from "../../content/read.ts";
import type { Db } from "../../db/connect.ts";
import { type course, offlineCourse } from "../../db/tables/course.ts";
import type { Files } from "../../ports.ts";
import { StartError } from "../../start-error.ts";

const text = z.string().min(1);

/** An offline course has its own syllabus or that of an online course, and optionally the institute's own PDF. */
const OfflineFile = z
  .strictObject({
    courseName: text,
    position: z.int32(),
    image: text,
    durationInHours: z.int32().positive(),
    description: text,
    syllabusOf: text.optional(),
    outcomes: z.array(text).min(1).optional(),
    syllabus: z.array(SyllabusSection.strict()).min(1).optional(),
    syllabusFile: z
      .string()
      .regex(/^[\w.-]+\.pdf$/, "must be the name of a PDF in content/syllabuses")
      .optional(),
  })
  .refine(
    ({ syllabusOf, ...own }) => (syllabusOf ? !own.syllabus && !own.outcomes : own.syllabus && own.outcomes),
    "needs either syllabusOf, or outcomes and syllabus",
  );

type Run = {
  db: Db;
  files: Files;
  online: Pick<typeof course.$inferInsert, "courseId" | "outcomes" | "syllabus">[];
};

export async function loadOffline({ db, files, online }: Run): Promise<number> {
  const folder = "offline-courses";
  const read = readContentFolder(folder, OfflineFile);
  refuseInvalidNames(folder, read.keys());
  const rows = [...read].map(([courseId, { courseName, syllabusOf, syllabusFile, ...rest }]) => {
    const source = syllabusOf ? online.find((one) => one.courseId === syllabusOf) : rest;
    if (!source?.syllabus || !source.outcomes)
      throw new StartError(`content/${folder}/${courseId}.yaml: there is no online course ${syllabusOf}.`);
    refuseMissingPicture(`${folder}/${courseId}.yaml`, rest.image);
    const { outcomes, syllabus } = source;
    return { ...rest, courseId, name: courseName, outcomes, syllabus, syllabusFile: syllabusFile && keyOf(courseId) };
  });
  refuseDuplicates(folder, rows, "position");
  for (const [courseId, { syllabusFile }] of read)
    if (syllabusFile) await files.put(keyOf(courseId), { bytes: readPdf(syllabusFile), type: "application/pdf" });
  await db.insert(offlineCourse).values(rows);
  return rows.length;
}

function keyOf(courseId: string): string {
  return `syllabus/${courseId}.pdf`;
}

function readPdf(name: string): Uint8Array {
  const file = path.join(contentFolder, "syllabuses", name);
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-")
    throw new StartError(`content/syllabuses/${name}: this file does not exist or is not a PDF.`);
  return bytes;
}

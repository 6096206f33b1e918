import { createHash } from "node:crypto";
import { SyllabusSection } from "@shoreline/contract";
import { z } from "zod";
import type { Reading, Values } from "../../content/kind.ts";
import { PicturePath, readPicture } from "../../content/picture-path.ts";
import { tableKind } from "../../content/table-kind.ts";
import { offlineCourse } from "../../db/tables/course.ts";
import { offlineShape } from "./shapes.ts";

const text = z.string().min(1);

/** An offline course has its own syllabus or that of an online course, and optionally the institute's own PDF. */
const OfflineFile = z
  .strictObject({
    courseName: text,
    position: z.int32().default(1000),
    picture: PicturePath.optional(),
    durationInHours: z.int32().positive().max(2000),
    description: text,
    syllabusOf: text.optional(),
    outcomes: z.array(text).min(1).optional(),
    syllabus: z.array(SyllabusSection.strict()).min(1).optional(),
    syllabusFile: z
      .string()
      .regex(/^[\w.-]+\.pdf$/, "must be the name of a PDF in the folder syllabuses")
      .optional(),
  })
  .refine(
    ({ syllabusOf, ...own }) => (syllabusOf ? !own.syllabus && !own.outcomes : own.syllabus && own.outcomes),
    "needs either syllabusOf, or outcomes and syllabus",
  );

export const offlineKind = tableKind({
  name: "offline-course",
  schema: offlineShape.schema,
  table: offlineCourse,
  key: "courseId",
  fields: ["name", "image", "position", "description", "durationInHours", "outcomes", "syllabus", "syllabusFile"],
  read(reading) {
    const read = reading.folder.readAll("offline-courses", OfflineFile);
    return new Map(
      [...read].map(([courseId, { courseName, syllabusOf, syllabusFile, picture: named, ...rest }]) => {
        const file = `offline-courses/${courseId}.yaml`;
        const online = reading.kinds.get("course");
        const source: Values | undefined = syllabusOf ? online?.get(syllabusOf) : rest;
        if (!source) reading.folder.note(file, ["syllabusOf"], `there is no online course ${syllabusOf}`);
        const values = {
          ...rest,
          name: courseName,
          image: readPicture(reading, { file, folder: "courses", name: courseId, named }),
          outcomes: source?.outcomes,
          syllabus: source?.syllabus,
          syllabusFile: syllabusFile ? keepPdf(reading, { file, courseId, syllabusFile }) : null,
        };
        return [courseId, values];
      }),
    );
  },
});

function keepPdf(
  reading: Reading,
  { file, courseId, syllabusFile }: Record<"file" | "courseId" | "syllabusFile", string>,
) {
  const bytes = reading.folder.readBytes(`syllabuses/${syllabusFile}`) ?? Buffer.alloc(0);
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-")
    reading.folder.note(file, ["syllabusFile"], `syllabuses/${syllabusFile} does not exist or is not a PDF`);
  const key = `syllabus/${courseId}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.pdf`;
  reading.store(key, { bytes, type: "application/pdf" });
  return key;
}

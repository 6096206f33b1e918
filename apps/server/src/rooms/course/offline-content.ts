import { createHash } from "node:crypto";
import { OfflineStart, SyllabusSection } from "@shoreline/contract";
import { addDays, dayAt, firstDayOf, isDay, isDayOf } from "@shoreline/domain/batch";
import { rupeesToPaise, type OfflineStart as Start } from "@shoreline/domain/course";
import { z } from "zod";
import { ContentDay } from "../../content/dates.ts";
import type { Reading, Values } from "../../content/kind.ts";
import { cardPictureField } from "../../content/picture-path.ts";
import { timeZoneOf } from "../../content/reading.ts";
import { nameOf } from "../../content/references.ts";
import { tableKind } from "../../content/table-kind.ts";
import { offlineCourse } from "../../db/tables/course.ts";
import { offlineShape } from "./shapes.ts";

const text = z.string().min(1);

const StartFile = OfflineStart.extend({ from: ContentDay }).refine(
  ({ from, type }) => !isDay(from) || isDayOf(type, from),
  {
    path: ["from"],
    message: "is not a day of its type: week-days are Monday to Friday, week-end is Saturday and Sunday",
  },
);

const OfflineFile = z.strictObject({
  courseName: text,
  position: z.int32().default(1000),
  durationInHours: z.int32().positive().max(2000),
  priceInRupees: z.number().nonnegative().max(10_000_000).optional(),
  starts: z.array(StartFile).max(50).default([]),
  description: text,
  outcomes: z.array(text).min(1).optional(),
  syllabus: z.array(SyllabusSection.strict()).min(1).optional(),
});

/** An offline course has its own syllabus or that of an online course, and optionally the institute's own PDF. */
function offlineFile(reading: Reading, courseId: string) {
  return OfflineFile.extend({
    picture: cardPictureField(reading, { folder: "courses", name: courseId }),
    syllabusOf: nameOf(reading.folder, { what: "online course", files: "courses" }).optional(),
    syllabusFile: pdfField(reading, courseId).optional(),
  }).refine(({ syllabusOf, ...own }) => (syllabusOf ? !own.syllabus && !own.outcomes : own.syllabus && own.outcomes), {
    error: "needs either syllabusOf, or outcomes and syllabus",
    when: ({ value }) => typeof value === "object" && value !== null,
  });
}

export const offlineKind = tableKind({
  name: "offline-course",
  schema: offlineShape.schema,
  table: offlineCourse,
  key: "courseId",
  fields: [
    "name",
    "image",
    "position",
    "description",
    "durationInHours",
    "outcomes",
    "syllabus",
    "syllabusFile",
    "priceInPaise",
    "starts",
  ],
  read(reading) {
    const online = reading.kinds.get("course");
    const files = reading.folder.readAll("offline-courses", (courseId) => offlineFile(reading, courseId));
    return new Map(
      [...files].map(([courseId, { courseName, syllabusOf, syllabusFile = null, picture, priceInRupees, ...rest }]) => {
        const source: Values | undefined = syllabusOf ? online?.get(syllabusOf) : rest;
        const values = {
          ...rest,
          name: courseName,
          priceInPaise: priceInRupees === undefined ? null : rupeesToPaise(priceInRupees),
          starts: readStarts(reading, courseId, rest.starts),
          image: picture,
          outcomes: source?.outcomes,
          syllabus: source?.syllabus,
          syllabusFile,
        };
        return [courseId, values];
      }),
    );
  },
});

/** A relative day leads to the next Monday or Saturday: batches start with a week, or with a weekend. */
function readStarts({ moment, kinds }: Reading, courseId: string, starts: Start[]): Start[] {
  const timeZone = timeZoneOf(kinds);
  return starts.map((start, n) => {
    if (isDay(start.from)) return start;
    const item = { kind: "offline-course", key: courseId, field: `starts.${n}.from` };
    const at = moment(item, `${start.from} 00:00`);
    const day = isDay(at) ? at : dayAt(new Date(at), timeZone);
    return { ...start, from: firstDayOf(start.type, addDays(day, 6)) };
  });
}

/** The name of a PDF in the folder `syllabuses`. It becomes the key under which the product keeps that file. */
function pdfField(reading: Reading, courseId: string) {
  const name = z.string().regex(/^[\w.-]+\.pdf$/, "must be the name of a PDF in the folder syllabuses");
  return name.transform((file, context) => {
    const bytes = reading.folder.readBytes(`syllabuses/${file}`) ?? Buffer.alloc(0);
    if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-")
      context.addIssue(`syllabuses/${file} does not exist or is not a PDF`);
    const key = `syllabus/${courseId}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.pdf`;
    reading.store(key, { bytes, type: "application/pdf" });
    return key;
  });
}

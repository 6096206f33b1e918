import { lessonFileStates } from "@shoreline/domain/lesson-file";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { KeepFiles } from "./retention-shapes.ts";
import { nothing, version } from "./staff-shapes.ts";

export const fileId = z.uuid("Choose a file from the list");

/** What an upload is started with. */
export const NewUpload = {
  name: z.string().min(1, "The file has no name").max(500, "The name of this file is too long"),
  bytes: z.int().min(1, "This file is empty").max(Number.MAX_SAFE_INTEGER),
};

export const StartedUpload = z.object({
  fileId: z.string(),
  address: z.string().describe("HEAD says how much has arrived, PATCH sends more (tus 1.0)"),
  name: z.string().describe("As it will be shown"),
});
export type StartedUpload = z.infer<typeof StartedUpload>;

export const startRefusals = [
  "FILE_TYPE_NOT_ALLOWED",
  "FILE_TOO_LARGE",
  "COURSE_STORAGE_FULL",
  "STORAGE_FULL",
  "TOO_MANY_UPLOADS",
] as const satisfies ErrorCode[];

export const LessonFile = z.object({
  fileId: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  state: z.enum(lessonFileStates),
  refusedWhy: z.string().describe("Empty unless it was refused"),
});
export type LessonFile = z.infer<typeof LessonFile>;

const Storage = z.object({
  courseGigabytes: z.int(),
  instituteGigabytes: z.int(),
  fileTypes: z.array(z.object({ ending: z.string(), type: z.string() })),
  keepFiles: KeepFiles,
  version: z.int(),
  bytes: z.int().describe("Of all files"),
  courses: z.array(z.object({ courseId: z.string(), name: z.string(), files: z.int(), bytes: z.int() })),
  isMore: z.boolean().describe("Whether more courses have files than are listed"),
});
export type Storage = z.infer<typeof Storage>;

const FileTypes = z
  .array(
    z.object({
      ending: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9]{1,10}$/, "Use letters and digits, without the dot"),
      type: z
        .string()
        .trim()
        .toLowerCase()
        .max(100)
        .regex(/^[\w.+-]+\/[\w.+-]+$/, "Enter a type like application/pdf"),
    }),
  )
  .min(1, "Allow at least one kind of file")
  .max(200, "At most 200 kinds of files")
  .refine((types) => new Set(types.map(({ ending }) => ending)).size === types.length, "Name each ending once");

const teach = { staff: "teach classes" as const };
const gigabytes = z.int("Enter a whole number").min(1, "At least 1").max(1_000_000, "At most 1000000");

/** The calls of `library` about uploads and storage. */
export const uploadCalls = {
  startUpload: endpoint({
    summary: "Start the upload of a file for a class or a course; its bytes go to the address of the reply",
    input: z
      .object({
        ...NewUpload,
        classId: z.uuid("Choose a class").optional(),
        courseId: z.string().max(100).optional().describe("For something of the whole course"),
      })
      .refine(({ classId, courseId }) => Boolean(classId) !== Boolean(courseId), {
        error: "Name a class or a course",
        path: ["classId"],
      }),
    reply: StartedUpload,
    refusals: [...startRefusals, "UNKNOWN_CLASS", "UNKNOWN_COURSE"],
    limit: { points: 300, seconds: 3600 },
    ...teach,
  }),
  upload: endpoint({
    summary: "What became of a file that one has uploaded",
    input: z.object({ fileId }),
    reply: LessonFile,
    refusals: ["UNKNOWN_FILE"],
    ...teach,
  }),
  storage: endpoint({
    summary: "How much room files take, by course, and how much they may take",
    input: nothing,
    reply: Storage,
    staff: "change class settings",
  }),
  saveStorage: endpoint({
    summary: "Change how much room files may take, and which kinds of files are taken",
    input: z.object({ courseGigabytes: gigabytes, instituteGigabytes: gigabytes, fileTypes: FileTypes, version }),
    reply: Storage,
    refusals: ["CHANGED_MEANWHILE"],
    staff: "change class settings",
  }),
};

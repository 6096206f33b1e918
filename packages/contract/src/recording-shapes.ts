import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { longestFilmSeconds } from "@shoreline/domain/watching";
import { z } from "zod";
import { ClassText } from "./class-shapes.ts";
import { endpoint } from "./endpoint.ts";
import { nothing, version } from "./staff-shapes.ts";
import { classId } from "./teaching-shapes.ts";
import { fileId } from "./upload-shapes.ts";

const moment = z.iso.datetime();
const recordingId = z.uuid("Choose a recording from the list");
export const filmSecond = z.int("Enter a time").min(0, "Enter a time").max(longestFilmSeconds, "At most 100 hours");
const name = (most: number, empty: string) =>
  ClassText(most).min(1, empty).refine(hasNoHiddenCharacters, "Contains hidden characters");

const mostChapters = 100;

export const Chapter = z.object({ startsAt: filmSecond.describe("In seconds"), title: name(120, "Enter a title") });

const Chapters = z
  .array(Chapter)
  .max(mostChapters, `Use at most ${mostChapters} chapters`)
  .refine((all) => new Set(all.map(({ startsAt }) => startsAt)).size === all.length, "Two chapters start at one time")
  .describe("In any order");

export const CaptionName = z.object({ language: z.string().describe("Such as en or ta"), label: z.string() });

export const StaffRecording = z.object({
  recordingId: z.string(),
  name: z.string(),
  seconds: z.int().nullable().describe("Null: unknown"),
  chapters: z.array(Chapter),
  captions: z.array(CaptionName.extend({ lines: z.int() })),
  bytes: z.int(),
  type: z.string(),
  link: z.string().describe("Where who asks can play it for some hours"),
  addedAt: moment,
  who: z.string().describe("Empty: somebody who has left"),
  watchers: z.int().describe("Learners who have played some of it"),
  version: z.int(),
});
export type StaffRecording = z.infer<typeof StaffRecording>;

export const RecordingRules = z.object({
  recordingPercent: z
    .int("Enter a whole number")
    .min(1, "Enter 1 to 100")
    .max(100, "Enter 1 to 100")
    .describe("Who has played so much of a recording has watched it"),
  countRecordings: z.boolean().describe("Who has missed a class and watched its recording has attended"),
});
export type RecordingRules = z.infer<typeof RecordingRules>;

const teach = { staff: "teach classes" as const };
const rules = { staff: "change class settings" as const };
const stays = ["UNKNOWN_RECORDING"] as const;
const one = z.object({ recordingId });

const target = {
  classId: classId.optional(),
  courseId: z.string().max(100).optional().describe("For a recording of the whole course"),
};
const hasOneTarget = (given: { classId?: string | undefined; courseId?: string | undefined }) =>
  Boolean(given.classId) !== Boolean(given.courseId);
const noTarget = { error: "Name a class or a course", path: ["classId"] };

const film = {
  name: name(150, "Enter a name"),
  seconds: filmSecond
    .min(1, "Enter a time")
    .nullable()
    .describe("As the browser measured it or somebody typed it; null: unknown"),
  chapters: Chapters,
};

/** The calls of `library` about recordings. */
export const recordingCalls = {
  recordings: endpoint({
    summary: "The recordings of a class, or those of the whole course",
    input: z.object(target).refine(hasOneTarget, noTarget),
    reply: z.object({ recordings: z.array(StaffRecording), mayChange: z.boolean() }),
    refusals: ["UNKNOWN_CLASS", "UNKNOWN_COURSE"],
    ...teach,
  }),
  addRecording: endpoint({
    summary: "Add a film that was uploaded; learners hear of it in their digest",
    input: z
      .object({
        recordingId: z.uuid().describe("Chosen by the form; the same one again changes nothing"),
        ...target,
        fileId,
        ...film,
      })
      .refine(hasOneTarget, noTarget),
    reply: StaffRecording,
    refusals: [
      ...stays,
      ...(["UNKNOWN_CLASS", "UNKNOWN_COURSE", "UNKNOWN_FILE", "NOT_A_FILM", "TOO_MANY_RECORDINGS"] as const),
    ],
    ...teach,
  }),
  changeRecording: endpoint({
    summary: "Change the name, the length or the chapters of a recording",
    input: one.extend({ ...film, version }),
    reply: StaffRecording,
    refusals: [...stays, "CHANGED_MEANWHILE"],
    ...teach,
  }),
  removeRecording: endpoint({
    summary: "Remove a recording with its captions and what is known about who has watched it",
    input: one.extend({
      watchers: z.int().min(0).describe("As the page says: refused when more have watched it meanwhile"),
    }),
    reply: z.object({}),
    refusals: [...stays, "CHANGED_MEANWHILE"],
    ...teach,
  }),
  addCaptions: endpoint({
    summary: "Add captions from a file that was uploaded (WebVTT or SubRip), instead of those in the same language",
    input: one.extend({
      fileId,
      language: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/, "Choose a language"),
      label: name(60, "Enter the name of the language"),
    }),
    reply: StaffRecording,
    refusals: [...stays, "UNKNOWN_FILE", "TOO_MANY_CAPTIONS"],
    ...teach,
  }),
  removeCaptions: endpoint({
    summary: "Remove the captions in one language with their transcript",
    input: one.extend({ language: z.string().max(30) }),
    reply: StaffRecording,
    refusals: stays,
    ...teach,
  }),
  recordingRules: endpoint({
    summary: "When a recording counts as watched, and whether it counts as attended",
    input: nothing,
    reply: RecordingRules.extend({ version: z.int() }),
    ...rules,
  }),
  saveRecordingRules: endpoint({
    summary: "Change when a recording counts as watched, and whether it counts as attended",
    input: RecordingRules.extend({ version }),
    reply: RecordingRules.extend({ version: z.int() }),
    refusals: ["CHANGED_MEANWHILE"],
    ...rules,
  }),
};

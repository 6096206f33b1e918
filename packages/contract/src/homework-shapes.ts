import { mostFiles, mostPointsOfLine, mostRubricLines, workStates } from "@shoreline/domain/class-homework";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { ClassText } from "./class-shapes.ts";

const moment = z.iso.datetime();

export const HomeworkFile = z.object({
  fileId: z.string(),
  name: z.string(),
  bytes: z.int(),
  url: z.string().describe("Opens it for who asks, for some hours"),
});
export type HomeworkFile = z.infer<typeof HomeworkFile>;

export const fileIds = z
  .array(z.uuid("Choose a file that you have uploaded"))
  .max(mostFiles, `Add at most ${mostFiles} files`)
  .default([]);

const RubricLine = z.object({
  text: ClassText(120)
    .min(1, "Say what the points are for")
    .refine(hasNoHiddenCharacters, "Contains hidden characters"),
  points: z.int("Enter whole points").min(1, "Enter 1 to 100").max(mostPointsOfLine, "Enter 1 to 100"),
});
export const Rubric = z.array(RubricLine).max(mostRubricLines, `Use at most ${mostRubricLines} lines`);

/** What is asked. */
export const homeworkFacts = {
  homeworkId: z.string(),
  title: z.string(),
  text: z.string(),
  dueOn: z.string().nullable().describe("A day, such as 2026-11-20"),
  allowsLate: z.boolean().describe("May be handed in after the due day, and is marked as late then"),
  rubric: z.array(RubricLine).describe("What the points are for; empty: graded without points"),
  files: z.array(HomeworkFile),
  setAt: moment,
};

export const workState = z.enum(workStates).describe("Open: nothing handed in yet. Given back: the trainer asks again");

export const Version = z.object({
  submissionId: z.string(),
  version: z.int().describe("From 1"),
  text: z.string(),
  link: z.string().describe("Empty: none"),
  files: z.array(HomeworkFile),
  at: moment,
  isLate: z.boolean(),
});
export type Version = z.infer<typeof Version>;

export const Graded = z.object({
  outcome: z.enum(["done", "given back"]),
  version: z.int().describe("The version that was graded; 0: nothing was handed in"),
  lines: z.array(RubricLine.extend({ given: z.int() })).describe("The rubric as it was then"),
  points: z.int().nullable().describe("Null: without points"),
  comment: z.string(),
  at: moment,
  who: z.string().describe("Empty: somebody who has left"),
});
export type Graded = z.infer<typeof Graded>;

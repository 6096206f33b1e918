import { longestText, longestTitle } from "@shoreline/domain/question";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { ClassText } from "./class-shapes.ts";

const moment = z.iso.datetime();

export const questionId = z.uuid("Choose a question from the list");
export const answerId = z.uuid("Choose an answer from the list");
export const answerText = ClassText(longestText).min(1, "Write your answer");

/** What a learner writes. */
export const asked = {
  title: ClassText(longestTitle)
    .min(3, "Say in a line what it is about")
    .refine(hasNoHiddenCharacters, "Contains hidden characters"),
  text: ClassText(longestText).default(""),
};

export const searchedWords = z.string().max(200, "Use at most 200 characters").default("");
export const after = z.string().max(1000).optional().describe("`next` of the page before");

const classOf = z
  .object({ classId: z.string(), number: z.int(), topic: z.string() })
  .nullable()
  .describe("Null: of the course");

/** Of the list of a learner, and of staff. */
export const questionFacts = {
  questionId: z.string(),
  title: z.string(),
  class: classOf,
  who: z.string().describe("Who asked, as the reader may know them"),
  isPrivate: z.boolean().describe("For staff only"),
  askedAt: moment,
  lastAt: moment.describe("When something was last written"),
  answers: z.int(),
  hasAnswer: z.boolean().describe("An answer is marked as the answer"),
  isPinned: z.boolean(),
  isHidden: z.boolean().describe("Hidden by staff: only its author and staff see it"),
};

export const answerFacts = {
  answerId: z.string(),
  who: z.string(),
  isByStaff: z.boolean(),
  text: z.string(),
  at: moment,
  editedAt: moment.nullable(),
  isAnswer: z.boolean().describe("Marked as the answer"),
  hiddenWhy: z.string().nullable().describe("Null: everybody reads it"),
};

import { marks } from "@shoreline/domain/presence";
import { z } from "zod";
import { ClassLink, ClassText } from "./class-shapes.ts";
import { endpoint } from "./endpoint.ts";
import { Counted, day } from "./staff-shapes.ts";
import { ClassPage, classId, learnerId, MarkEntry, MarkGiven, MarkStored, TaughtClass } from "./teaching-shapes.ts";

export type { ClassPage, MarkGiven, MarkStored, RollEntry, TaughtClass } from "./teaching-shapes.ts";

const named = z.object({ id: z.string(), name: z.string() });
const of = z.object({ classId });
const stays = ["UNKNOWN_CLASS"] as const;
const teach = { staff: "teach classes" as const };
const most = 500;

/** A class with its roll-call, homework, material and notes. Trainers reach their own classes only. */
export const teaching = {
  list: endpoint({
    summary:
      "Classes that run or come today, are over today, come later or are past, 25 at a time; trainers get their own",
    input: z.object({
      when: z
        .enum(["today", "over", "coming", "past"], "Choose from the list")
        .default("today")
        .describe("today: what runs, then what comes; over: of today, the latest first"),
      trainerId: z.uuid("Choose from the list").optional().describe("Not for trainers, who get their own anyway"),
      courseId: z.string().max(100).optional(),
      after: z.string().max(1000).optional().describe("`next` of the page before"),
    }),
    reply: z.object({
      now: z.iso.datetime(),
      classes: z.array(TaughtClass),
      next: z.string().nullable(),
      over: Counted.extend({
        unfinished: z.int().describe("Of those counted: with learners, and the roll-call is not closed"),
      })
        .nullable()
        .describe("Classes of today that are over; null in other lists"),
      choices: z
        .object({ trainers: z.array(named) })
        .nullable()
        .describe("For filters; null for who sees only their own classes"),
    }),
    ...teach,
  }),
  read: endpoint({
    summary: "A class with its learners: names and attendance, never numbers or addresses",
    input: of,
    reply: ClassPage,
    refusals: stays,
    ...teach,
  }),
  roll: endpoint({
    summary: "Mark who is there. Each mark is stored once, and the latest of a learner holds",
    input: of.extend({
      marks: z.array(MarkGiven).min(1, "Mark at least one").max(most, `Send at most ${most} marks at once`),
      reason: ClassText(300).default("").describe("Needed by marks that were given after the class was finished"),
    }),
    reply: z.object({ marks: z.array(MarkStored) }),
    refusals: [...stays, "CLASS_CANCELLED", "ROLL_NOT_OPEN"],
    ...teach,
  }),
  finish: endpoint({
    summary: "Close the roll-call: who is not marked yet was there, or was not. Later marks need a reason",
    input: of.extend({
      rest: z.enum(marks).extract(["present", "absent"], "Choose what the others were"),
      topicHeld: ClassText(300).optional(),
    }),
    reply: z.object({ marked: z.int().describe("How many were not marked yet") }),
    refusals: [...stays, "CLASS_CANCELLED", "ROLL_NOT_OPEN"],
    ...teach,
  }),
  change: endpoint({
    summary: "Say what was taught, and where the recording is",
    input: of.extend({
      topicHeld: ClassText(300).optional().describe("Empty: as planned"),
      recordingUrl: z
        .union([z.literal(""), ClassLink])
        .optional()
        .describe("Empty: none"),
    }),
    reply: z.object({}),
    refusals: stays,
    ...teach,
  }),
  note: endpoint({
    summary: "Write to the batch: one notification to each learner",
    input: of.extend({
      text: ClassText(2000).min(1, "Write a text"),
      noteId: z.uuid().describe("The same one again sends nothing"),
    }),
    reply: z.object({ learners: z.int() }),
    refusals: [...stays, "NO_LEARNERS"],
    limit: { points: 60, seconds: 3600 },
    ...teach,
  }),
  history: endpoint({
    summary: "Every mark of a learner in a class, the latest first",
    input: of.extend({ learnerId }),
    reply: z.object({ name: z.string(), marks: z.array(MarkEntry) }),
    refusals: [...stays, "NOT_IN_BATCH"],
    ...teach,
  }),
  substitutes: endpoint({
    summary: "Who could teach a class instead, and how many learners would be told",
    input: of,
    reply: z.object({
      trainers: z.array(named.extend({ isFree: z.boolean().describe("Teaches no other class then") })),
      learners: z.int(),
      lastDay: z.string().describe("Of the last class of the batch"),
    }),
    refusals: stays,
    staff: "change timetable",
  }),
  substitute: endpoint({
    summary: "Let somebody else teach this class, or all from it until a day; learners are told once",
    input: of.extend({
      trainerId: z.uuid("Choose a trainer"),
      until: day.nullable().describe("Null: this class only"),
      note: ClassText(300).default(""),
    }),
    reply: z.object({ changed: z.int().describe("Classes that have another trainer now") }),
    refusals: [...stays, "CLASS_CANCELLED", "CLASS_OVER", "UNKNOWN_STAFF", "CLASS_CLASH"],
    staff: "change timetable",
  }),
};

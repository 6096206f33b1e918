import { marks, presenceSources } from "@shoreline/domain/presence";
import { z } from "zod";
import { Material } from "./material-shapes.ts";
import { nearMoment } from "./staff-shapes.ts";

const moment = z.iso.datetime();
export const classId = z.uuid("Choose a class from the list");
export const learnerId = z.uuid("Choose a learner from the list");

const classFacts = {
  classId: z.string(),
  course: z.string(),
  batch: z.string().describe("What staff call the batch"),
  number: z.int().describe("Position in the batch, from 1"),
  classes: z.int().describe("How many the batch has"),
  topic: z.string().describe("As planned"),
  topicHeld: z.string().describe("What was taught, where it differs; else empty"),
  startsAt: moment,
  endsAt: moment,
  trainer: z.string().describe("Empty: nobody yet"),
  isYours: z.boolean().describe("Who asks teaches it"),
  isCancelled: z.boolean(),
  finishedAt: moment.nullable().describe("When the roll-call was closed"),
  learners: z.int(),
};

export const TaughtClass = z.object({
  ...classFacts,
  batch: z.string().describe("What staff call the batch; empty: by its hour and days"),
  present: z.int().describe("Marked as present or late so far"),
});
export type TaughtClass = z.infer<typeof TaughtClass>;

export const RollEntry = z.object({
  learnerId: z.string(),
  name: z.string(),
  mark: z.enum(marks).nullable().describe("Null: not marked yet"),
  source: z.enum(presenceSources).nullable(),
  joinedAt: moment.nullable().describe("When the learner first joined in the portal"),
  minutes: z.int().nullable().describe("In the meeting, as its provider reported"),
  attended: z.int().describe("Classes before this one that the learner attended"),
  held: z.int().describe("Classes before this one that count for the learner"),
  isOnHold: z.boolean(),
});
export type RollEntry = z.infer<typeof RollEntry>;

export const ClassPage = z.object({
  ...classFacts,
  now: moment,
  room: z.string().describe("Empty: online"),
  meetingUrl: z.string(),
  recordingUrl: z.string(),
  mayTeach: z.boolean().describe("False: may only read it, such as who is replaced by a substitute"),
  attendancePercent: z.number().describe("The share of classes that a certificate of the course asks for"),
  roll: z.array(RollEntry),
  nextTopic: z.string().describe("Of the class after this one; empty after the last"),
  topics: z.array(z.string()).describe("All topics of the batch"),
  materials: z.array(Material),
  homework: z.array(
    z.object({
      ...{ homeworkId: z.string(), title: z.string(), text: z.string(), dueOn: z.string().nullable() },
      waiting: z.int().describe("Handed in, and waits for a grading"),
      done: z.int(),
    }),
  ),
  notes: z.array(
    z.object({ noteId: z.string(), text: z.string(), learners: z.int(), sentAt: moment, who: z.string() }),
  ),
});
export type ClassPage = z.infer<typeof ClassPage>;

export const MarkGiven = z.object({
  markId: z.uuid().describe("Chosen by the phone; the same one again is stored once"),
  learnerId,
  mark: z.enum(marks, "Choose from the list"),
  at: nearMoment.describe("When it was marked, by the server's clock as the phone knows it"),
});
export type MarkGiven = z.infer<typeof MarkGiven>;

export const MarkStored = z.object({
  markId: z.string(),
  outcome: z
    .enum(["holds", "older", "not in the batch", "needs a reason"])
    .describe(
      "Older: a later mark holds, and this one is in the history only. Needs a reason: the class is finished, and the mark is not stored; send it again with a reason",
    ),
});
export type MarkStored = z.infer<typeof MarkStored>;

export const MarkEntry = z.object({
  mark: z.enum(marks),
  source: z.enum(presenceSources),
  who: z.string().describe("Empty: nobody of the staff"),
  reason: z.string(),
  at: moment,
  storedAt: moment,
});

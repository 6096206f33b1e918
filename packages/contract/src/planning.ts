import { z } from "zod";
import {
  BatchDetail,
  BatchForm,
  BatchLine,
  BatchPreview,
  batchId,
  batchName,
  batchStates,
  Draft,
  draftForm,
  draftId,
  form,
  kind,
  line,
  moment,
  Pattern,
  place,
  reason,
} from "./batch-shapes.ts";
import { classSettingsCalls } from "./class-settings-shapes.ts";
import { endpoint } from "./endpoint.ts";
import { Done, day, version } from "./staff-shapes.ts";

export type { BatchDetail, BatchForm, BatchLine, BatchPreview, BatchState, Draft } from "./batch-shapes.ts";
export type { CampusRooms, Holidays, Trainers } from "./class-settings-shapes.ts";

const readers = { staff: "see batches" as const };
const planners = { staff: "change batches" as const };
const BatchPage = z.object({
  batches: z.array(BatchLine),
  next: z.string().nullable(),
  drafts: z.int().describe("How many there are"),
});
const Opened = z.object({ batchId: z.string() });
const Saved = z.object({ draftId: z.string(), version: z.int() });
const note = line(500).default("").describe("Goes with the notice to the learners");

/** Batches, days without classes, campus rooms and trainers' hours. */
export const planning = {
  list: endpoint({
    summary:
      "Batches in one state, 50 at a time: drafts and those to come first the next one, the others the latest first",
    input: z.object({
      state: z.enum(batchStates).default("open"),
      courseId: z.string().max(100).optional(),
      trainerId: z.uuid().optional(),
      words: line(100).optional(),
      after: z.string().max(200).optional().describe("`next` of the page before"),
    }),
    reply: BatchPage,
    ...readers,
  }),
  form: endpoint({
    summary: "What a batch can be planned with",
    input: z.object({ courseId: z.string().max(100).optional() }),
    reply: BatchForm,
    ...readers,
  }),
  preview: endpoint({
    summary: "What comes of a pattern: all classes, days that are skipped, the end, and clashes",
    input: z.object({
      ...form,
      batchId: batchId.optional().describe("Plans the classes to come of this batch again"),
    }),
    reply: BatchPreview,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_BATCH", "NOTHING_TO_COME"],
    ...readers,
  }),
  open: endpoint({
    summary: "Open a batch: makes its classes, and tells those who wait for one",
    input: z.object({
      ...form,
      attemptId: z.uuid().describe("The same attempt opens one batch"),
      draft: z.object({ draftId, version }).optional().describe("The draft that it comes from"),
    }),
    reply: Opened,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_DRAFT", "CHANGED_MEANWHILE", "CLASS_CLASH"],
    ...planners,
  }),
  draft: endpoint({
    summary: "One draft",
    input: z.object({ draftId }),
    reply: Draft,
    refusals: ["UNKNOWN_DRAFT"],
    ...readers,
  }),
  saveDraft: endpoint({
    summary: "Save a batch that is being planned. Nobody is told",
    input: z.object({ ...draftForm, draftId: draftId.optional(), version: version.optional() }),
    reply: Saved,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_DRAFT", "CHANGED_MEANWHILE"],
    ...planners,
  }),
  removeDraft: endpoint({
    summary: "Remove a draft",
    input: z.object({ draftId }),
    reply: Done,
    refusals: ["UNKNOWN_DRAFT"],
    ...planners,
  }),
  read: endpoint({
    summary: "A batch with its classes, its learners and what was changed",
    input: z.object({ batchId }),
    reply: BatchDetail,
    refusals: ["UNKNOWN_BATCH"],
    ...readers,
  }),
  change: endpoint({
    summary: "Change a batch. Trainer, room and pattern hold for the classes to come; learners get one notice",
    input: z.object({
      batchId,
      version,
      name: batchName,
      ...kind,
      ...place,
      again: z
        .object({ pattern: Pattern, from: day })
        .optional()
        .describe("Plans the classes to come again, from this day on"),
      note,
    }),
    reply: BatchDetail,
    refusals: [
      ...["UNKNOWN_BATCH", "CHANGED_MEANWHILE", "BATCH_IS_CANCELLED", "NOTHING_TO_COME", "CLASS_CLASH"],
      "UNKNOWN_CLASS",
    ] as const,
    ...planners,
  }),
  clone: endpoint({
    summary: "Make a draft with the same form, without days",
    input: z.object({ batchId }),
    reply: Saved,
    refusals: ["UNKNOWN_BATCH"],
    ...planners,
  }),
  split: endpoint({
    summary: "Make a second batch of the classes to come, and move some learners to it with their attendance",
    input: z.object({
      batchId,
      version,
      purchaseIds: z.array(z.uuid()).min(1, "Choose at least one learner").max(500, "At most 500 learners at once"),
      name: batchName,
      from: day,
      pattern: Pattern,
      ...kind,
      ...place,
      note,
      attemptId: z.uuid().describe("The same attempt makes one batch"),
    }),
    reply: Opened,
    refusals: [
      ...["UNKNOWN_BATCH", "CHANGED_MEANWHILE", "BATCH_IS_CANCELLED", "NOTHING_TO_COME", "CLASS_CLASH"],
      ...["UNKNOWN_PURCHASE", "BATCH_JUST_FULL"],
    ] as const,
    ...planners,
  }),
  others: endpoint({
    summary: "Other batches of the same course, to which learners could move",
    input: z.object({ batchId }),
    reply: z.object({
      batches: z.array(
        z.object({
          batchId: z.string(),
          name: z.string(),
          startsAt: moment,
          endsAt: moment,
          seatsLeft: z.int().nullable().describe("Null: no limit"),
          over: z.int(),
        }),
      ),
    }),
    refusals: ["UNKNOWN_BATCH"],
    ...readers,
  }),
  merge: endpoint({
    summary: "Move all learners to another batch of the same course, with their attendance, and cancel this one",
    input: z.object({ batchId, version, toBatchId: batchId, note }),
    reply: Opened,
    refusals: [
      ...["UNKNOWN_BATCH", "CHANGED_MEANWHILE", "BATCH_IS_CANCELLED", "BATCH_JUST_FULL", "UNKNOWN_PURCHASE"],
      ...["UNKNOWN_CLASS", "CLASS_CLASH", "NOTHING_TO_COME"],
    ] as const,
    ...planners,
  }),
  cancel: endpoint({
    summary: "Cancel a batch. Its learners move to another one, or wait for the next of the kind",
    input: z.object({ batchId, version, reason, toBatchId: batchId.nullable() }),
    reply: BatchDetail,
    refusals: [
      ...["UNKNOWN_BATCH", "CHANGED_MEANWHILE", "BATCH_IS_CANCELLED", "BATCH_JUST_FULL", "UNKNOWN_PURCHASE"],
      ...["UNKNOWN_CLASS", "CLASS_CLASH", "NOTHING_TO_COME"],
    ] as const,
    ...planners,
  }),
  ...classSettingsCalls,
};

import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BatchToJoin, PlaceBatch } from "./place.ts";
import { NeededReason, Reason } from "./sale-shapes.ts";
import { Done, day, nothing, version } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const deciding = { staff: "decide about places" as const };
const settings = { staff: "change class settings" as const };
const batchId = z.uuid("Choose a batch");
const course = z.object({ courseId: z.string(), name: z.string() });
const learner = z.object({ learnerId: z.string(), name: z.string(), number: z.string() });

const PlaceCounts = z.object({ requests: z.int(), waiting: z.int(), pauses: z.int() });
export type PlaceCounts = z.infer<typeof PlaceCounts>;

const BatchRequest = z.object({
  requestId: z.string(),
  learner,
  course,
  from: PlaceBatch.nullable(),
  to: PlaceBatch.extend({ seatsLeft: z.int().nullable().describe("Null: no limit") }),
  reason: z.string(),
  askedAt: moment,
  against: z.array(z.string()).describe("What speaks against it by the rules; empty: nothing"),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

const WaitingLearner = z.object({
  waitingId: z.string(),
  learner,
  isBought: z.boolean().describe("Has the course already"),
  state: z.enum(["waiting", "offered"]),
  askedAt: moment,
  offerEndsAt: moment.nullable(),
});
export type WaitingLearner = z.infer<typeof WaitingLearner>;

const WaitingList = z.object({
  batch: PlaceBatch,
  course,
  seats: z.int().nullable(),
  taken: z.int().describe("Places and seats that are held"),
  learners: z.array(WaitingLearner).describe("In the order of the line"),
});
export type WaitingList = z.infer<typeof WaitingList>;

const PausedLearner = z.object({
  pauseId: z.string(),
  learner,
  course,
  batch: PlaceBatch.nullable().describe("Where the learner was"),
  reason: z.string(),
  pausedAt: moment,
  until: day.nullable(),
  isByStaff: z.boolean(),
});
export type PausedLearner = z.infer<typeof PausedLearner>;

const FoundLearner = z.object({
  learner: learner.nullable().describe("Null: nobody has an account with this number"),
  purchases: z.array(z.object({ purchaseId: z.string(), course, batch: PlaceBatch.nullable(), isPaused: z.boolean() })),
});
export type FoundLearner = z.infer<typeof FoundLearner>;

const whole = (least: number, most: number) =>
  z.int("Enter a whole number").min(least, `At least ${least}`).max(most, `At most ${most}`);

const PlaceRules = z.object({
  changeUntilClass: whole(0, 500),
  mostChanges: whole(0, 50),
  changesNeedApproval: z.boolean(),
  offerHours: whole(1, 168),
  pauseMostDays: whole(0, 730),
});
export type PlaceRules = z.infer<typeof PlaceRules>;

const after = z.string().max(200).optional().describe("`next` of the page before");
const next = z.string().nullable();
const number = z
  .string()
  .trim()
  .regex(/^\+?(\d ?){8,15}$/, "Enter a phone number");

/** Waiting lists, learners who ask for another batch, pauses. */
export const seating = {
  counts: endpoint({
    summary: "How many requests wait for an answer, how many learners wait for a seat, and how many have paused",
    input: nothing,
    reply: PlaceCounts,
    ...deciding,
  }),
  requests: endpoint({
    summary: "Learners who ask for another batch, the longest waiting first, 50 at a time",
    input: z.object({ after }),
    reply: z.object({ requests: z.array(BatchRequest), next }),
    ...deciding,
  }),
  decide: endpoint({
    summary: "Accept or refuse a request for another batch. The learner reads the answer",
    input: z
      .object({ requestId: z.uuid(), isAccepted: z.boolean(), answer: Reason.default("") })
      .superRefine(({ isAccepted, answer }, check) => {
        if (!isAccepted && answer.length < 3)
          check.addIssue({ code: "custom", path: ["answer"], message: "Say why, in a few words" });
      }),
    reply: Done,
    refusals: ["UNKNOWN_REQUEST", "REQUEST_DECIDED", "BATCH_JUST_FULL", "UNKNOWN_BATCH", "UNKNOWN_PURCHASE"],
    ...deciding,
  }),
  waiting: endpoint({
    summary: "Waiting lists by batch, with those who wait in order; 20 lists at a time, 100 learners of each",
    input: z.object({ after }),
    reply: z.object({ lists: z.array(WaitingList), next }),
    ...deciding,
  }),
  find: endpoint({
    summary: "A learner by number, with what they have bought",
    input: z.object({ number }),
    reply: FoundLearner,
    ...deciding,
  }),
  batches: endpoint({
    summary: "The batches of a course that still take learners",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: z.object({ batches: z.array(BatchToJoin) }),
    refusals: ["UNKNOWN_COURSE"],
    ...deciding,
  }),
  add: endpoint({
    summary: "Put a learner on the waiting list of a full batch",
    input: z.object({ learnerId: z.uuid("Choose a learner"), batchId }),
    reply: Done,
    refusals: ["UNKNOWN_LEARNER", "UNKNOWN_BATCH", "BATCH_HAS_SEATS", "IN_BATCH_ALREADY"],
    ...deciding,
  }),
  remove: endpoint({
    summary: "Take a learner off a waiting list",
    input: z.object({ waitingId: z.uuid() }),
    reply: Done,
    refusals: ["UNKNOWN_WAITING"],
    ...deciding,
  }),
  pauses: endpoint({
    summary: "Learners who have paused a course, the earliest end first, 50 at a time",
    input: z.object({ after }),
    reply: z.object({ pauses: z.array(PausedLearner), next }),
    ...deciding,
  }),
  pause: endpoint({
    summary: "Pause a course of a learner: the seat goes to somebody else",
    input: z.object({
      purchaseId: z.uuid("Choose a course"),
      until: day.nullable().default(null),
      reason: NeededReason,
    }),
    reply: Done,
    refusals: ["UNKNOWN_PURCHASE", "PAUSED_ALREADY", "PAUSE_REFUSED"],
    ...deciding,
  }),
  resume: endpoint({
    summary: "Resume a paused course in a batch that has a seat",
    input: z.object({ pauseId: z.uuid(), batchId }),
    reply: Done,
    refusals: ["NOT_PAUSED", "UNKNOWN_BATCH", "BATCH_JUST_FULL", "UNKNOWN_PURCHASE"],
    ...deciding,
  }),
  settings: endpoint({
    summary: "The rules about places: changing batch, waiting lists and pauses",
    input: nothing,
    reply: PlaceRules.extend({ version: z.int() }),
    ...settings,
  }),
  saveSettings: endpoint({
    summary: "Change the rules about places",
    input: PlaceRules.extend({ version }),
    reply: PlaceRules.extend({ version: z.int() }),
    refusals: ["CHANGED_MEANWHILE"],
    ...settings,
  }),
};

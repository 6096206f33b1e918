import { batchTypes } from "@shoreline/domain/course";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const courseId = z.string().min(1).max(100);
const batchId = z.uuid("Choose a batch");
const reason = z
  .string()
  .trim()
  .min(3, "Say why, in a few words")
  .max(300, "Use at most 300 characters")
  .refine(hasNoHiddenCharacters, "Contains hidden characters");

export const PlaceBatch = z.object({
  batchId: z.string(),
  name: z.string().describe("What staff call it; empty: by its time and start"),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
  days: z.string().nullable().describe("The days and hours, where they are others than batchTime and batchType say"),
  startsAt: moment,
  endsAt: moment,
});

const batchChoice = {
  ...PlaceBatch.shape,
  classesOver: z.int(),
  seatsLeft: z.int().nullable().describe("Null: no limit"),
};
export const BatchToJoin = z.object(batchChoice);
export type BatchToJoin = z.infer<typeof BatchToJoin>;

const requestStates = ["asked", "accepted", "refused", "withdrawn"] as const;

const OwnWaiting = z.object({
  waitingId: z.string(),
  batch: PlaceBatch,
  state: z.enum(["waiting", "offered"]),
  position: z.int().nullable().describe("In the line, from 1; null once a place is offered"),
  offerEndsAt: moment.nullable(),
});
export type OwnWaiting = z.infer<typeof OwnWaiting>;

const OwnRequest = z.object({
  requestId: z.string(),
  to: PlaceBatch,
  reason: z.string(),
  state: z.enum(requestStates),
  askedAt: moment,
  decidedAt: moment.nullable(),
  answer: z.string(),
});
export type OwnRequest = z.infer<typeof OwnRequest>;

const OwnPlace = z.object({
  isBought: z.boolean(),
  batch: PlaceBatch.nullable().describe("Null while there is no place"),
  batches: z.array(BatchToJoin).describe("The batches of the course that still take learners, without your own"),
  waiting: z.array(OwnWaiting).describe("The lists that you wait in"),
  request: OwnRequest.nullable().describe("The last request for another batch"),
  whyNoChange: z.string().nullable().describe("Why you cannot ask for another batch; null: you can"),
  isAcceptedAtOnce: z.boolean().describe("A request needs no answer by staff"),
  pause: z.object({ pausedAt: moment, until: day.nullable(), reason: z.string() }).nullable(),
  longestPause: z.int().describe("In days; 0: only staff pause a course"),
  now: moment.describe("The server's clock"),
});
export type OwnPlace = z.infer<typeof OwnPlace>;

const signedIn = { signedIn: true as const, limit: { points: 300, seconds: 600 } };

/** A learner's place in a batch: waiting list, another batch, pause. */
export const place = {
  read: endpoint({
    summary: "Your place in a course: your batch, the others, lists that you wait in, your request and your pause",
    input: z.object({ courseId }),
    reply: OwnPlace,
    refusals: ["UNKNOWN_COURSE"],
    ...signedIn,
  }),
  wait: endpoint({
    summary: "Join the waiting list of a full batch. The next in line is offered a place that becomes free",
    input: z.object({ courseId, batchId }),
    reply: OwnPlace,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_BATCH", "BATCH_HAS_SEATS", "IN_BATCH_ALREADY", "COURSE_WITHDRAWN"],
    ...signedIn,
  }),
  leave: endpoint({
    summary: "Leave a waiting list, or decline the place that you are offered",
    input: z.object({ courseId, waitingId: z.uuid() }),
    reply: OwnPlace,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_WAITING"],
    ...signedIn,
  }),
  accept: endpoint({
    summary: "Take the place that you are offered, in a course that you have bought",
    input: z.object({ courseId, waitingId: z.uuid() }),
    reply: OwnPlace,
    refusals: [
      "UNKNOWN_COURSE",
      "UNKNOWN_WAITING",
      "OFFER_ENDED",
      "UNKNOWN_PURCHASE",
      "UNKNOWN_BATCH",
      "BATCH_JUST_FULL",
    ],
    ...signedIn,
  }),
  ask: endpoint({
    summary: "Ask for another batch of a course that you have bought",
    input: z.object({ courseId, batchId, reason }),
    reply: OwnPlace,
    refusals: [
      ...["UNKNOWN_COURSE", "UNKNOWN_SCHEDULE", "UNKNOWN_BATCH", "IN_BATCH_ALREADY", "BATCH_FULL", "REQUEST_OPEN"],
      ...["CHANGE_REFUSED", "COURSE_PAUSED"],
    ] as const,
    ...signedIn,
  }),
  withdraw: endpoint({
    summary: "Withdraw your request for another batch",
    input: z.object({ courseId, requestId: z.uuid() }),
    reply: OwnPlace,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_REQUEST", "REQUEST_DECIDED"],
    ...signedIn,
  }),
  pause: endpoint({
    summary: "Pause a course: your seat goes to somebody else, and you resume in a batch that has one",
    input: z.object({ courseId, until: day, reason }),
    reply: OwnPlace,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_SCHEDULE", "PAUSED_ALREADY", "PAUSE_REFUSED"],
    ...signedIn,
  }),
  resume: endpoint({
    summary: "Resume a course in a batch that has a seat",
    input: z.object({ courseId, batchId }),
    reply: OwnPlace,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_SCHEDULE", "UNKNOWN_BATCH", "NOT_PAUSED", "BATCH_FULL"],
    ...signedIn,
  }),
};

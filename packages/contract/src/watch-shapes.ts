import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CaptionName, Chapter, filmSecond } from "./recording-shapes.ts";

const courseId = z.string().min(1).max(100);
const moment = z.iso.datetime();

const facts = {
  recordingId: z.string(),
  name: z.string(),
  class: z
    .object({ classId: z.string(), number: z.int(), topic: z.string(), startsAt: moment })
    .nullable()
    .describe("Null: of the whole course"),
  seconds: z.int().nullable().describe("Null: unknown"),
  addedAt: moment,
  position: z.int().describe("Where you left off, in seconds"),
  percent: z.int().nullable().describe("How much you have played; null: of unknown length"),
  isWatched: z.boolean(),
};

export const OwnRecording = z.object({ ...facts, hasTranscript: z.boolean() });
export type OwnRecording = z.infer<typeof OwnRecording>;

const next = z.object({ recordingId: z.string(), name: z.string() }).nullable();

const WatchPage = z.object({
  ...facts,
  course: z.string(),
  link: z.string().describe("Made for you; it ends after some hours, and asking again makes a new one"),
  type: z.string().describe("Of the film, such as video/mp4"),
  chapters: z.array(Chapter).describe("In the order of their start"),
  captions: z.array(CaptionName),
  before: next.describe("The recording before this one; null: none"),
  after: next,
  asksPercent: z.int().describe("Who has played so much has watched it"),
  countsAsAttended: z.boolean().describe("Watching it counts as attending the class"),
});
export type WatchPage = z.infer<typeof WatchPage>;

const Watched = z.object({
  percent: z.int().nullable(),
  isWatched: z.boolean(),
  isAttended: z.boolean().describe("The class counts as attended because of it, or for another reason"),
});

export const TranscriptHit = z.object({
  recordingId: z.string(),
  name: z.string(),
  number: z.int().nullable().describe("Of the class; null: of the whole course"),
  startsAt: z.int().describe("In seconds"),
  text: z.string(),
});
export type TranscriptHit = z.infer<typeof TranscriptHit>;

const signedIn = { signedIn: true as const, limit: { points: 600, seconds: 600 } };
const place = ["UNKNOWN_COURSE", "CLASS_ON_HOLD"] as const;
const one = z.object({ courseId, recordingId: z.uuid("Choose a recording from the list") });
const stays = [...place, "UNKNOWN_RECORDING"] as const;
const mostReported = 200;

/** The calls of `lesson` about recordings. Only who has the course, and a place in the batch of a class, reaches them. */
export const watchCalls = {
  recordings: endpoint({
    summary: "The recordings of your course, those of the latest class first",
    input: z.object({ courseId }),
    reply: z.object({ recordings: z.array(OwnRecording), countsAsAttended: z.boolean() }),
    refusals: place,
    ...signedIn,
  }),
  recording: endpoint({
    summary: "One recording with a link to its film",
    input: one,
    reply: WatchPage,
    refusals: stays,
    ...signedIn,
  }),
  captions: endpoint({
    summary: "The captions of a recording in one language, as WebVTT",
    input: one.extend({ language: z.string().max(30) }),
    reply: z.object({ vtt: z.string() }),
    refusals: stays,
    ...signedIn,
  }),
  watch: endpoint({
    summary: "Report what was played, and where you are; the same report again changes nothing",
    input: one.extend({
      position: filmSecond.describe("In seconds"),
      parts: z
        .array(z.tuple([filmSecond, filmSecond]))
        .max(mostReported, `Report at most ${mostReported} parts at once`)
        .describe("What was played since the last report: from and to, in seconds"),
    }),
    reply: Watched,
    refusals: stays,
    signedIn: true,
    // Every quarter of a minute from everybody in a room with one address.
    limit: { points: 6000, seconds: 600 },
  }),
  search: endpoint({
    summary: "Find words in what was said in the recordings of your course",
    input: z.object({
      courseId,
      words: z.string().trim().min(2, "Enter at least two letters").max(200, "Enter at most 200 letters"),
    }),
    reply: z.object({
      hits: z.array(TranscriptHit),
      hasMore: z.boolean().describe("There are more than are shown; another word narrows the search"),
    }),
    refusals: place,
    signedIn: true,
    limit: { points: 300, seconds: 600 },
    reads: "replica",
  }),
};

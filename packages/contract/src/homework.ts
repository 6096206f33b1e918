import { z } from "zod";
import { ClassLink, ClassText } from "./class-shapes.ts";
import { endpoint } from "./endpoint.ts";
import { fileIds, Graded, homeworkFacts, Version, workState } from "./homework-shapes.ts";
import { NewUpload, StartedUpload, startRefusals } from "./upload-shapes.ts";

export type { Graded, HomeworkFile, Version } from "./homework-shapes.ts";

const courseId = z.string().min(1).max(100);
const moment = z.iso.datetime();

const ownFacts = {
  ...homeworkFacts,
  class: z.object({ number: z.int(), topic: z.string(), startsAt: moment }).nullable().describe("Null: of the batch"),
  state: workState,
  isRequired: z.boolean().describe("False: set before you came, or of a cancelled class; it does not count"),
  points: z.int().nullable().describe("Of the last grading; null: none"),
  mostPoints: z.int().describe("When it was graded, or would be now; 0: graded without points"),
};

export const OwnHomework = z.object({
  ...ownFacts,
  isOverdue: z.boolean().describe("It is required, nothing is handed in, and the day is over"),
});
export type OwnHomework = z.infer<typeof OwnHomework>;

export const OwnWork = z.object({
  ...ownFacts,
  course: z.string(),
  versions: z.array(Version).describe("The latest first"),
  gradings: z.array(Graded).describe("The latest first"),
  whyNot: z
    .enum(["graded", "late", "too many versions"])
    .nullable()
    .describe("Why nothing can be handed in; null: something can"),
  isLate: z.boolean().describe("What is handed in now is marked as late"),
  now: moment,
});
export type OwnWork = z.infer<typeof OwnWork>;

const signedIn = { signedIn: true as const, limit: { points: 300, seconds: 600 } };
const place = ["UNKNOWN_COURSE", "CLASS_ON_HOLD"] as const;
const one = z.object({ courseId, homeworkId: z.uuid("Choose homework from the list") });

const link = z.union([
  z.literal(""),
  ClassLink.refine((text) => text.startsWith("https://"), "Enter a link that begins with https://"),
]);

/** What a learner does with homework. Only who has a place in the batch reaches it. */
export const homework = {
  startUpload: endpoint({
    summary: "Start the upload of a file to hand in; its bytes go to the address of the reply",
    input: z.object({ courseId, ...NewUpload }),
    reply: StartedUpload,
    refusals: [...place, ...startRefusals, "HOMEWORK_FILE_TOO_LARGE", "TOO_MANY_FILES_TODAY"],
    ...signedIn,
  }),
  list: endpoint({
    summary: "The homework of your batch, the latest first",
    input: z.object({ courseId }),
    reply: z.object({ homework: z.array(OwnHomework), now: moment }),
    refusals: place,
    ...signedIn,
  }),
  read: endpoint({
    summary: "One homework with your versions and what the trainer said about them",
    input: one,
    reply: OwnWork,
    refusals: [...place, "UNKNOWN_HOMEWORK"],
    ...signedIn,
  }),
  handIn: endpoint({
    summary: "Hand in a version: a text, a link or files. The same one again is stored once",
    input: one
      .extend({
        submissionId: z.uuid().describe("Chosen by the form; the same one again changes nothing"),
        text: ClassText(20_000).default(""),
        link: link.default(""),
        fileIds,
      })
      .refine(({ text, link: url, fileIds: ids }) => text || url || ids.length > 0, {
        path: ["text"],
        message: "Write a text, or add a link or a file",
      }),
    reply: OwnWork,
    refusals: [
      ...[...place, "UNKNOWN_HOMEWORK", "HOMEWORK_GRADED", "HOMEWORK_LATE", "TOO_MANY_VERSIONS", "UNKNOWN_FILE"],
    ] as const,
    ...signedIn,
    limit: { points: 60, seconds: 600 },
  }),
};

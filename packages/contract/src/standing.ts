import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { ClassText } from "./class-shapes.ts";
import { endpoint } from "./endpoint.ts";
import { CertificateStanding, progressDetail } from "./progress-shapes.ts";
import { nothing, version } from "./staff-shapes.ts";
import { learnerId } from "./teaching-shapes.ts";

const moment = z.iso.datetime();
const batchId = z.uuid("Choose a batch");
const seeing = { staff: "see progress" as const };
const changing = { staff: "change class settings" as const };
const mostToMessage = 200;

const reasons = z.array(z.string()).describe("Why the learner falls behind; empty: does not");

export const LearnerStanding = z.object({
  learnerId: z.string(),
  name: z.string(),
  isOnHold: z.boolean().describe("Cannot join classes, and does not fall behind because of that"),
  ...{ held: z.int(), attended: z.int(), missedInARow: z.int() },
  ...{ overdue: z.int(), givenBack: z.int(), recordings: z.int(), watched: z.int() },
  lastSeenAt: moment.nullable().describe("Joined a class, watched a recording or handed something in; null: never"),
  certificate: CertificateStanding,
  reasons,
});
export type LearnerStanding = z.infer<typeof LearnerStanding>;

const batchFacts = { batchId: z.string(), course: z.string(), batch: z.string().describe("What staff call the batch") };

export const BatchStanding = z.object({
  ...batchFacts,
  learners: z.array(LearnerStanding).describe("Who falls behind first, then by name"),
  isCut: z.boolean().describe("There are more than 500"),
});
export type BatchStanding = z.infer<typeof BatchStanding>;

export const LearnerPage = z.object({
  ...progressDetail,
  ...batchFacts,
  ...{ learnerId: z.string(), name: z.string(), isOnHold: z.boolean(), lastSeenAt: moment.nullable(), reasons },
});
export type LearnerPage = z.infer<typeof LearnerPage>;

const limit = (least: number, most: number) =>
  z.int("Enter a whole number").min(least, `At least ${least}`).max(most, `At most ${most}`).nullable();

const behindRule = {
  attendancePercent: limit(1, 100).describe("Of the classes held; null: off, as with the others"),
  missedInARow: limit(1, 50),
  overdueHomework: limit(1, 50),
  silentDays: limit(1, 365),
};

export const BehindRules = z.object(behindRule).extend({ version: z.int() });
export type BehindRules = z.infer<typeof BehindRules>;

/** How far learners are. Trainers reach the batches in which they teach. They see names, never numbers or addresses. */
export const standing = {
  own: endpoint({
    summary: "How many learners fall behind in each batch in which who asks teaches now",
    input: nothing,
    reply: z.object({ batches: z.array(z.object({ ...batchFacts, behind: z.int() })) }),
    ...seeing,
  }),
  batches: endpoint({
    summary: "Batches that run or have ended in the last 60 days, the latest first; trainers get their own",
    input: nothing,
    reply: z.object({
      batches: z.array(z.object({ batchId: z.string(), name: z.string() })),
      beginWith: z.string().nullable().describe("The batch that the page opens on; null: there is none"),
    }),
    ...seeing,
  }),
  read: endpoint({
    summary: "The learners of a batch, who falls behind first",
    input: z.object({ batchId }),
    reply: BatchStanding,
    refusals: ["UNKNOWN_BATCH"],
    ...seeing,
  }),
  learner: endpoint({
    summary: "One learner of a batch: classes, homework, tests and the certificate, as the learner sees them",
    input: z.object({ batchId, learnerId }),
    reply: LearnerPage,
    refusals: ["UNKNOWN_BATCH", "NOT_IN_BATCH"],
    ...seeing,
  }),
  message: endpoint({
    summary:
      "Write to some learners of a batch: a mail and a notification to each. The same attempt again sends nothing",
    input: z.object({
      batchId,
      learnerIds: z
        .array(learnerId)
        .min(1, "Choose at least one learner")
        .max(mostToMessage, `Choose at most ${mostToMessage} learners`),
      subject: ClassText(120).min(1, "Enter a subject").refine(hasNoHiddenCharacters, "Contains hidden characters"),
      text: ClassText(4000).min(1, "Write a text"),
      attemptId: z.uuid().describe("Chosen by the form"),
    }),
    reply: z.object({ sent: z.int(), left: z.int().describe("Who are not in the batch any more") }),
    refusals: ["UNKNOWN_BATCH", "NOT_IN_BATCH", "TOO_MANY_MESSAGES"],
    limit: { points: 60, seconds: 3600 },
    ...seeing,
  }),
  rules: endpoint({
    summary: "When a learner falls behind",
    input: nothing,
    reply: BehindRules,
    ...changing,
  }),
  saveRules: endpoint({
    summary: "Change when a learner falls behind",
    input: z.object({ ...behindRule, version }),
    reply: BehindRules,
    refusals: ["CHANGED_MEANWHILE"],
    ...changing,
  }),
};

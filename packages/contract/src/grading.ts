import { workStates } from "@shoreline/domain/class-homework";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { ClassText } from "./class-shapes.ts";
import { endpoint } from "./endpoint.ts";
import { fileIds, Graded, homeworkFacts, Rubric, Version, workState } from "./homework-shapes.ts";
import { day, version } from "./staff-shapes.ts";
import { classId, learnerId } from "./teaching-shapes.ts";

const moment = z.iso.datetime();
const homeworkId = z.uuid("Choose homework from the list");
const teach = { staff: "teach classes" as const };
const stays = ["UNKNOWN_HOMEWORK"] as const;
const most = 500;

const about = {
  course: z.string(),
  courseId: z.string(),
  batch: z.string().describe("What staff call the batch"),
  class: z
    .object({ classId: z.string(), number: z.int(), topic: z.string() })
    .nullable()
    .describe("Null: of the batch"),
};

const counts = {
  learners: z.int().describe("Of the batch"),
  waiting: z.int().describe("Handed in, and waits for a grading"),
  givenBack: z.int(),
  done: z.int(),
};

export const SetHomework = z.object({
  ...about,
  ...{ homeworkId: z.string(), title: z.string(), dueOn: z.string().nullable(), setAt: moment },
  ...counts,
});
export type SetHomework = z.infer<typeof SetHomework>;

export const LearnerWork = z.object({
  learnerId: z.string(),
  name: z.string(),
  state: workState,
  version: z.int().describe("The latest that was handed in; 0: none"),
  isLate: z.boolean(),
  at: moment.nullable().describe("When the latest version was handed in"),
  points: z.int().nullable(),
  mostPoints: z.int().nullable().describe("By the rubric as it was then"),
  likeness: z
    .int()
    .nullable()
    .describe("In percent, of the latest version with what somebody else handed in; null: none"),
  isOnHold: z.boolean(),
});
export type LearnerWork = z.infer<typeof LearnerWork>;

export const HomeworkPage = z.object({
  ...about,
  ...homeworkFacts,
  version,
  who: z.string().describe("Who set it; empty: somebody who has left"),
  handedIn: z.int().describe("Learners who have handed something in, also those who have left the batch"),
  work: z.array(LearnerWork),
});
export type HomeworkPage = z.infer<typeof HomeworkPage>;

const Alike = z.object({
  version: z.int().describe("The version of this learner that is alike"),
  percent: z.int(),
  submissionId: z.string(),
  otherId: z.string().describe("The version of the other learner"),
  otherName: z.string(),
});

export const WorkPage = z.object({
  learnerId: z.string(),
  name: z.string(),
  state: workState,
  revision: z.int().describe("Increases with every version and grading"),
  versions: z.array(Version).describe("The latest first"),
  gradings: z.array(Graded).describe("The latest first"),
  alike: z.array(Alike).describe("A hint that two texts are alike, the most alike first; learners never see it"),
});
export type WorkPage = z.infer<typeof WorkPage>;

const asked = {
  title: ClassText(120).min(1, "Enter a title").refine(hasNoHiddenCharacters, "Contains hidden characters"),
  text: ClassText(4000).min(1, "Say what to do"),
  dueOn: day.nullable(),
  allowsLate: z.boolean(),
  rubric: Rubric,
  fileIds,
};

/** Homework of a class or a batch. Trainers reach that of their own classes and batches only. */
export const grading = {
  list: endpoint({
    summary: "Homework with what waits for a grading, the latest first, 25 at a time; trainers get their own",
    input: z.object({
      show: z.enum(["waiting", "all"], "Choose from the list").default("waiting"),
      after: z.string().max(1000).optional().describe("`next` of the page before"),
    }),
    reply: z.object({ homework: z.array(SetHomework), next: z.string().nullable() }),
    ...teach,
  }),
  batches: endpoint({
    summary: "The batches for which homework can be set, the latest first; trainers get their own",
    input: z.object({}),
    reply: z.object({ batches: z.array(z.object({ batchId: z.string(), courseId: z.string(), name: z.string() })) }),
    ...teach,
  }),
  read: endpoint({
    summary: "One homework with every learner of its batch: names, never numbers or addresses",
    input: z.object({ homeworkId }),
    reply: HomeworkPage,
    refusals: stays,
    ...teach,
  }),
  set: endpoint({
    summary: "Set homework for a class or a batch; learners hear of it in their digest",
    input: z
      .object({
        homeworkId: z.uuid().describe("Chosen by the form; the same one again changes nothing"),
        classId: classId.optional(),
        batchId: z.uuid("Choose a batch").optional(),
        ...asked,
      })
      .refine((given) => (given.classId === undefined) !== (given.batchId === undefined), {
        path: ["batchId"],
        message: "Choose a class or a batch",
      }),
    reply: z.object({ homeworkId: z.string(), learners: z.int().describe("How many hear of it") }),
    refusals: ["UNKNOWN_CLASS", "UNKNOWN_BATCH", "UNKNOWN_FILE", "TOO_MUCH_HOMEWORK"],
    ...teach,
  }),
  change: endpoint({
    summary: "Change what is asked",
    input: z.object({ homeworkId, version, ...asked }),
    reply: z.object({}),
    refusals: [...stays, "CHANGED_MEANWHILE", "UNKNOWN_FILE"],
    ...teach,
  }),
  remove: endpoint({
    summary: "Remove homework with everything that was handed in",
    input: z.object({
      homeworkId,
      handedIn: z.int().min(0).describe("As the page says: refused when somebody has handed in meanwhile"),
    }),
    reply: z.object({}),
    refusals: [...stays, "CHANGED_MEANWHILE"],
    ...teach,
  }),
  mark: endpoint({
    summary: "Say who has done the homework, without grading it",
    input: z.object({
      homeworkId,
      learnerIds: z.array(learnerId).min(1, "Choose at least one").max(most, `Choose at most ${most}`),
      isDone: z.boolean(),
    }),
    reply: z.object({ changed: z.int() }),
    refusals: stays,
    ...teach,
  }),
  work: endpoint({
    summary: "What a learner handed in, every version and every grading",
    input: z.object({ homeworkId, learnerId }),
    reply: WorkPage,
    refusals: [...stays, "NOT_IN_BATCH"],
    ...teach,
  }),
  grade: endpoint({
    summary: "Grade what a learner handed in, or give it back and ask again. The same one again is stored once",
    input: z.object({
      homeworkId,
      learnerId,
      gradingId: z.uuid().describe("Chosen by the form"),
      revision: z.int().min(0).describe("As the page says: refused when there is something newer"),
      outcome: z.enum(workStates).extract(["done", "given back"], "Choose from the list"),
      points: z
        .array(z.int("Enter whole points").min(0).max(1000))
        .max(50)
        .nullable()
        .describe("One for each line of the rubric; null: none"),
      comment: ClassText(4000).default(""),
    }),
    reply: WorkPage,
    refusals: [...stays, "NOT_IN_BATCH", "NEWER_WORK", "WRONG_POINTS", "COMMENT_NEEDED"],
    ...teach,
  }),
  compare: endpoint({
    summary: "Two versions that are alike, side by side",
    input: z.object({ homeworkId, submissionId: z.uuid(), otherId: z.uuid() }),
    reply: z.object({
      percent: z.int(),
      texts: z.array(z.object({ name: z.string(), version: z.int(), at: moment, text: z.string() })).length(2),
    }),
    refusals: stays,
    ...teach,
  }),
};

import { z } from "zod";
import { CourseChoice, courseLists, courseWords } from "./course-choice.ts";
import { endpoint } from "./endpoint.ts";
import { Lead } from "./inbox-shapes.ts";
import { Counted, nothing } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const Leads = Counted.extend({ leads: z.array(Lead) });

const TodaysClass = z.object({
  classId: z.string(),
  course: z.string(),
  number: z.int().describe("Which class of its batch it is, from 1"),
  topic: z.string(),
  startsAt: moment,
  endsAt: moment,
  trainer: z.string().nullable(),
  hasLink: z.boolean(),
  linkProblem: z.string().nullable().describe("Why its meeting was not made"),
  learners: z.int(),
  isYours: z.boolean().describe("Who asks teaches it"),
});
export type TodaysClass = z.infer<typeof TodaysClass>;

export const failureKinds = ["message", "notification", "job", "enquiry"] as const;
export type FailureKind = (typeof failureKinds)[number];

const TodayEntry = z.object({
  entryId: z.string(),
  kind: z.enum(["payment", ...failureKinds, "invitation", "backup"]),
  text: z.string(),
  number: z.string().nullable().describe("Of a message: the number that it was for"),
  reason: z.string().nullable().describe("Why it failed"),
  at: moment.nullable().describe("Null: there has been none yet"),
});
export type TodayEntry = z.infer<typeof TodayEntry>;
const Entries = Counted.extend({
  entries: z.array(TodayEntry).describe("The first of them"),
});
export type TodayEntries = z.infer<typeof Entries>;
const EntryPage = z.object({ entries: z.array(TodayEntry), next: z.string().nullable() });
const after = z.string().max(1000).optional().describe("`next` of the page before");

const StaffToday = z.object({
  now: moment,
  /** Each part is null for who may not see it. */
  calls: Leads.nullable().describe("Calls that are due or planned for today"),
  enquiries: Leads.nullable().describe("New leads that nobody has called"),
  classes: z
    .array(TodaysClass)
    .nullable()
    .describe("Yours first, then by time; of more than 100 those that run or come before those that are over"),
  areMoreClasses: z.boolean().describe("There are more classes today than these"),
  payments: Entries.nullable().describe("Payments that need a decision"),
  failed: Entries.extend({
    kinds: z
      .object({ message: z.int(), notification: z.int(), job: z.int(), enquiry: z.int() })
      .describe("How many of each, each counted up to 100"),
  }).nullable(),
  expiring: Entries.nullable().describe("Invitations, and the age of the last backup"),
  discounts: Counted.nullable().describe(
    "Sales that wait until an owner approves their discount; null when there are none",
  ),
  questions: Counted.nullable().describe("Questions of learners that wait for an answer; null: none, or not for you"),
  homework: Counted.nullable().describe("Homework that waits for a grading; null: none, or not for you"),
  requests: Counted.nullable().describe("Learners who ask for another batch; null when there are none"),
});
export type StaffToday = z.infer<typeof StaffToday>;

const Paper = z.object({
  kind: z.enum(["order", "invoice", "certificate"]),
  number: z.string(),
  text: z.string(),
  at: moment,
  to: z.string().nullable().describe("Its page, if there is one"),
});
export type Paper = z.infer<typeof Paper>;
const Found = z.object({
  leads: z.array(Lead),
  learners: z.array(
    z.object({
      learnerId: z.string(),
      name: z.string(),
      number: z.string(),
      email: z.string(),
      leadId: z.string().nullable(),
    }),
  ),
  papers: z.array(Paper),
});
export type Found = z.infer<typeof Found>;

/** What concerns all of the console. */
export const desk = {
  today: endpoint({
    summary: "What waits for somebody today",
    input: nothing,
    reply: StaffToday,
    staff: "see today",
  }),
  classes: endpoint({
    summary: "The classes of today by time, 50 at a time",
    input: z.object({
      when: z.enum(["ahead", "over"], "Choose from the list").optional(),
      only: z.enum(["mine", "no trainer", "no link"], "Choose from the list").optional(),
      after,
    }),
    reply: z.object({
      now: moment,
      classes: z.array(TodaysClass),
      counts: z
        .object({ ahead: Counted.describe("Those that run or come"), over: Counted })
        .describe("Of all pages, with the same `only`"),
      next: z.string().nullable(),
    }),
    staff: "see today",
  }),
  payments: endpoint({
    summary: "Payments that need a decision, the latest first, 50 at a time",
    input: z.object({ after }),
    reply: EntryPage,
    staff: "see payments",
    reads: "replica",
  }),
  failed: endpoint({
    summary:
      "What failed and waits for a decision, the latest first, 50 at a time; messages and notifications of seven days",
    input: z.object({ kind: z.enum(failureKinds, "Choose from the list").optional(), after }),
    reply: EntryPage,
    staff: "change people",
    reads: "replica",
  }),
  expiring: endpoint({
    summary: "What ends soon: a backup that is missing or old, then invitations by their end, 50 at a time",
    input: z.object({ after }),
    reply: EntryPage,
    staff: "change people",
  }),
  search: endpoint({
    summary: "People by name, number or e-mail address; orders, invoices and certificates by number",
    input: z.object({ words: z.string().trim().min(2, "Enter at least two letters").max(100) }),
    reply: Found,
    staff: "see today",
    limit: { points: 600, seconds: 600 },
    reads: "replica",
  }),
  courses: endpoint({
    summary: "Courses to choose from: those that match the words, the best first, or the first ones; at most 20",
    input: z.object({
      words: courseWords,
      list: z.enum(courseLists, "Choose from the list").default("all").describe("sold: offered, and not free"),
    }),
    reply: z.object({ courses: z.array(CourseChoice), isMore: z.boolean().describe("More match than are listed") }),
    staff: "see today",
    limit: { points: 600, seconds: 600 },
    reads: "replica",
  }),
  course: endpoint({
    summary: "One course, as it is chosen",
    input: z.object({ courseId: z.string().min(1, "Choose a course").max(100) }),
    reply: CourseChoice,
    refusals: ["UNKNOWN_COURSE"],
    staff: "see today",
    reads: "replica",
  }),
};

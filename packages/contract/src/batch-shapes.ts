import { batchTypes } from "@shoreline/domain/course";
import { isMeetingLink } from "@shoreline/domain/meeting";
import { isBatchTime } from "@shoreline/domain/site";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { mostSlots, whyNotPattern } from "@shoreline/domain/weekly";
import { z } from "zod";
import { CourseChoice, NamedCourse } from "./course-choice.ts";
import { day } from "./staff-shapes.ts";

export const moment = z.iso.datetime();
export const batchId = z.uuid("Choose a batch from the list");
export const draftId = z.uuid("Choose a draft from the list");
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine(hasNoHiddenCharacters, "Contains hidden characters");
export const reason = line(500).min(3, "Say why, in a few words");

const Slot = z.object({ weekday: z.int(), from: z.string().max(5), classes: z.int() });
export const Pattern = z
  .array(Slot)
  .max(mostSlots, `Use at most ${mostSlots} times a week`)
  .superRefine((pattern, check) => {
    const why = whyNotPattern(pattern);
    if (why) check.addIssue({ code: "custom", message: why });
  });
export const AnyPattern = z.array(Slot).max(mostSlots, `Use at most ${mostSlots} times a week`);

export const kind = {
  batchTime: z.string().refine(isBatchTime, "Choose a batch time"),
  batchType: z.enum(batchTypes, "Choose week-days or week-end"),
};
const isLink = (link: string) => link === "" || (isMeetingLink(link) && URL.canParse(link));

/** Who teaches, where, and for how many. */
export const place = {
  trainerId: z.uuid("Choose a trainer from the list").nullable(),
  roomId: z.uuid("Choose a room from the list").nullable().describe("Null: online"),
  meetingUrl: line(500).refine(isLink, "A meeting link must start with https://"),
  makesMeetings: z.boolean().describe("Each class gets a meeting of its own"),
  seats: z.int("Enter a whole number").min(1, "At least 1").max(100_000, "At most 100000").nullable(),
  joinUntil: day.nullable().describe("The last day to join; null: until a quarter of the classes is over"),
};
export const batchName = line(80).describe("What staff call it; empty: by its kind and start");

export const form = {
  courseId: z.string().min(1, "Choose a course").max(100),
  name: batchName,
  from: day,
  pattern: Pattern,
  ...kind,
  ...place,
};

/** A draft may be half done. */
export const draftForm = {
  ...form,
  from: day.nullable(),
  pattern: AnyPattern,
  batchTime: z.string().max(10),
};

export const batchStates = ["draft", "open", "running", "finished", "cancelled"] as const;
export type BatchState = (typeof batchStates)[number];

const shown = {
  name: z.string().describe("Its own, or by its kind and start"),
  courseId: z.string(),
  courseName: z.string(),
  pattern: AnyPattern,
  trainer: z.string().describe("Empty: nobody yet"),
  room: z.string().nullable().describe("Null: online"),
  seats: z.int().nullable().describe("Null: no limit"),
};

export const BatchLine = z.object({
  id: z.string().describe("Of the batch, or of the draft"),
  ...shown,
  state: z.enum(batchStates),
  startsAt: moment.nullable().describe("Null: a draft without a day"),
  endsAt: moment.nullable(),
  classes: z.int(),
  over: z.int().describe("Classes that are over"),
  taken: z.int(),
  waiting: z.int().describe("People in the waiting list"),
});
export type BatchLine = z.infer<typeof BatchLine>;

const PlannedLesson = z.object({
  number: z.int(),
  startsAt: moment,
  section: z.string(),
  topic: z.string(),
});

export const BatchPreview = z.object({
  classes: z.array(PlannedLesson),
  skipped: z.array(z.object({ day: z.iso.date(), name: z.string() })),
  hours: z.int(),
  hoursAWeek: z.int(),
  weeks: z.int(),
  lastEndsAt: moment.nullable(),
  otherWeeks: z.int().nullable().describe("What other batches of the course take"),
  proposed: z.object({ batchTime: z.string(), batchType: z.enum(batchTypes) }).describe("The kind it is best sold as"),
  hint: z
    .object({ pattern: AnyPattern, lastEndsAt: moment, hoursADay: z.int() })
    .nullable()
    .describe("Twice as many classes a day, where the batch takes long"),
  clashes: z.array(z.object({ startsAt: moment, text: z.string() })).describe("At most 20"),
  warnings: z.array(z.string()),
});
export type BatchPreview = z.infer<typeof BatchPreview>;

const Lesson = z.object({
  classId: z.string(),
  number: z.int(),
  startsAt: moment,
  endsAt: moment,
  topic: z.string(),
  trainer: z.string(),
  room: z.string().nullable(),
  isCancelled: z.boolean(),
  isOver: z.boolean(),
  present: z.int(),
});

const Sitter = z.object({
  purchaseId: z.string(),
  name: z.string(),
  placedAt: moment,
  attended: z.int(),
  isOnHold: z.boolean(),
});

const Change = z.object({
  changeId: z.string(),
  at: moment,
  who: z.string(),
  moved: z.int(),
  cancelled: z.int(),
  restaffed: z.int(),
  rerouted: z.int().describe("Classes that got another room"),
  isTold: z.boolean(),
  note: z.string(),
});

export const BatchDetail = BatchLine.extend({
  version: z.int(),
  ownName: z.string(),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
  trainerId: z.string().nullable(),
  roomId: z.string().nullable(),
  meetingUrl: z.string(),
  makesMeetings: z.boolean(),
  joinUntil: z.string().nullable(),
  cancelledAt: moment.nullable(),
  lessons: z.array(Lesson),
  learners: z.array(Sitter).describe("At most 500"),
  changes: z.array(Change).describe("The latest 50"),
});
export type BatchDetail = z.infer<typeof BatchDetail>;

export const Draft = z.object({
  draftId: z.string(),
  version: z.int(),
  changedAt: moment,
  madeBy: z.string().nullable(),
  course: NamedCourse,
  content: z.object({
    name: z.string(),
    from: z.string().nullable(),
    pattern: AnyPattern,
    batchTime: z.string(),
    batchType: z.string(),
    trainerId: z.string().nullable(),
    roomId: z.string().nullable(),
    meetingUrl: z.string(),
    makesMeetings: z.boolean(),
    seats: z.int().nullable(),
    joinUntil: z.string().nullable(),
  }),
});
export type Draft = z.infer<typeof Draft>;

const choice = { name: z.string() };
export const BatchForm = z.object({
  course: CourseChoice.nullable().describe("The one that was asked for, or else the first; null: there is none"),
  trainers: z.array(
    z.object({ staffId: z.string(), ...choice, courseIds: z.array(z.string()).describe("Empty: all") }),
  ),
  rooms: z.array(z.object({ roomId: z.string(), ...choice, seats: z.int().nullable() })),
  batchTimes: z.array(z.string()),
  today: z.iso.date(),
});
export type BatchForm = z.infer<typeof BatchForm>;

import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, day, nearMoment } from "./staff-shapes.ts";
import { ChangeLine, DraftList, DraftWish, mostDrafts, Proposal, proposalRefusals } from "./timetable-proposal.ts";

const classId = z.uuid("Choose a class from the timetable");
const moment = z.iso.datetime();
const note = z.string().trim().max(500, "Use at most 500 characters").default("");

const TimetableClass = z.object({
  classId: z.string(),
  batchId: z.string(),
  courseId: z.string(),
  course: z.string(),
  batch: z.string().describe("What staff call the batch; empty: by its kind and start"),
  number: z.int(),
  topic: z.string(),
  startsAt: moment,
  minutes: z.int(),
  trainerId: z.string().nullable(),
  trainer: z.string(),
  roomId: z.string().nullable().describe("Null: online"),
  hasLink: z.boolean(),
  isCancelled: z.boolean(),
  sequence: z.int().describe("Increases with every change"),
});
export type TimetableClass = z.infer<typeof TimetableClass>;

const TimetableRow = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string().describe("The courses of a trainer, or the seats of a room"),
  classes: z.int().describe("In the period"),
});
export type TimetableRow = z.infer<typeof TimetableRow>;

const Unstaffed = z.object({
  count: z.int(),
  classes: z.array(TimetableClass).describe("The first of them"),
});

const Timetable = z.object({
  now: moment,
  from: z.iso.date(),
  days: z.int(),
  rows: z.array(TimetableRow).describe("Trainers or rooms, by name"),
  classes: z.array(TimetableClass).describe("Of these rows, in time order"),
  isCut: z.boolean().describe("There are more classes than are listed"),
  without: Unstaffed.describe("Classes to come without any trainer; none for who may not change the timetable"),
  byName: Unstaffed.describe(
    "Classes to come whose trainer is known by name only; none for who may not change the timetable",
  ),
  perDay: z.array(z.object({ day: z.iso.date(), classes: z.int() })).describe("Days that have some"),
  holidays: z.array(z.object({ day: z.iso.date(), name: z.string() })),
  trainers: z.array(z.object({ id: z.string(), name: z.string() })).describe("Whom a class can be given to"),
  rooms: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Timetable = z.infer<typeof Timetable>;

/** What becomes of a class. What is left out stays; "none" takes the trainer or the room away. */
const wish = {
  classId,
  scope: z.enum(["one", "later"]).default("one").describe("later: with all classes of the batch after it"),
  does: z.enum(["move", "cancel"]).default("move"),
  startsAt: nearMoment.optional().describe("The new start of the class; later ones move by the same days and hours"),
  trainerId: z.union([z.literal("none"), z.uuid("Choose a trainer from the list")]).optional(),
  roomId: z.union([z.literal("none"), z.uuid("Choose a room from the list")]).optional(),
};

const Facts = z.object({ startsAt: moment, trainer: z.string(), room: z.string().describe("Empty: online") });

const MovePreview = z.object({
  course: z.string(),
  laterCount: z.int().describe("How many classes of the batch come after this one"),
  classes: z.array(
    z.object({
      classId: z.string(),
      sequence: z.int(),
      number: z.int(),
      topic: z.string(),
      before: Facts,
      after: Facts,
      holiday: z.string().nullable().describe("The name of the day without classes on which it falls"),
    }),
  ),
  why: z.string().nullable().describe("Why it cannot be done"),
  clashes: z.array(
    z.object({
      text: z.string(),
      classId: z.string().describe("The other class"),
      day: z.iso.date(),
    }),
  ),
  busy: z
    .array(z.object({ name: z.string(), course: z.string(), startsAt: moment }))
    .describe("Learners of the batch with another class then, the first of them"),
  busyCount: z.int().describe("How many learners that are"),
  told: z.object({
    learners: z.int(),
    byMessage: z.int().describe("Of these: by SMS or WhatsApp and mail; the others by mail"),
    trainers: z.array(z.string()),
    calendars: z.int().describe("Learners who have subscribed to their calendar"),
    message: z.string().describe("The text message"),
  }),
});
export type MovePreview = z.infer<typeof MovePreview>;

const seen = z
  .array(z.object({ classId: z.string().max(100), sequence: z.int() }))
  .min(1)
  .max(500)
  .describe("The classes that the preview listed");

/** Who teaches when and where, moving classes, and proposals of a plan. */
export const timetable = {
  read: endpoint({
    summary: "The classes of some days, by trainer or room",
    input: z.object({
      from: day,
      days: z.coerce.number().pipe(z.int().min(1).max(42)),
      by: z.enum(["trainer", "room"]).default("trainer"),
      trainerId: z.string().max(100).optional(),
      roomId: z.string().max(100).optional(),
      courseId: z.string().max(100).optional(),
    }),
    reply: Timetable,
    refusals: [],
    staff: "see timetable",
  }),
  preview: endpoint({
    summary: "What a move or a cancellation would do: before and after, clashes, and who will be told",
    input: z.object(wish),
    reply: MovePreview,
    refusals: ["CLASS_NOT_FOUND", "UNKNOWN_TRAINER", "UNKNOWN_CAMPUS_ROOM"],
    staff: "change timetable",
  }),
  move: endpoint({
    summary: "Move or cancel classes as previewed; learners get one notice some seconds later",
    input: z.object({ ...wish, seen, tells: z.boolean(), note }),
    reply: z.object({ changeId: z.string().nullable().describe("Null: nothing differs"), told: z.int() }),
    refusals: [
      "CLASS_NOT_FOUND",
      "UNKNOWN_TRAINER",
      "UNKNOWN_CAMPUS_ROOM",
      "CLASS_CLASH",
      "CHANGED_MEANWHILE",
      "NOT_MOVABLE",
    ],
    staff: "change timetable",
  }),
  undo: endpoint({
    summary: "Put back what one has just moved, before anybody is told",
    input: z.object({ changeId: z.uuid() }),
    reply: Done,
    refusals: ["UNDO_TOO_LATE", "CLASS_CLASH"],
    staff: "change timetable",
  }),
  drafts: endpoint({
    summary: "Drafts of batches for which a plan can be proposed, and the newest proposal",
    input: z.object({}),
    reply: DraftList,
    refusals: [],
    staff: "change timetable",
  }),
  propose: endpoint({
    summary: "Ask for a plan for drafts: days, hours, trainers and rooms without clashes",
    input: z.object({
      drafts: z
        .array(DraftWish)
        .min(1, "Choose at least one draft")
        .max(mostDrafts, `Choose at most ${mostDrafts} drafts`),
    }),
    reply: Proposal,
    refusals: ["UNKNOWN_DRAFT"],
    staff: "change timetable",
    limit: { points: 30, seconds: 600 },
  }),
  proposal: endpoint({
    summary: "A proposal",
    input: z.object({ proposalId: z.uuid() }),
    reply: Proposal,
    refusals: ["UNKNOWN_PROPOSAL"],
    staff: "change timetable",
  }),
  changeLine: endpoint({
    summary: "Change a line of a proposal",
    input: ChangeLine,
    reply: Proposal,
    refusals: proposalRefusals,
    staff: "change timetable",
  }),
  accept: endpoint({
    summary: "Accept a proposal: the drafts get its days, hours, trainers and rooms",
    input: z.object({ proposalId: z.uuid() }),
    reply: Proposal,
    refusals: proposalRefusals,
    staff: "change timetable",
  }),
  drop: endpoint({
    summary: "Drop a proposal",
    input: z.object({ proposalId: z.uuid() }),
    reply: Proposal,
    refusals: ["UNKNOWN_PROPOSAL", "PROPOSAL_CLOSED"],
    staff: "change timetable",
  }),
};

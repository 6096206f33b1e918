import { workStates } from "@shoreline/domain/class-homework";
import { batchTypes } from "@shoreline/domain/course";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";

/** What a trainer adds to a class. Left out where there is none. */
const classExtras = {
  topicHeld: z.string().optional().describe("What was taught, where it differs from the topic"),
  materialCount: z.int().optional().describe("Files, links and snippets; `lesson.material` lists them"),
  homework: z
    .array(
      z.object({ homeworkId: z.string(), title: z.string(), dueOn: z.string().nullable(), state: z.enum(workStates) }),
    )
    .optional()
    .describe("`dueOn` is a day, such as 2026-11-20"),
  recordings: z
    .array(z.object({ recordingId: z.string(), name: z.string() }))
    .optional()
    .describe("Films of the class that play in the portal"),
  notes: z
    .array(z.object({ text: z.string(), sentAt: z.iso.datetime() }))
    .optional()
    .describe("What the trainer wrote to the batch, the latest first"),
};

export const ScheduledClass = z.object({
  _id: z.string(),
  number: z.int().describe("Position in the batch, from 1"),
  classDate: z.iso.datetime().describe("Start of the class"),
  endsAt: z.iso.datetime(),
  opensAt: z.iso.datetime().describe("Start of the join window"),
  batchTime: z.string(),
  topic: z.string(),
  trainer: z.object({ trainerName: z.string() }),
  zoomLink: z.string().describe("Empty outside the join window"),
  recordingUrl: z.string().describe("Empty until the class has ended and has a recording"),
  isCompleted: z.boolean(),
  isCancelled: z.boolean(),
  isAttended: z.boolean(),
  ...classExtras,
});
export type ScheduledClass = z.infer<typeof ScheduledClass>;

const isOnHold = z.boolean().describe("Classes cannot be joined, because a fee is overdue");

const Schedule = z.object({
  schedules: z.array(ScheduledClass),
  user: z.object({ firstName: z.string(), lastName: z.string() }),
  course: z.object({ courseId: z.string(), courseName: z.string() }),
  isOnHold,
  now: z.iso.datetime().describe("The server's clock"),
});

const Today = z.object({
  now: z.iso.datetime().describe("The server's clock"),
  next: ScheduledClass.extend({ courseId: z.string(), courseName: z.string(), isOnHold })
    .nullable()
    .describe("The class that runs or comes next, of all your courses"),
  courses: z.array(
    z.object({
      courseId: z.string(),
      isOnHold,
      batch: z
        .object({
          batchTime: z.string(),
          batchType: z.enum(batchTypes),
          startsAt: z.iso.datetime(),
          endsAt: z.iso.datetime(),
        })
        .nullable()
        .describe("Null while you wait for a batch with classes"),
      held: z.int().describe("Classes that are over, without cancelled ones"),
      attended: z.int(),
      left: z.int(),
      next: z.object({ classDate: z.iso.datetime(), topic: z.string() }).nullable(),
    }),
  ),
});
export type Today = z.infer<typeof Today>;

const NextBatch = z.object({
  courseId: z.string(),
  startsAt: z.iso.datetime(),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
});

export const OfferedBatch = z.object({
  _id: z.string(),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  classes: z.int(),
  weeks: z.int(),
  trainerName: z.string(),
  seats: z.int().nullable().describe("Null: no limit"),
  days: z.string().nullable().describe("The days and hours, where they are others than batchTime and batchType say"),
  closesAt: z.iso.datetime().nullable().describe("When the last day to join is over; null: staff have set none"),
});
export type OfferedBatch = z.infer<typeof OfferedBatch>;

const courseInput = z.object({ courseId: z.string().min(1).max(100) });
// Enough for a class of 60 behind one IP address that compares courses.
const limit = { points: 1200, seconds: 600 };

const Calendar = z.object({
  url: z.string().describe("Address for calendar apps. Anyone who has it can see the classes"),
});

export const schedule = {
  view: endpoint({
    summary: "The classes of your batch of a course, in time order",
    input: courseInput,
    reply: Schedule,
    refusals: ["UNKNOWN_SCHEDULE"],
    signedIn: true,
  }),
  today: endpoint({
    summary: "Your class that runs or comes next, and how far each of your courses has come",
    input: z.object({}),
    reply: Today,
    signedIn: true,
  }),
  join: endpoint({
    summary: "Join a class: marks attendance and returns the link. The link is empty when the class is over",
    input: z.object({ scheduleId: z.string().max(100), isJoin: z.boolean().default(true) }),
    reply: z.object({ zoomLink: z.string(), isAttended: z.boolean() }),
    refusals: [
      ...["UNKNOWN_CLASS", "CLASS_NOT_OPEN", "CLASS_WITHOUT_LINK", "CLASS_CANCELLED", "CLASS_ON_HOLD"],
      ...["COURSE_PAUSED", "MEETING_AWAY"],
    ] as const,
    signedIn: true,
  }),
  ask: endpoint({
    summary: "Ask the trainer of a course you have bought: for older browsers; `question.ask` does more",
    input: z.object({
      courseId: z.string().min(1).max(100),
      question: z.string().trim().min(1, "Write your question").max(2000),
      attemptId: z.uuid(),
    }),
    reply: z.object({ message: z.string() }),
    refusals: ["UNKNOWN_SCHEDULE", "UNKNOWN_COURSE", "CLASS_ON_HOLD", "TOO_MANY_QUESTIONS"],
    limit: { points: 60, seconds: 3600 },
    signedIn: true,
  }),
  next: endpoint({
    summary: "The next batch to start, for each course",
    input: z.object({}),
    reply: z.array(NextBatch),
  }),
  batches: endpoint({
    summary: "The batches of a course that open next or have begun, for each batch time and type",
    input: courseInput,
    reply: z.object({
      batches: z.array(OfferedBatch),
      now: z.iso.datetime().describe("The server's clock when this answer was made; it may have been kept since"),
    }),
    refusals: ["UNKNOWN_COURSE"],
    shared: true,
  }),
  seats: endpoint({
    summary: "How many seats of these batches are taken, and how many of their classes are over",
    input: courseInput,
    reply: z.object({
      batches: z.array(z.object({ _id: z.string(), taken: z.int(), over: z.int() })),
      now: z.iso.datetime().describe("The server's clock"),
    }),
    refusals: ["UNKNOWN_COURSE"],
    limit,
  }),
  missed: endpoint({
    summary: "The classes of a batch that are over",
    input: z.object({ batchId: z.string().max(100) }),
    reply: z.array(z.object({ number: z.int(), topic: z.string() })),
    refusals: ["UNKNOWN_BATCH"],
    limit,
  }),
  calendar: endpoint({
    summary: "The secret address of your calendar",
    input: z.object({}),
    reply: Calendar,
    signedIn: true,
  }),
  renewCalendar: endpoint({
    summary: "Replace the secret address of your calendar. The old address stops working",
    input: z.object({}),
    reply: Calendar,
    signedIn: true,
  }),
  feed: endpoint({
    summary: "A learner's classes for calendar apps, at the secret address",
    input: z.object({ file: z.string().max(100) }),
    reply: FileReply,
    sends: "text/calendar",
    refusals: ["UNKNOWN_CALENDAR"],
    limit: { points: 300, seconds: 600 },
  }),
  meetingReport: endpoint({
    summary: "For meeting servers only: who was in a meeting that is over, signed with the shared secret",
    input: z.object({
      raw: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
      accountId: z.uuid(),
      proof: z.string().max(2000).optional(),
    }),
    reply: z.object({ message: z.string() }),
    refusals: ["BAD_SIGNATURE"],
    takesRawBody: { proof: "authorization" },
    limit: { points: 600, seconds: 600 },
  }),
};

import { z } from "zod";
import { NamedCourse } from "./course-choice.ts";
import { endpoint } from "./endpoint.ts";
import { day, nothing, StaffName, version } from "./staff-shapes.ts";

const owners = { staff: "change class settings" as const };
const readers = { staff: "see batches" as const };
const NamedDay = z.object({ day: z.iso.date(), name: z.string() });

const Touched = z.object({
  batchId: z.string(),
  name: z.string(),
  courseName: z.string(),
  day: z.iso.date(),
  classes: z.int(),
});

const Holidays = z.object({
  days: z.array(NamedDay),
  years: z.array(z.int()).describe("That can be shown"),
  offered: z
    .array(NamedDay.extend({ mayMove: z.boolean().describe("It hangs on the moon") }))
    .describe("Public holidays of India in that year that are not in the calendar"),
  touched: z.array(Touched).describe("Batches with coming classes on a day without classes; at most 100"),
});
export type Holidays = z.infer<typeof Holidays>;

const year = z.coerce.number().int().min(2000).max(2099);

const CampusRooms = z.object({
  rooms: z.array(
    z.object({
      roomId: z.string(),
      name: z.string(),
      seats: z.int().nullable().describe("Null: no limit"),
      isClosed: z.boolean(),
      classesToCome: z.int(),
    }),
  ),
});
export type CampusRooms = z.infer<typeof CampusRooms>;
const roomId = z.uuid("Choose a room from the list");

const Hours = z.object({
  weekday: z.int().min(0).max(6),
  from: z.int().min(0).max(1440),
  to: z.int().min(0).max(1440),
});

const Trainers = z.object({
  trainers: z.array(
    z.object({
      staffId: z.string(),
      name: z.string(),
      hours: z.array(Hours).describe("Empty: at any time"),
      courses: z.array(NamedCourse).describe("Empty: all"),
      hoursAWeek: z.int().nullable().describe("Null: no limit"),
      batches: z.int().describe("That are open or running"),
      version: z.int(),
    }),
  ),
});
export type Trainers = z.infer<typeof Trainers>;

export const classSettingsCalls = {
  holidays: endpoint({
    summary: "Days without classes of a year, and public holidays that could be taken over",
    input: z.object({ year }),
    reply: Holidays,
    ...readers,
  }),
  addHolidays: endpoint({
    summary: "Add days without classes. A day that is there already gets the new name",
    input: z.object({
      days: z
        .array(z.object({ day, name: StaffName }))
        .min(1, "Choose at least one day")
        .max(400, "At most 400 days at once"),
      year,
    }),
    reply: Holidays,
    ...owners,
  }),
  removeHoliday: endpoint({
    summary: "Remove a day without classes. Classes stay as they are planned",
    input: z.object({ day }),
    reply: Holidays,
    ...owners,
  }),
  readHolidays: endpoint({
    summary: "Read the days of a calendar file (.ics) or a list, without adding them",
    input: z.object({
      fileName: z.string().trim().min(1).max(200),
      text: z.string().max(500_000, "This file is too large: at most 500 KB"),
    }),
    reply: z.object({
      days: z.array(NamedDay.extend({ isKnown: z.boolean() })),
      leftOut: z.array(z.string()).describe("Events that are no days without classes, with their line; the first ten"),
      leftOutCount: z.int(),
    }),
    ...owners,
  }),
  campusRooms: endpoint({ summary: "Rooms at the campus", input: nothing, reply: CampusRooms, ...readers }),
  saveCampusRoom: endpoint({
    summary: "Add a room at the campus, or change one",
    input: z.object({
      roomId: roomId.optional(),
      name: StaffName,
      seats: z.int("Enter a whole number").min(1, "At least 1").max(10_000, "At most 10000").nullable(),
    }),
    reply: CampusRooms,
    refusals: ["UNKNOWN_CAMPUS_ROOM", "KNOWN_CAMPUS_ROOM"],
    ...owners,
  }),
  closeCampusRoom: endpoint({
    summary: "Close a room for new batches, or open it again. Classes that are planned in it stay",
    input: z.object({ roomId, isClosed: z.boolean() }),
    reply: CampusRooms,
    refusals: ["UNKNOWN_CAMPUS_ROOM"],
    ...owners,
  }),
  trainers: endpoint({ summary: "Trainers, when they teach, and what", input: nothing, reply: Trainers, ...readers }),
  saveTrainer: endpoint({
    summary: "Set when a trainer teaches, and what",
    input: z.object({
      staffId: z.uuid("Choose a trainer from the list"),
      hours: z
        .array(Hours)
        .max(14, "Use at most 14 times")
        .refine((hours) => hours.every(({ from, to }) => from < to), "Each time ends after it begins"),
      courseIds: z.array(z.string().max(100)).max(200),
      hoursAWeek: z.int("Enter a whole number").min(1, "At least 1").max(80, "At most 80").nullable(),
      version,
    }),
    reply: Trainers,
    refusals: ["UNKNOWN_TRAINER", "CHANGED_MEANWHILE"],
    ...owners,
  }),
};

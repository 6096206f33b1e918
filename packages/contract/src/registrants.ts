import { attendances, registrantGroups } from "@shoreline/domain/webinar";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { TemplateText } from "./inbox-settings.ts";

const webinarId = z.uuid("Choose a webinar from the list");
const moment = z.iso.datetime();

const StaffWebinar = z.object({
  webinarId: z.string(),
  title: z.string(),
  course: z.string(),
  startsAt: moment,
  endsAt: moment,
  state: z.enum(["upcoming", "live", "over"]),
  hasLink: z.boolean(),
  seats: z.int().nullable().describe("Null: no limit"),
  registered: z.int().describe("Confirmed seats"),
  unconfirmed: z.int(),
  attended: z.int(),
});
export type StaffWebinar = z.infer<typeof StaffWebinar>;

const Reach = z.object({ people: z.int(), unsubscribed: z.int() });

const StaffRegistrant = z.object({
  seatId: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string(),
  takenAt: moment,
  isConfirmed: z.boolean(),
  isPaid: z.boolean(),
  attendance: z
    .enum(attendances)
    .describe("What staff marked; else attended if the meeting was opened, and unknown until the webinar is over"),
  joinedAt: moment.nullable(),
  isUnsubscribed: z.boolean(),
  leadId: z.string().nullable(),
});
export type StaffRegistrant = z.infer<typeof StaffRegistrant>;

const RegistrantFilter = z.object({
  webinarId,
  attendance: z.enum(attendances, "Choose from the list").optional(),
  words: z.string().trim().max(100).optional().describe("A part of the name, the e-mail address or the number"),
});

/** Webinars as staff see them: who registered, who came, and writing to them. */
export const registrants = {
  webinars: endpoint({
    summary: "Webinars, the latest first, with their numbers",
    input: z.object({ after: z.string().max(200).optional().describe("`next` of the page before") }),
    reply: z.object({ webinars: z.array(StaffWebinar), next: z.string().nullable() }),
    staff: "see webinars",
  }),
  list: endpoint({
    summary: "Who registered for a webinar, 100 at a time",
    input: RegistrantFilter.extend({ after: z.string().max(200).optional() }),
    reply: z.object({
      webinar: StaffWebinar,
      registrants: z.array(StaffRegistrant),
      next: z.string().nullable(),
      counts: z.object({ attended: z.int(), missed: z.int(), unknown: z.int() }).describe("Of the whole webinar"),
      reach: z
        .object({ attended: Reach, missed: Reach, everybody: Reach })
        .describe("How many of each group a mail would go to"),
    }),
    refusals: ["UNKNOWN_WEBINAR"],
    staff: "see webinars",
    reads: "replica",
  }),
  attendance: endpoint({
    summary: "Mark who was there, or take the mark back",
    input: z.object({
      webinarId,
      seatIds: z.array(z.uuid()).min(1, "Choose at least one").max(500, "Choose at most 500"),
      attended: z.boolean().nullable(),
    }),
    reply: z.object({ changed: z.int() }),
    refusals: ["UNKNOWN_WEBINAR"],
    staff: "change webinars",
  }),
  write: endpoint({
    summary: "Send a mail to registrants: those who were there, who missed it, or everybody; once to each address",
    input: z.object({
      webinarId,
      to: z.enum(registrantGroups, "Choose from the list"),
      subject: TemplateText(150).pipe(z.string().min(1, "Enter a subject")),
      text: TemplateText(5000).pipe(z.string().min(1, "Write a text")),
      attemptId: z.uuid().describe("The same one again sends nothing"),
    }),
    reply: z.object({ sent: z.int(), unsubscribed: z.int() }),
    refusals: ["UNKNOWN_WEBINAR", "NOBODY_TO_WRITE_TO", "TOO_MANY_RECIPIENTS"],
    staff: "change webinars",
    limit: { points: 20, seconds: 3600 },
  }),
};

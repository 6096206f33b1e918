import { registrationChecks } from "@shoreline/domain/webinar-registration";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";
import { checked, origin } from "./lead.ts";
import { paymentProof } from "./payment.ts";

export const WebinarNotification = z.object({
  _id: z.string(),
  course: z.string().describe("What it is about"),
  startAt: z.iso.datetime(),
  now: z.iso.datetime().describe("The server's clock, so that a countdown does not depend on the visitor's"),
});
export type WebinarNotification = z.infer<typeof WebinarNotification>;

export const WebinarTopic = z.object({ title: z.string().min(1), subtitle: z.string().min(1) });

export const WebinarMentor = z.object({
  mentorName: z.string(),
  designation: z.string(),
  mentorImage: z.string(),
  aboutMentor: z.string(),
  mentorEmail: z.string(),
  mobileNumber: z.string(),
});

/** What a list shows of a webinar. Upcoming, live or over follows from the clock, and is nowhere written down. */
export const WebinarCard = z.object({
  _id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  bannerImage: z.string(),
  course: z.string().describe("What it is about"),
  startAt: z.iso.datetime(),
  duration: z.int().describe("Minutes"),
  isFree: z.boolean(),
  isComplete: z.boolean().describe("The institute's word that it is over, whatever the clock says"),
  price: z.number().describe("Rupees"),
  mentorName: z.string(),
  recordingUrl: z.string().describe("Empty where there is none"),
});
export type WebinarCard = z.infer<typeof WebinarCard>;

export const WebinarPage = WebinarCard.extend({
  topics: z.array(WebinarTopic),
  mentor: WebinarMentor,
  seats: z.int().nullable().describe("Null where there are as many seats as people"),
  enrolledCount: z.int(),
});
export type WebinarPage = z.infer<typeof WebinarPage>;

const seatsLeft = z.int().nullable().describe("Null where there are as many seats as people");
const now = z.iso.datetime().describe("The server's clock");

export const Webinar = WebinarPage.extend({ seatsLeft, now });
export type Webinar = z.infer<typeof Webinar>;

export const WebinarFigures = z.object({
  now,
  webinars: z
    .array(z.object({ _id: z.string(), enrolledCount: z.int(), seatsLeft }))
    .describe("Those that are not over"),
});
export type WebinarFigures = z.infer<typeof WebinarFigures>;

/** Who takes a seat. */
export const Registrant = z.object({
  username: checked(registrationChecks, "username", { most: 100 }),
  email: checked(registrationChecks, "email", { most: 254 }),
  mobileNumber: checked(registrationChecks, "mobileNumber", { most: 10 }),
});
export type Registrant = z.infer<typeof Registrant>;

export const SeatReply = z.object({
  message: z.string(),
  isNew: z.boolean().describe("False for an address that has its seat already"),
  userId: z.string().nullable().describe("For the join page; known only to who has just registered"),
  groupUrl: z.string().describe("Empty where there is no group"),
});
export type SeatReply = z.infer<typeof SeatReply>;

export const JoinPage = z.object({
  zoomLink: z.string().describe("Empty unless the door is open"),
  webinar: WebinarCard,
  opensAt: z.iso.datetime().describe("From when on the link is handed out"),
  closesAt: z.iso.datetime(),
  groupUrl: z.string(),
  now,
});
export type JoinPage = z.infer<typeof JoinPage>;

// Wide enough for a class of 60 behind one address, twice over.
const limit = { points: 120, seconds: 600 };
const seatId = z.string().min(1).max(100);
const webinarId = z.string().min(1).max(100);

export const webinar = {
  notification: endpoint({
    summary: "The next webinar to announce, or null",
    input: z.object({}),
    reply: WebinarNotification.nullable(),
  }),
  list: endpoint({
    summary: "The webinars, latest first",
    input: z.object({}),
    reply: z.array(WebinarCard),
    shared: true,
  }),
  now: endpoint({
    summary: "The server's clock, and how many seats are left in the webinars that are not over",
    input: z.object({}),
    reply: WebinarFigures,
  }),
  page: endpoint({
    summary: "What does not change from minute to minute about a webinar",
    input: z.object({ webinarId }),
    reply: WebinarPage,
    refusals: ["UNKNOWN_WEBINAR"],
    shared: true,
  }),
  upcoming: endpoint({
    summary: "A webinar with everybody who has registered so far, and the server's clock",
    input: z.object({ webinarId }),
    reply: Webinar,
    refusals: ["UNKNOWN_WEBINAR"],
  }),
  calendar: endpoint({
    summary: "The webinar as a calendar file; with the id of a registration it carries the way to the join page",
    input: z.object({ webinarId, userId: seatId.optional() }),
    reply: FileReply,
    sends: "text/calendar",
    refusals: ["UNKNOWN_WEBINAR", "UNKNOWN_SEAT"],
    limit: { points: 300, seconds: 600 },
  }),
  register: endpoint({
    summary: "Register for a webinar; a paid one with the proof of a payment. One address has one seat, however often",
    input: Registrant.extend({ webinar: webinarId, ...paymentProof, ...origin }),
    reply: SeatReply,
    refusals: [
      "UNKNOWN_WEBINAR",
      "WEBINAR_STARTED",
      "WEBINAR_CANCELLED",
      "WEBINAR_FULL",
      "PAYMENT_REQUIRED",
      "SEAT_PENDING",
      "SEAT_DOUBTFUL",
      "PAYMENT_SPENT",
    ],
    limit,
  }),
  join: endpoint({
    summary: "The way into the meeting, by the secret id of a registration; the link is empty unless the door is open",
    input: z.object({ userId: seatId }),
    reply: JoinPage,
    refusals: ["UNKNOWN_SEAT"],
    // A page that is open asks each minute.
    limit: { points: 1800, seconds: 600 },
  }),
  unsubscribe: endpoint({
    summary: "No more reminders of this webinar; twice is the same as once",
    input: z.object({ userId: seatId }),
    reply: z.object({ message: z.string() }),
    refusals: ["UNKNOWN_SEAT"],
    limit,
    takesAnyBody: true,
  }),
};

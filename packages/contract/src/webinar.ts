import { registrationChecks } from "@shoreline/domain/webinar-registration";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";
import { checked, origin } from "./lead.ts";
import { paymentProof } from "./payment.ts";

export const WebinarNotification = z.object({
  _id: z.string(),
  course: z.string().describe("Subject of the webinar"),
  startAt: z.iso.datetime(),
  now: z.iso.datetime().describe("Server time, so that a countdown does not depend on the visitor's clock"),
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

/** A webinar in a list. Whether it is upcoming, live or over depends on the time and is not stored. */
export const WebinarCard = z.object({
  _id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  bannerImage: z.string(),
  course: z.string().describe("Subject of the webinar"),
  startAt: z.iso.datetime(),
  duration: z.int().describe("Minutes"),
  isFree: z.boolean(),
  isComplete: z.boolean().describe("Set by the institute when the webinar is over or cancelled, whatever the time"),
  price: z.number().describe("Rupees"),
  mentorName: z.string(),
  recordingUrl: z.string().describe("Empty when there is no recording"),
});
export type WebinarCard = z.infer<typeof WebinarCard>;

export const WebinarPage = WebinarCard.extend({
  topics: z.array(WebinarTopic),
  mentor: WebinarMentor,
  seats: z.int().nullable().describe("Null when seats are unlimited"),
  enrolledCount: z.int(),
});
export type WebinarPage = z.infer<typeof WebinarPage>;

const seatsLeft = z.int().nullable().describe("Null when seats are unlimited");
const now = z.iso.datetime().describe("Server time");

export const Webinar = WebinarPage.extend({ seatsLeft, now });
export type Webinar = z.infer<typeof Webinar>;

export const WebinarFigures = z.object({
  now,
  webinars: z
    .array(z.object({ _id: z.string(), enrolledCount: z.int(), seatsLeft }))
    .describe("Webinars that are not over"),
});
export type WebinarFigures = z.infer<typeof WebinarFigures>;

/** The person who takes a seat. */
export const Registrant = z.object({
  username: checked(registrationChecks, "username", { most: 100 }),
  email: checked(registrationChecks, "email", { most: 254 }),
  mobileNumber: checked(registrationChecks, "mobileNumber", { most: 10 }),
});
export type Registrant = z.infer<typeof Registrant>;

export const SeatReply = z.object({
  message: z.string(),
  userId: z
    .string()
    .nullable()
    .describe("Secret id for the join page. Null for visitors: they confirm the seat by the link in the mail"),
  groupUrl: z.string().describe("Empty when there is no group"),
});
export type SeatReply = z.infer<typeof SeatReply>;

export const JoinPage = z.object({
  zoomLink: z.string().describe("Empty outside the join window, and before the seat is confirmed"),
  isConfirmed: z.boolean(),
  webinar: WebinarCard,
  opensAt: z.iso.datetime().describe("Start of the join window"),
  closesAt: z.iso.datetime().describe("End of the join window"),
  groupUrl: z.string(),
  now,
});
export type JoinPage = z.infer<typeof JoinPage>;

const OwnSeats = z.object({
  now,
  seats: z.array(
    z.object({
      seatId: z.string(),
      userId: z
        .string()
        .nullable()
        .describe(
          "Secret id for the join page. Null when the seat only has your e-mail address, which we have not verified, or when the seat is not confirmed yet",
        ),
      webinar: WebinarCard,
    }),
  ),
});
export type OwnSeat = z.infer<typeof OwnSeats>["seats"][number];

// Enough for a class of 60 behind one IP address, twice.
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
    summary: "All webinars, latest first",
    input: z.object({}),
    reply: z.array(WebinarCard),
    shared: true,
  }),
  now: endpoint({
    summary: "Server time, and the seats left in each webinar that is not over",
    input: z.object({}),
    reply: WebinarFigures,
  }),
  page: endpoint({
    summary: "A webinar without its live figures",
    input: z.object({ webinarId }),
    reply: WebinarPage,
    refusals: ["UNKNOWN_WEBINAR"],
    shared: true,
  }),
  upcoming: endpoint({
    summary: "A webinar with its current enrolled count, the seats left and the server time",
    input: z.object({ webinarId }),
    reply: Webinar,
    refusals: ["UNKNOWN_WEBINAR"],
  }),
  calendar: endpoint({
    summary: "A webinar as a calendar file. With the secret id of a seat it includes the link to the join page",
    input: z.object({ webinarId, userId: seatId.optional() }),
    reply: FileReply,
    sends: "text/calendar",
    refusals: ["UNKNOWN_WEBINAR", "UNKNOWN_SEAT"],
    limit: { points: 300, seconds: 600 },
  }),
  register: endpoint({
    summary:
      "Register for a webinar; a paid one needs a proof of payment. Each e-mail address gets one seat, which counts once it is confirmed by the link in the mail, by a payment or by a learner who is signed in. The answer does not tell whether the address had a seat",
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
    signedIn: "optional",
  }),
  confirm: endpoint({
    summary: "Confirm a seat by the link in the mail. Confirming twice changes nothing",
    input: z.object({ userId: seatId }),
    reply: z.object({ message: z.string() }),
    refusals: ["UNKNOWN_SEAT", "PAYMENT_REQUIRED", "WEBINAR_STARTED", "WEBINAR_CANCELLED", "WEBINAR_FULL"],
    limit,
  }),
  join: endpoint({
    summary: "The join page of a seat, by its secret id. The meeting link is empty outside the join window",
    input: z.object({ userId: seatId }),
    reply: JoinPage,
    refusals: ["UNKNOWN_SEAT"],
    // An open join page calls this every minute.
    limit: { points: 1800, seconds: 600 },
  }),
  joined: endpoint({
    summary: "Say that the meeting was opened from the join page. It counts once, and only within the join window",
    input: z.object({ userId: seatId }),
    reply: z.object({ hasJoined: z.boolean() }),
    refusals: ["UNKNOWN_SEAT"],
    limit,
  }),
  mine: endpoint({
    summary: "Your seats in webinars that are not over, or over for less than 30 days and recorded",
    input: z.object({}),
    reply: OwnSeats,
    signedIn: true,
  }),
  sendLink: endpoint({
    summary: "Mail the link of one of your seats to the address of the seat, at most every 15 minutes",
    input: z.object({ seatId }),
    reply: z.object({ message: z.string() }),
    refusals: ["UNKNOWN_SEAT"],
    limit,
    signedIn: true,
  }),
  unsubscribe: endpoint({
    summary:
      "Stop the mails about a webinar, except that it is moved or cancelled. Unsubscribing twice changes nothing",
    input: z.object({ userId: seatId }),
    reply: z.object({ message: z.string() }),
    refusals: ["UNKNOWN_SEAT"],
    limit,
    ignoresBody: true,
  }),
};

import { batchTypes } from "@shoreline/domain/course";
import { type Checks, contactChecks, downloadErrors, enquiryChecks } from "@shoreline/domain/lead";
import { isBatchTime } from "@shoreline/domain/site";
import { defaultCountryCode, isEmail } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";

/** Sent with every form: the page it was on, and an id of the attempt, so that sending it twice counts once. */
export const origin = {
  page: z.string().max(200).default("/"),
  attemptId: z.uuid().optional(),
};

export function checked<Field extends string>(checks: Checks<Field>, field: Field, { most }: { most: number }) {
  const { isFine, message } = checks[field];
  return z.string(message).trim().max(most, message).refine(isFine, message);
}

const SubscriptionForm = z.object({
  email: z.string("Invalid Email").trim().refine(isEmail, "Invalid Email"),
  source: z.enum(["footer", "career"]).default("footer"),
  page: origin.page,
});

const ContactForm = z.object({
  enquiryFor: checked(contactChecks, "enquiryFor", { most: 100 }),
  fullName: checked(contactChecks, "fullName", { most: 100 }),
  mobileNumber: checked(contactChecks, "mobileNumber", { most: 10 }),
  email: checked(contactChecks, "email", { most: 254 }),
  query: checked(contactChecks, "query", { most: 5000 }),
  ...origin,
});

const EnquiryForm = z.object({
  name: checked(enquiryChecks, "name", { most: 100 }),
  email: checked(enquiryChecks, "email", { most: 254 }),
  mobileNumber: checked(enquiryChecks, "mobileNumber", { most: 10 }),
  selectedCoruse: z.string("Choose a course").min(1, "Choose a course").max(100, "Choose a course"),
  description: z.string().trim().max(5000).default(""),
  otherCourseName: z.string().trim().max(200).default(""),
  ...origin,
});

const WishForm = z.object({
  courseId: z.string().min(1).max(100),
  batchTime: z.string().refine(isBatchTime, "must be an hour like 9-10"),
  batchType: z.enum(batchTypes),
  name: checked(contactChecks, "fullName", { most: 100 }),
  email: checked(contactChecks, "email", { most: 254 }),
  mobileNumber: checked(contactChecks, "mobileNumber", { most: 10 }),
  ...origin,
});

const DownloadForm = z
  .object({
    recordId: z.string().max(100),
    name: z
      .string("Name is required")
      .max(400, "Incorrect Name")
      .overwrite((text) => text.trimEnd()),
    countryCode: z.string().trim().max(8).default(defaultCountryCode),
    mobileNumber: z.string("Mobile number is required").trim().max(20, "Incorrect Mobile Number"),
    email: z.string("Email is required").trim().max(254, "Incorrect Email"),
    courseId: z.string().max(100).optional(),
    ...origin,
  })
  .superRefine((form, check) => {
    for (const [field, message] of Object.entries(downloadErrors(form)))
      check.addIssue({ code: "custom", path: [field], message });
  });

const message = z.object({ message: z.string() });

// Enough for a class of 60 behind one IP address, twice.
const limit = { points: 120, seconds: 600 };

export const lead = {
  subscribe: endpoint({
    summary: "Subscribe to the mailing list. Subscribing twice changes nothing",
    input: SubscriptionForm,
    reply: message,
    limit,
  }),
  unsubscribe: endpoint({
    summary: "Unsubscribe with the link from an e-mail. Unsubscribing twice changes nothing",
    input: z.object({ token: z.string().min(1).max(100) }),
    reply: message,
    refusals: ["UNKNOWN_SUBSCRIPTION"],
    limit,
    ignoresBody: true,
  }),
  contact: endpoint({ summary: "Send an enquiry from the contact page", input: ContactForm, reply: message, limit }),
  download: endpoint({
    summary: "Leave contact details and download the syllabus of an offline course",
    input: DownloadForm,
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_COURSE"],
    limit,
  }),
  wish: endpoint({
    summary: "Ask to be told when a batch of a course opens at a time",
    input: WishForm,
    reply: message,
    refusals: ["UNKNOWN_COURSE", "UNKNOWN_BATCH_TIME"],
    limit,
  }),
  enquire: endpoint({ summary: "Send a course enquiry from the popup", input: EnquiryForm, reply: message, limit }),
};

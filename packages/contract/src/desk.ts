import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Lead } from "./inbox-shapes.ts";
import { nothing } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const Leads = z.object({
  count: z.int(),
  isMore: z.boolean().describe("There are more than were counted"),
  leads: z.array(Lead),
});

const TodaysClass = z.object({
  classId: z.string(),
  course: z.string(),
  topic: z.string(),
  startsAt: moment,
  endsAt: moment,
  trainer: z.string().nullable(),
  hasLink: z.boolean(),
  learners: z.int(),
  isYours: z.boolean().describe("Its trainer has the name of who asks"),
});
export type TodaysClass = z.infer<typeof TodaysClass>;

const StaffToday = z.object({
  now: moment,
  /** Each part is null for who may not see it. */
  calls: Leads.nullable().describe("Calls that are due or planned for today"),
  enquiries: Leads.nullable().describe("New leads that nobody has called"),
  classes: z.array(TodaysClass).nullable(),
  payments: z
    .array(z.object({ flagId: z.string(), text: z.string(), at: moment }))
    .nullable()
    .describe("Payments that need a decision"),
  failed: z
    .object({
      messages: z.array(z.object({ messageId: z.string(), text: z.string(), reason: z.string(), at: moment })),
      jobs: z.int(),
      enquiries: z.int().describe("What forms have stored and the inbox could not take"),
    })
    .nullable(),
  expiring: z
    .array(z.object({ text: z.string(), at: moment.nullable() }))
    .nullable()
    .describe("Invitations, and the age of the last backup; without a moment where there is none"),
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
  search: endpoint({
    summary: "People by name, number or e-mail address; orders, invoices and certificates by number",
    input: z.object({ words: z.string().trim().min(2, "Enter at least two letters").max(100) }),
    reply: Found,
    staff: "see today",
    limit: { points: 600, seconds: 600 },
  }),
};

import { fullNumber, leadEventKinds, leadSorts, leadSources, leadStatuses, maxTags } from "@shoreline/domain/inbox";
import { hasNoHiddenCharacters, isEmail } from "@shoreline/domain/text";
import { z } from "zod";
import { day, LastChange, StaffName } from "./staff-shapes.ts";

export const leadId = z.uuid("Choose a lead from the list");
const moment = z.iso
  .datetime("Enter a date and a time")
  .refine((text) => text >= "2000" && text < "2100", "Enter a date and a time");
const Tag = z
  .string()
  .trim()
  .min(1, "Enter a tag")
  .max(30, "Use at most 30 characters")
  .regex(/^[^,]+$/, "A tag has no comma")
  .refine(hasNoHiddenCharacters, "Contains hidden characters");

/** Somebody of the staff, as leads name them. */
export const Owner = z.object({
  staffId: z.string(),
  name: z.string(),
  photo: z.string().optional().describe("The address of the photo, if there is one"),
});
export type LeadOwner = z.infer<typeof Owner>;

export const Lead = z.object({
  leadId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  number: z.string().nullable().describe("With country code: +919876543210"),
  status: z.enum(leadStatuses),
  lostReason: z.string().nullable(),
  owner: Owner.nullable(),
  nextCallAt: z.iso.datetime().nullable(),
  tags: z.array(z.string()),
  source: z.enum(leadSources),
  interest: z.string().describe("The course that the person asked about last"),
  cameAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  isSpam: z.boolean(),
  version: z.int(),
});
export type Lead = z.infer<typeof Lead>;

export const LeadEvent = z.object({
  eventId: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(leadEventKinds),
  text: z.string(),
  facts: z.record(z.string(), z.string()),
  who: z.string().nullable().describe("The name of staff; null for what the person did"),
});
export type LeadEvent = z.infer<typeof LeadEvent>;

export const LeadDetail = Lead.extend({
  landingPage: z.string(),
  campaign: z.record(z.string(), z.string()),
  firstCallAt: z.iso.datetime().nullable(),
  events: z.array(LeadEvent).describe("Newest first, at most 200"),
  /** Leads that share the number or the address. */
  similar: z.array(Lead),
  /** Leads that were merged into this one. */
  merged: z.array(
    z.object({ leadId: z.string(), name: z.string(), number: z.string().nullable(), email: z.string().nullable() }),
  ),
  lastChange: LastChange.nullable(),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

/** A comma between several. */
function listOf<Item extends string>(items: readonly [Item, ...Item[]]) {
  return z
    .string()
    .max(200)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(items, "Choose from the list")));
}

/** Which leads, and in which order: what stands in the address of the list. */
const leadFilter = {
  status: listOf(leadStatuses).optional(),
  source: listOf(leadSources).optional(),
  owner: z
    .union(
      [z.literal("me"), z.literal("nobody"), z.uuid("Choose somebody from the list")],
      "Choose somebody from the list",
    )
    .optional(),
  tag: z.string().max(30).optional(),
  call: z.enum(["due", "today", "none"]).optional().describe("The next call: overdue or today, today, or none planned"),
  words: z.string().trim().max(100).optional().describe("Name, e-mail address or number; each word from its beginning"),
  from: day.optional(),
  until: day.optional(),
  campaign: z.string().max(200).optional().describe("`utm_campaign` of the first visit; `-` for none"),
  campaignFrom: z.string().max(200).optional().describe("`utm_source` of the first visit; `-` for none"),
  firstPage: z.string().max(300).optional().describe("The first page of the visit, as the report names it"),
  spam: z.enum(["1"]).optional(),
  sort: z.enum(leadSorts).optional(),
  direction: z.enum(["up", "down"]).optional(),
};
export const LeadFilter = z.object(leadFilter);
export type LeadFilter = z.output<typeof LeadFilter>;
export type LeadFilterInput = z.input<typeof LeadFilter>;

export const Details = {
  name: StaffName,
  email: z.string().trim().max(200).refine(isEmail, "Enter a valid e-mail address").nullable(),
  number: z
    .string()
    .trim()
    .max(30)
    .refine((text) => fullNumber(text) !== null, "Enter a phone number")
    .transform((text) => fullNumber(text))
    .nullable(),
};

export const Change = z.object({
  ...z.object(Details).partial().shape,
  status: z.enum(leadStatuses, "Choose a status").optional(),
  lostReason: z.string().trim().max(200, "Use at most 200 characters").nullable().optional(),
  ownerId: z.uuid("Choose somebody from the list").nullable().optional(),
  nextCallAt: moment.nullable().optional(),
  tags: z.array(Tag).max(maxTags, `Use at most ${maxTags} tags`).optional(),
});
export type LeadChange = z.output<typeof Change>;

/** Colleagues want to know why somebody is lost. */
export function hasReason({ status, lostReason }: Pick<LeadChange, "status" | "lostReason">): boolean {
  return status !== "lost" || Boolean(lostReason);
}
export const noReason = { path: ["lostReason"], message: "Choose or write a reason" };

export const BulkChange = z.object({
  status: z.enum(leadStatuses, "Choose a status").optional(),
  lostReason: z.string().trim().max(200).nullable().optional(),
  ownerId: z.uuid("Choose somebody from the list").nullable().optional(),
  nextCallAt: moment.nullable().optional(),
  addTag: Tag.optional(),
  removeTag: Tag.optional(),
  isSpam: z.boolean().optional(),
});
export type LeadBulkChange = z.output<typeof BulkChange>;

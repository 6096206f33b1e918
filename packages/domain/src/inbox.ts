import type { StaffRole } from "./staff.ts";

/** Leads: people who may become learners, and what staff do to win them. */

export const leadStatuses = ["new", "contacted", "visiting", "enrolled", "lost"] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Where a person first came from. The first seven are forms of the site. */
export const leadSources = [
  "popup",
  "contact",
  "syllabus",
  "webinar",
  "alert",
  "subscription",
  "test",
  "hand",
  "import",
  "api",
] as const;
export type LeadSource = (typeof leadSources)[number];

/** What stands in the history of a lead: what the person sent, what staff did, and what the product sent by itself. */
export const leadEventKinds = [
  ...leadSources,
  "purchase",
  "note",
  "call",
  "whatsapp",
  "mail",
  "status",
  "owner",
  "next call",
  "details",
  "merged",
  "unmerged",
  "spam",
  "message",
  "notification",
] as const;
export type LeadEventKind = (typeof leadEventKinds)[number];

/** How staff got in touch. */
export const contactKinds = ["call", "whatsapp", "mail"] as const;
export type ContactKind = (typeof contactKinds)[number];

export const leadSorts = ["came", "last", "name", "next call"] as const;
export type LeadSort = (typeof leadSorts)[number];

/** The filters of the list of leads, as people read them. */
export const leadFilterLabels = {
  status: "Status",
  source: "Source",
  owner: "Owner",
  tag: "Tag",
  call: "Next call",
  words: "Find",
  from: "Received since",
  until: "Received until",
  campaign: "Campaign",
  campaignFrom: "Campaign source",
  firstPage: "First page",
  spam: "Spam",
  sort: "Order",
  direction: "Direction",
};

export const maxTags = 10;
/** More leads than these are not changed by one press. */
export const maxBulk = 5000;

/** What a column of an imported file can be. */
export const importColumns = ["name", "number", "email", "interest", "note", "tags", "campaign"] as const;
export type ImportColumn = (typeof importColumns)[number];
export const maxImportRows = 5000;
export const maxImportBytes = 1_000_000;

/** New leads get an owner in turn, or somebody gives them one. */
export const assignments = ["by hand", "in turn"] as const;
export type Assignment = (typeof assignments)[number];

/** Each tag once, as it is first written: capitals make no other tag. */
export function uniteTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tag.toLowerCase())) first.set(tag.toLowerCase(), tag);
  return [...first.values()];
}

export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** From the beginning to the end: who is lost is behind everybody. */
const steps: readonly LeadStatus[] = ["lost", "new", "contacted", "visiting", "enrolled"];

export function isFurther(one: LeadStatus, other: LeadStatus): boolean {
  return steps.indexOf(one) > steps.indexOf(other);
}

/** Who takes leads in turn: those whose work it is. Owners only when there is nobody else. */
export function takersOf<Person extends { roles: readonly StaffRole[] }>(people: readonly Person[]): Person[] {
  const takers = people.filter(({ roles }) => roles.includes("counsellor") || roles.includes("front desk"));
  return takers.length > 0 ? takers : people.filter(({ roles }) => roles.includes("owner"));
}

/** With its country code, or null if it cannot be a number: forms without a country take Indian numbers. */
export function fullNumber(typed: string, countryCode = "+91"): string | null {
  const text = typed.replace(/[\s().-]/g, "");
  const code = `+${countryCode.replace(/\D/g, "")}`;
  const withCode = text.startsWith("+")
    ? text
    : text.startsWith("00")
      ? `+${text.slice(2)}`
      : `${code}${text.replace(/^0+/, "").replace(/^91(?=\d{10}$)/, code === "+91" ? "" : "91")}`;
  return /^\+[1-9]\d{7,14}$/.test(withCode) ? withCode : null;
}

/** The names that a template may use, as staff write them: `{first name}`. */
export const mergeFields = ["first name", "name", "course", "institute", "phone", "counsellor"] as const;
export type MergeField = (typeof mergeFields)[number];

/** Puts the values in place of the names. A name that nobody knows stays as it is, so that it is seen before it is sent. */
export function fillTemplate(text: string, values: Record<MergeField, string>): string {
  return text.replace(/\{([a-z ]{1,20})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as MergeField] : whole,
  );
}

export function unknownFields(text: string): string[] {
  const names = [...text.matchAll(/\{([^{}\n]{1,30})\}/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !(mergeFields as readonly string[]).includes(name));
}

/** For WhatsApp, which takes digits only. */
export function whatsappAddress(number: string, text: string): string {
  return `https://wa.me/${number.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}

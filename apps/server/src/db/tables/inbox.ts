import { assignments, contactKinds, type LeadEventKind, leadSources, leadStatuses } from "@shoreline/domain/inbox";
import { type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { addressGrams, learner } from "./account.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** What a merge changes together. */
export type MergeGroup =
  | "status"
  | "noCall"
  | "owner"
  | "nextCall"
  | "firstCall"
  | "interest"
  | "origin"
  | "last"
  | "name"
  | "tags";
/** Fields of the lead that goes on, before a merge and after it, as JSON writes them. */
export type MergeChange = { before: Record<string, unknown>; after: Record<string, unknown> };
export type MergeChanges = Partial<Record<MergeGroup, MergeChange>>;

/** Tags are the same in small letters and capitals. */
export const plainTags = (tags: SQLWrapper) => sql`(lower(${tags}::text)::jsonb)`;
/** How the first visit named an advertisement. */
export const utm = (campaign: SQLWrapper, name: "campaign" | "source") =>
  sql`coalesce(${campaign} ->> ${sql.raw(`'utm_${name}'`)}, '')`;
/** Leads without a planned call come last, whichever way the list is sorted. */
export const callOrder = {
  up: (nextCallAt: SQLWrapper) => sql`coalesce(${nextCallAt}, timestamptz '3000-01-01 00:00+00')`,
  down: (nextCallAt: SQLWrapper) => sql`coalesce(${nextCallAt}, timestamptz '1970-01-01 00:00+00')`,
};
/** Most leads have none, and need no place in its indexes. */
export const hasCampaign = (campaign: SQLWrapper) => sql`${campaign} <> '{}'::jsonb`;

/** A person who may become a learner. What this person sent is in `lead_event`. */
export const lead = pgTable(
  "lead",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text(),
    /** With country code: +919876543210. */
    number: text(),
    status: text({ enum: leadStatuses }).notNull().default("new"),
    lostReason: text(),
    ownerId: uuid().references(() => staff.id, { onDelete: "set null" }),
    assignedAt: moment(),
    nextCallAt: moment(),
    /** When the owner was reminded of the next call. */
    remindedAt: moment(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    /** Of the first visit. */
    source: text({ enum: leadSources }).notNull(),
    landingPage: text().notNull().default(""),
    campaign: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The course that the person asked about last. */
    interest: text().notNull().default(""),
    cameAt: moment().notNull(),
    /** When the person last sent something. */
    lastAt: moment().notNull(),
    /** When staff first called or wrote. */
    firstCallAt: moment(),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    isSpam: boolean().notNull().default(false),
    /** This row and that one are the same person; the events have moved there. */
    mergedInto: uuid().references((): AnyPgColumn => lead.id, { onDelete: "cascade" }),
    /** What the other one did not know before: it is taken back when the two are separated. */
    gaveWhenMerged: jsonb().$type<("email" | "number" | "learnerId")[]>().notNull().default([]),
    /** What else the merge changed on that lead. It comes back where nobody has changed it since. Null for merges of earlier releases. */
    changedByMerge: jsonb().$type<MergeChanges>(),
    isDemo: boolean().notNull().default(false),
    version: integer().notNull().default(0),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`to_tsvector('simple', replace(name, '.', ' ') || ' ' || coalesce(email, '') || ' ' || coalesce(number, '') || ' ' || coalesce(right(number, 10), ''))`,
      ),
  },
  (t) => {
    // Without an order of their own: PostgreSQL reads an index backwards for the newest first, but not one that puts nulls elsewhere.
    const isListed = sql`${t.mergedInto} is null and not ${t.isSpam}`;
    return [
      index("lead_came").on(t.cameAt, t.id).where(isListed),
      index("lead_last").on(t.lastAt, t.id).where(isListed),
      index("lead_name").on(sql`lower(${t.name})`, t.id).where(isListed),
      index("lead_next_call").on(t.nextCallAt, t.id).where(isListed),
      index("lead_call_up").on(callOrder.up(t.nextCallAt), t.id).where(isListed),
      index("lead_call_down").on(callOrder.down(t.nextCallAt), t.id).where(isListed),
      index("lead_status").on(t.status, t.cameAt, t.id).where(isListed),
      index("lead_owner").on(t.ownerId, t.cameAt, t.id).where(isListed),
      index("lead_owner_call").on(t.ownerId, t.nextCallAt, t.id).where(isListed),
      index("lead_source").on(t.source, t.cameAt, t.id).where(isListed),
      index("lead_spam").on(t.cameAt, t.id).where(sql`${t.mergedInto} is null and ${t.isSpam}`),
      index("lead_assigned").on(t.ownerId, t.assignedAt),
      index("lead_email").on(sql`lower(${t.email})`),
      index("lead_number").on(t.number),
      index("lead_learner").on(t.learnerId),
      index("lead_merged").on(t.mergedInto),
      index("lead_tags").using("gin", plainTags(t.tags)),
      index("lead_address").using("gin", addressGrams(t.email)),
      index("lead_campaign")
        .on(utm(t.campaign, "campaign"), t.cameAt, t.id)
        .where(sql`${isListed} and ${hasCampaign(t.campaign)}`),
      index("lead_campaign_from")
        .on(utm(t.campaign, "source"), t.cameAt, t.id)
        .where(sql`${isListed} and ${hasCampaign(t.campaign)}`),
      index("lead_first_page").on(t.landingPage, t.cameAt, t.id).where(isListed),
      index("lead_search").using("gin", t.search),
    ];
  },
);

const leadGroups = ["source", "counsellor", "page", "campaign"] as const;
/** What leads are counted by. `value` is a source, the id of a counsellor or nothing, a page, or a campaign with the site that it came from. */
const leadGroup = () => ({
  /** The Monday of the week in which the leads came, in the institute's zone. */
  week: date().notNull(),
  kind: text({ enum: leadGroups }).notNull(),
  value: text().notNull(),
  campaignFrom: text().notNull(),
});

/** How many leads of a group came in a week, and what became of them. */
export const leadSum = pgTable(
  "lead_sum",
  {
    ...leadGroup(),
    leads: integer().notNull(),
    contacted: integer().notNull(),
    enrolled: integer().notNull(),
    lost: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.week, t.kind, t.value, t.campaignFrom] }),
    index("lead_sum_none").on(t.week).where(sql`${t.leads} = 0`),
  ],
);

/** How many leads of a group waited so many minutes for the first call. */
export const leadWait = pgTable(
  "lead_wait",
  { ...leadGroup(), minutes: integer().notNull(), leads: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.kind, t.value, t.campaignFrom, t.week, t.minutes] }),
    index("lead_wait_none").on(t.week).where(sql`${t.leads} = 0`),
  ],
);

/** What changed about the leads that a report counts, and is not in the sums yet. A trigger adds it, and a job adds it up. */
export const leadChange = pgTable(
  "lead_change",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** 1: the lead is as this row says now; -1: it was before. */
    adds: smallint().notNull(),
    cameAt: moment().notNull(),
    source: text().notNull(),
    ownerId: uuid(),
    landingPage: text().notNull(),
    campaign: text().notNull(),
    campaignFrom: text().notNull(),
    status: text().notNull(),
    /** Minutes until the first call. */
    waited: integer(),
  },
  (t) => [index("lead_change_came").on(t.cameAt)],
);

/** One row: which weeks the sums have. Without it they have none. */
export const leadSumState = pgTable(
  "lead_sum_state",
  {
    id: smallint().primaryKey().default(1),
    /** In which the weeks begin. */
    timeZone: text().notNull(),
    /** A Monday; the sums have that week and all later ones. */
    keptFrom: date().notNull(),
  },
  (t) => [check("lead_sum_state_one_row", sql`${t.id} = 1`)],
);

/** The history of a lead. */
export const leadEvent = pgTable(
  "lead_event",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    leadId: uuid()
      .notNull()
      .references(() => lead.id, { onDelete: "cascade" }),
    /** The lead that it belonged to before two were merged, or would belong to if they had not been. */
    fromLeadId: uuid(),
    /** By lead: what it changed on those that the one that it came from is merged into. It is taken back with that one. */
    changedLead: jsonb().$type<Record<string, MergeChanges>>(),
    at: moment().notNull(),
    kind: text().$type<LeadEventKind>().notNull(),
    /** As people read it: a question, a note, a course. */
    text: text().notNull().default(""),
    /** What else was sent with it, by its label. */
    facts: jsonb().$type<Record<string, string>>().notNull().default({}),
    staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
    who: text(),
    /** As the person wrote them, so that nothing is lost when people are joined. */
    email: text(),
    number: text(),
    /** The row of the form: `course_enquiry 3f…`. It is collected once. */
    sourceRow: text(),
  },
  (t) => [
    index("lead_event_lead").on(t.leadId, t.at, t.id),
    uniqueIndex("lead_event_source").on(t.sourceRow),
    index("lead_event_email").on(sql`lower(${t.email})`),
    index("lead_event_number").on(t.number),
    index("lead_event_at").on(t.at),
  ],
);

/** Tags in use, or once in use, as they were first written. A trigger adds them. */
export const leadTag = pgTable("lead_tag", {
  /** In small letters. */
  small: text().primaryKey(),
  tag: text().notNull(),
});

/** What staff write again and again. */
export const leadTemplate = pgTable("lead_template", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  kind: text({ enum: contactKinds }).notNull(),
  subject: text().notNull().default(""),
  text: text().notNull(),
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(0),
});

/** A list with its filters, under a name. */
export const savedView = pgTable(
  "saved_view",
  {
    id: uuid().primaryKey().defaultRandom(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    room: text().notNull(),
    name: text().notNull(),
    /** The part of the address after the question mark. */
    query: text().notNull(),
    isShared: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex("saved_view_name").on(t.room, t.staffId, sql`lower(${t.name})`)],
);

/** One row, once somebody has changed it. */
export const inboxSetting = pgTable(
  "inbox_setting",
  {
    id: smallint().primaryKey().default(1),
    assignment: text({ enum: assignments }).notNull().default("by hand"),
    version: integer().notNull().default(0),
  },
  (t) => [check("inbox_setting_one_row", sql`${t.id} = 1`)],
);

/** Rows of the forms that are not in the inbox yet. Triggers add them, so that no form can be forgotten. */
export const uncollected = pgTable(
  "uncollected",
  {
    /** `course_enquiry 3f…` */
    sourceRow: text().primaryKey(),
    addedAt: moment().notNull().defaultNow(),
    /** What fails several times waits for an engineer. */
    tries: smallint().notNull().default(0),
  },
  (t) => [index("uncollected_next").on(t.tries, t.addedAt.desc().nullsFirst())],
);

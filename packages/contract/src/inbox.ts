import { assignments, contactKinds } from "@shoreline/domain/inbox";
import { z } from "zod";
import { endpoint, StreamReply } from "./endpoint.ts";
import { inboxImport } from "./inbox-import.ts";
import { inboxSettings } from "./inbox-settings.ts";
import {
  BulkChange,
  Change,
  Details,
  hasReason,
  Lead,
  LeadDetail,
  LeadFilter,
  leadId,
  noReason,
  Owner,
} from "./inbox-shapes.ts";
import { Counted, nothing, version } from "./staff-shapes.ts";

const note = z.string().trim().min(1, "Write a note").max(2000, "Use at most 2,000 characters");

/** A field that nobody has filled in would go out as it stands. */
const finished = (text: z.ZodString) =>
  text.superRefine((written, check) => {
    const [field] = /\{[a-z ]{1,20}\}/.exec(written) ?? [];
    if (field) check.addIssue({ code: "custom", message: `Write what you mean in place of ${field}` });
  });

/** Leads: one list over everything that people sent. */
export const inbox = {
  list: endpoint({
    summary: "Leads, 50 at a time",
    input: LeadFilter.extend({
      after: z.string().max(1000).optional().describe("`next` of the page before"),
    }),
    reply: z.object({ leads: z.array(Lead), next: z.string().nullable() }),
    staff: "see leads",
    reads: "replica",
  }),
  counts: endpoint({
    summary: "How many leads fit, counted up to 1,000",
    input: LeadFilter,
    reply: Counted,
    staff: "see leads",
    reads: "replica",
  }),
  owners: endpoint({
    summary: "Who can own a lead, and the tags in use",
    input: nothing,
    reply: z.object({
      owners: z.array(Owner),
      former: z.array(Owner).describe("Owners who have left, or lost the right, and still have leads"),
      tags: z.array(z.string()),
      assignment: z.enum(assignments),
      takers: z.array(z.string()).describe("Names of those who get new leads in turn, the next one first"),
      version: z.int(),
    }),
    staff: "see leads",
  }),
  read: endpoint({
    summary: "A lead with its history",
    input: z.object({ leadId }),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD"],
    staff: "see leads",
  }),
  create: endpoint({
    summary: "Add somebody who called or came by; a known number or address is found again",
    input: z.object({
      ...Details,
      interest: z.string().trim().max(100).optional(),
      note: z.string().trim().max(2000).optional(),
    }),
    reply: LeadDetail,
    staff: "change leads",
  }),
  change: endpoint({
    summary: "Change status, owner, next call, tags or details",
    input: Change.extend({ leadId, version }).refine(hasReason, noReason),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD", "UNKNOWN_STAFF", "CHANGED_MEANWHILE"],
    staff: "change leads",
  }),
  note: endpoint({
    summary: "Write a note, or what came of a call or a message",
    input: z.object({ leadId, kind: z.enum(["note", ...contactKinds]), text: note }),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD"],
    staff: "change leads",
  }),
  mail: endpoint({
    summary: "Send a mail to a lead, from the institute's address",
    input: z.object({
      leadId,
      subject: finished(z.string().trim().min(1, "Enter a subject").max(150, "Use at most 150 characters")),
      text: finished(z.string().trim().min(1, "Write a text").max(5000, "Use at most 5,000 characters")),
    }),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD", "NO_ADDRESS"],
    staff: "change leads",
    limit: { points: 200, seconds: 3600 },
  }),
  merge: endpoint({
    summary: "Two leads are one person: the other one's history moves here",
    input: z.object({ leadId, otherId: leadId }),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD", "SPAM_AND_NOT"],
    staff: "change leads",
  }),
  unmerge: endpoint({
    summary: "They are two people after all: the history goes back",
    input: z.object({ leadId, otherId: leadId }),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD"],
    staff: "change leads",
  }),
  spam: endpoint({
    summary: "Mark a lead as spam: what comes from its number or address later stays out of the list too",
    input: z.object({ leadId, isSpam: z.boolean() }),
    reply: LeadDetail,
    refusals: ["UNKNOWN_LEAD"],
    staff: "change leads",
  }),
  bulk: endpoint({
    summary: "Change many leads: those that are named, or all that fit the filter",
    input: z.object({
      leadIds: z.array(leadId).min(1, "Choose at least one").max(500, "Choose at most 500").optional(),
      filter: LeadFilter.optional(),
      change: BulkChange.refine(hasReason, noReason),
    }),
    reply: z.object({
      changed: z.int(),
      withoutRoom: z.int().describe("Leads that have as many tags as they may: the new one was not added"),
    }),
    refusals: ["UNKNOWN_STAFF", "TOO_MANY_LEADS"],
    staff: "change leads",
  }),
  handOver: endpoint({
    summary: "Give the open leads of a colleague who leaves to another one, or to nobody",
    input: z.object({ fromId: z.uuid(), toId: z.uuid("Choose somebody from the list").nullable() }),
    reply: z.object({ changed: z.int() }),
    refusals: ["UNKNOWN_STAFF"],
    staff: "change people",
  }),
  export: endpoint({
    summary: "All leads that fit the filter, as CSV",
    input: LeadFilter,
    reply: StreamReply,
    staff: "export leads",
    needsFreshProof: true,
    sends: "text/csv",
  }),
  exportSheet: endpoint({
    summary: "All leads that fit the filter, as a workbook of Excel",
    input: LeadFilter,
    reply: StreamReply,
    staff: "export leads",
    needsFreshProof: true,
    sends: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  }),
  ...inboxImport,
  ...inboxSettings,
};

export type { ImportCheck, ImportFault } from "./inbox-import.ts";
export type { LeadTemplate, SavedView } from "./inbox-settings.ts";
export type {
  Lead,
  LeadBulkChange,
  LeadChange,
  LeadDetail,
  LeadEvent,
  LeadFilterInput,
  LeadOwner,
} from "./inbox-shapes.ts";
export { LeadFilter } from "./inbox-shapes.ts";

import { z } from "zod";
import { AnyPattern, Pattern } from "./batch-shapes.ts";

export const mostDrafts = 60;

export const DraftWish = z.object({
  draftId: z.uuid("Choose a draft from the list"),
  classesAWeek: z.int("Enter a number").min(1, "At least 1").max(20, "At most 20"),
  days: z.enum(["week-days", "week-end", "any"]),
  wantsRoom: z.boolean().default(false),
});

const Draft = z.object({
  draftId: z.string(),
  name: z.string(),
  course: z.string(),
  hours: z.int(),
  from: z.iso.date().nullable(),
  wish: DraftWish.omit({ draftId: true }).describe("What the draft says so far"),
});
export type ProposalDraft = z.infer<typeof Draft>;

const Line = z.object({
  draftId: z.string(),
  name: z.string(),
  course: z.string(),
  hours: z.int(),
  from: z.iso.date(),
  /** Null while it has no place. */
  plan: z
    .object({
      pattern: AnyPattern,
      until: z.iso.date(),
      trainerId: z.string(),
      trainer: z.string(),
      roomId: z.string().nullable(),
      room: z.string(),
      isAsWished: z.boolean(),
    })
    .nullable(),
  why: z.string().describe("Why it has no place; empty when it has one"),
  warning: z.string().describe("What speaks against its trainer, such as their hours; mostly empty"),
});
export type ProposalLine = z.infer<typeof Line>;

export const Proposal = z.object({
  proposalId: z.string(),
  state: z.enum(["asked", "ready", "impossible", "failed", "accepted", "dropped"]),
  why: z.string(),
  askedAt: z.iso.datetime(),
  lines: z.array(Line),
});
export type Proposal = z.infer<typeof Proposal>;

export const DraftList = z.object({
  drafts: z.array(Draft),
  isCut: z.boolean(),
  newest: Proposal.nullable(),
});
export type ProposalDrafts = z.infer<typeof DraftList>;

export const ChangeLine = z.object({
  proposalId: z.uuid(),
  draftId: z.uuid(),
  plan: z
    .object({
      pattern: Pattern,
      trainerId: z.uuid("Choose a trainer from the list"),
      roomId: z.uuid("Choose a room from the list").nullable(),
    })
    .nullable()
    .describe("Null: leave the draft out"),
});

export const proposalRefusals = [
  ...["UNKNOWN_PROPOSAL", "PROPOSAL_CLOSED", "UNKNOWN_TRAINER", "UNKNOWN_CAMPUS_ROOM", "UNKNOWN_DRAFT"],
  ...["CLASS_CLASH", "CHANGED_MEANWHILE"],
] as const;

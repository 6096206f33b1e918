import { auditKinds, staffRoles } from "@shoreline/domain/staff";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, mailing, nothing, Roles, StaffEmail, StaffName, staffId, version } from "./staff-shapes.ts";

const StaffPerson = z.object({
  staffId: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string().nullable(),
  photo: z.string().nullable().describe("Its address"),
  roles: z.array(z.enum(staffRoles)),
  state: z.enum(["invited", "active", "closed"]),
  invitationEndsAt: z.iso.datetime().nullable(),
  passkeys: z.int(),
  hasAuthenticator: z.boolean(),
  lastSeenAt: z.iso.datetime().nullable(),
  isLastOwner: z.boolean(),
  version: z.int(),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

export const AuditEntry = z.object({
  entryId: z.string(),
  at: z.iso.datetime(),
  who: z.string().describe("The name of a person, The system, or The terminal"),
  staffId: z.string().nullable(),
  action: z.string(),
  kind: z.enum(auditKinds),
  thing: z.string(),
  thingId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Everybody who works here, and what they changed. */
export const staffPeople = {
  people: endpoint({
    summary: "Everybody who works here",
    input: nothing,
    reply: z.object({ people: z.array(StaffPerson) }),
    staff: "see people",
  }),
  invite: endpoint({
    summary: "Invite somebody by mail",
    input: z.object({ name: StaffName, email: StaffEmail, roles: Roles }),
    reply: StaffPerson,
    refusals: ["KNOWN_STAFF"],
    staff: "change people",
    needsFreshProof: true,
    ...mailing,
  }),
  inviteAgain: endpoint({
    summary: "Send the invitation again; the earlier link ends",
    input: z.object({ staffId }),
    reply: StaffPerson,
    refusals: ["UNKNOWN_STAFF"],
    staff: "change people",
    needsFreshProof: true,
    ...mailing,
  }),
  changeRoles: endpoint({
    summary: "Give a person other roles; their sessions go on with them",
    input: z.object({ staffId, roles: Roles, version }),
    reply: StaffPerson,
    refusals: ["UNKNOWN_STAFF", "LAST_OWNER", "CHANGED_MEANWHILE"],
    staff: "change people",
    needsFreshProof: true,
  }),
  reset: endpoint({
    summary: "For a lost device: removes passkeys, authenticator and sessions, and mails a link to set up new ones",
    input: z.object({ staffId }),
    reply: StaffPerson,
    refusals: ["UNKNOWN_STAFF", "OWN_RESET"],
    staff: "change people",
    needsFreshProof: true,
    ...mailing,
  }),
  close: endpoint({
    summary: "Close an account: its sessions end, and nobody can sign in with it",
    input: z.object({ staffId }),
    reply: StaffPerson,
    refusals: ["UNKNOWN_STAFF", "LAST_OWNER"],
    staff: "change people",
    needsFreshProof: true,
  }),
  reopen: endpoint({
    summary: "Open a closed account again",
    input: z.object({ staffId }),
    reply: StaffPerson,
    refusals: ["UNKNOWN_STAFF"],
    staff: "change people",
    needsFreshProof: true,
  }),
  audit: endpoint({
    summary: "What staff changed, newest first, 50 at a time",
    input: z.object({
      who: z
        .union([z.literal("system"), z.uuid()], "Choose somebody from the list")
        .optional()
        .describe("The id of a person, or `system`: what nobody of the staff did"),
      kind: z.enum(auditKinds).optional(),
      thingId: z.string().max(100).optional(),
      words: z.string().trim().max(100).optional().describe("In the name of the person or of the thing"),
      from: day.optional(),
      until: day.optional(),
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional()
        .describe("The last entry of the page before"),
    }),
    reply: z.object({ entries: z.array(AuditEntry), hasMore: z.boolean(), kinds: z.array(z.enum(auditKinds)) }),
    staff: "see audit log",
    reads: "replica",
  }),
};

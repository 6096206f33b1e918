import { auditKinds, type Permission, permissions, staffRoles } from "@shoreline/domain/staff";
import { isEmail } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PasskeyAnswer, PasskeyOptions, PasskeyProof } from "./passkey.ts";

const Roles = z
  .array(z.enum(staffRoles, "Choose a role from the list"))
  .min(1, "Choose at least one role")
  .max(staffRoles.length);
const StaffName = z.string().trim().min(1, "Enter a name").max(100, "Use at most 100 characters");
const StaffEmail = z.string().trim().max(200).refine(isEmail, "Enter a valid e-mail address");
const StaffNumber = z
  .string()
  .trim()
  .regex(/^\+?[\d ]{8,20}$/, "Enter a phone number")
  .nullable();
const token = z.string().max(100);
const code = z.string().trim().min(6, "Enter the code").max(20, "This code is too long");
const version = z.int().min(0);
const staffId = z.string().max(100);
const nothing = z.object({});
const Done = z.object({ message: z.string() });

const Me = z.object({
  staffId: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string().nullable(),
  roles: z.array(z.enum(staffRoles)),
  permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
  version: z.int(),
  institute: z.string(),
  environment: z.enum(["demo", "local", "live"]),
});
export type StaffMe = z.infer<typeof Me>;

const SetUpAuthenticator = z.object({
  secret: z.string().describe("For apps that cannot scan the picture"),
  picture: z.string().describe("A QR code as SVG"),
});
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const StaffPerson = z.object({
  staffId: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string().nullable(),
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

const aDay = 86_400;
const own = { staff: "own account" as const };
/** An office has one address: each person's tries are bounded apart from that. */
const often = { points: 100, seconds: 600 };
const signIn = { isEntrance: true, limit: often };
/** In a demonstration everybody is an owner, and anybody's address can be typed. */
const mailing = { limit: { points: 30, seconds: aDay } };

/** Sign-in, own account, people and audit log of the institute's staff. */
export const staff = {
  entrance: endpoint({
    summary: "How staff can sign in here",
    input: nothing,
    reply: z.object({
      institute: z.string(),
      hasPasskeys: z.boolean().describe("Passkeys need an encrypted address with a name"),
      demoRoles: z.array(z.enum(staffRoles)).describe("In a demonstration, everybody can enter in these roles"),
    }),
    isEntrance: true,
  }),
  enterDemo: endpoint({
    summary: "Enter a demonstration as one of its staff",
    input: z.object({ role: z.enum(staffRoles) }),
    reply: Me,
    refusals: ["NOT_FOUND"],
    ...signIn,
  }),
  passkeyOptions: endpoint({
    summary: "Begin to sign in with a passkey",
    input: nothing,
    reply: PasskeyOptions,
    ...signIn,
  }),
  passkeySignIn: endpoint({
    summary: "Sign in with a passkey",
    input: z.object({ response: PasskeyProof }),
    reply: Me,
    refusals: ["PASSKEY_REFUSED", "STAFF_CLOSED"],
    ...signIn,
  }),
  sendLink: endpoint({
    summary: "Get a sign-in link by mail. The answer is the same for unknown addresses",
    input: z.object({ email: StaffEmail }),
    reply: Done,
    isEntrance: true,
    limit: [
      { points: 10, seconds: 600 },
      { points: 50, seconds: aDay },
    ],
  }),
  readLink: endpoint({
    summary: "What a link from a mail is for",
    input: z.object({ token }),
    reply: z.object({
      purpose: z.enum(["invitation", "sign-in", "reset"]),
      name: z.string(),
      email: z.string(),
      roles: z.array(z.enum(staffRoles)),
      next: z.enum(["code", "set up"]).describe("`set up`: this person has no passkey and no authenticator yet"),
      hasPasskeys: z.boolean(),
    }),
    refusals: ["DEAD_LINK"],
    ...signIn,
  }),
  signInByLink: endpoint({
    summary: "Sign in with a link and the code of an authenticator app, or a recovery code",
    input: z.object({ token, code }),
    reply: Me,
    refusals: ["DEAD_LINK", "WRONG_CODE"],
    ...signIn,
  }),
  setUpAuthenticator: endpoint({
    summary: "Begin to set up an authenticator app",
    input: z.object({ token }),
    reply: SetUpAuthenticator,
    refusals: ["DEAD_LINK"],
    ...signIn,
  }),
  acceptAuthenticator: endpoint({
    summary: "Confirm the authenticator app with its first code, and sign in",
    input: z.object({ token, code }),
    reply: RecoveryCodes.extend({ me: Me }),
    refusals: ["DEAD_LINK", "WRONG_CODE"],
    ...signIn,
  }),
  setUpPasskey: endpoint({
    summary: "Begin to set up a passkey",
    input: z.object({ token }),
    reply: PasskeyOptions,
    refusals: ["DEAD_LINK", "TOO_MANY_PASSKEYS"],
    ...signIn,
  }),
  acceptPasskey: endpoint({
    summary: "Confirm the passkey, and sign in",
    input: z.object({ token, response: PasskeyAnswer }),
    reply: Me,
    refusals: ["DEAD_LINK", "PASSKEY_REFUSED"],
    ...signIn,
  }),
  me: endpoint({ summary: "Who is signed in", input: nothing, reply: Me, ...own }),
  editMe: endpoint({
    summary: "Change your own name and number",
    input: z.object({ name: StaffName, number: StaffNumber, version }),
    reply: Me,
    refusals: ["CHANGED_MEANWHILE"],
    ...own,
  }),
  signOut: endpoint({ summary: "End this session", input: nothing, reply: Done, ...own }),
  prove: endpoint({
    summary: "Prove again who you are, with the code of your authenticator app or a recovery code",
    input: z.object({ code }),
    reply: Me,
    refusals: ["WRONG_CODE"],
    limit: often,
    ...own,
  }),
  proveOptions: endpoint({
    summary: "Begin to prove who you are with a passkey",
    input: nothing,
    reply: PasskeyOptions,
    ...own,
  }),
  provePasskey: endpoint({
    summary: "Prove again who you are, with a passkey",
    input: z.object({ response: PasskeyProof }),
    reply: Me,
    refusals: ["PASSKEY_REFUSED"],
    ...own,
  }),
  devices: endpoint({
    summary: "Your passkeys, authenticator app, recovery codes and sessions",
    input: nothing,
    reply: z.object({
      hasPasskeys: z.boolean(),
      passkeys: z.array(
        z.object({
          id: z.string(),
          browser: z.string(),
          addedAt: z.iso.datetime(),
          usedAt: z.iso.datetime().nullable(),
        }),
      ),
      authenticatorSince: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.int(),
      sessions: z.array(
        z.object({
          id: z.string(),
          browser: z.string(),
          startedAt: z.iso.datetime(),
          usedAt: z.iso.datetime(),
          isThis: z.boolean(),
        }),
      ),
    }),
    ...own,
  }),
  newPasskey: endpoint({
    summary: "Begin to add a passkey",
    input: nothing,
    reply: PasskeyOptions,
    limit: often,
    needsFreshProof: true,
    ...own,
  }),
  addPasskey: endpoint({
    summary: "Add a passkey",
    input: z.object({ response: PasskeyAnswer }),
    reply: Done,
    refusals: ["PASSKEY_REFUSED"],
    limit: often,
    needsFreshProof: true,
    ...own,
  }),
  removePasskey: endpoint({
    summary: "Remove a passkey",
    input: z.object({ id: z.string().max(1400) }),
    reply: Done,
    refusals: ["UNKNOWN_PASSKEY", "LAST_WAY_IN"],
    needsFreshProof: true,
    ...own,
  }),
  newAuthenticator: endpoint({
    summary: "Begin to set up another authenticator app",
    input: nothing,
    reply: SetUpAuthenticator,
    limit: often,
    needsFreshProof: true,
    ...own,
  }),
  addAuthenticator: endpoint({
    summary: "Confirm the new authenticator app; it replaces the one before, and recovery codes are new",
    input: z.object({ code }),
    reply: RecoveryCodes,
    refusals: ["WRONG_CODE"],
    limit: often,
    needsFreshProof: true,
    ...own,
  }),
  removeAuthenticator: endpoint({
    summary: "Remove the authenticator app and the recovery codes",
    input: nothing,
    reply: Done,
    refusals: ["LAST_WAY_IN"],
    needsFreshProof: true,
    ...own,
  }),
  newRecoveryCodes: endpoint({
    summary: "New recovery codes; the old ones end",
    input: nothing,
    reply: RecoveryCodes,
    refusals: ["NO_AUTHENTICATOR"],
    limit: often,
    needsFreshProof: true,
    ...own,
  }),
  endSession: endpoint({
    summary: "End one of your sessions",
    input: z.object({ id: z.string().max(100) }),
    reply: Done,
    ...own,
  }),
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
      from: z.iso.date("Enter a date").optional(),
      until: z.iso.date("Enter a date").optional(),
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional()
        .describe("The last entry of the page before"),
    }),
    reply: z.object({ entries: z.array(AuditEntry), hasMore: z.boolean(), kinds: z.array(z.enum(auditKinds)) }),
    staff: "see audit log",
  }),
};

import { meetingKinds, mostMeetingAccounts } from "@shoreline/domain/meeting-account";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { nothing, StaffName } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const owners = { staff: "change connections" as const };
const accountId = z.uuid("Choose one from the list");
const classId = z.uuid("Choose a class from the list");
const setting = z.string().trim().max(500, "Use at most 500 characters");

const Settings = z.object({
  url: setting.optional().describe("BigBlueButton: the address of its API"),
  accountId: setting.optional().describe("Zoom"),
  clientId: setting.optional().describe("Zoom"),
  user: setting.optional().describe("Zoom and Google Meet: who holds the meetings"),
  serviceEmail: setting.optional().describe("Google Meet: the service account"),
});

const MeetingAccount = z.object({
  accountId: z.string(),
  kind: z.enum(meetingKinds),
  name: z.string(),
  settings: Settings,
  atOnce: z.int(),
  addedAt: moment,
  closedAt: moment.nullable(),
  ahead: z.int().describe("Meetings of classes that come"),
  problem: z.string().nullable().describe("Why a meeting of a class that comes could not be made"),
});
export type MeetingAccount = z.infer<typeof MeetingAccount>;
const Accounts = z.object({
  accounts: z.array(MeetingAccount).describe("Those in use first"),
  without: z.int().describe("Classes of the next days that have no meeting, because no account is free"),
});

/** Accounts at meeting providers. */
export const meetings = {
  accounts: endpoint({ summary: "Accounts at meeting providers", input: nothing, reply: Accounts, ...owners }),
  saveAccount: endpoint({
    summary: `Add or change an account, at most ${mostMeetingAccounts}. Its secret is never shown again`,
    input: z.object({
      accountId: accountId.optional(),
      kind: z.enum(meetingKinds, "Choose a provider"),
      name: StaffName,
      settings: Settings,
      secret: z.string().trim().max(10_000, "This secret is too long").optional().describe("Left out: it stays"),
      atOnce: z.number("Enter a number").int("Enter a whole number").min(1, "At least 1").max(100, "At most 100"),
    }),
    reply: Accounts,
    refusals: ["UNKNOWN_MEETING_ACCOUNT", "TOO_MANY_MEETING_ACCOUNTS", "INVALID_INPUT"],
    ...owners,
    needsFreshProof: true,
  }),
  testAccount: endpoint({
    summary: "Ask the provider whether the account can be used",
    input: z.object({ accountId }),
    reply: z.object({ isFine: z.boolean(), message: z.string() }),
    refusals: ["UNKNOWN_MEETING_ACCOUNT"],
    ...owners,
    limit: { points: 30, seconds: 600 },
  }),
  closeAccount: endpoint({
    summary: "Close an account: classes that come get their meeting from another one",
    input: z.object({ accountId }),
    reply: Accounts,
    refusals: ["UNKNOWN_MEETING_ACCOUNT"],
    ...owners,
  }),
  ofClass: endpoint({
    summary: "The meeting of a class: for trainers of their own classes",
    input: z.object({ classId }),
    reply: z.object({
      state: z
        .enum(["none", "waiting", "made", "failed", "ended"])
        .describe("none: the batch makes no meetings; waiting: it will be made"),
      problem: z.string().nullable(),
      account: z.string().nullable(),
      people: z.int().describe("How many learners were in it so far"),
    }),
    refusals: ["UNKNOWN_CLASS"],
    staff: "teach classes",
  }),
  open: endpoint({
    summary: "The address at which you hold the meeting of a class: for trainers of their own classes",
    input: z.object({ classId }),
    reply: z.object({ url: z.string() }),
    refusals: [
      "UNKNOWN_CLASS",
      "CLASS_CANCELLED",
      "CLASS_NOT_OPEN",
      "CLASS_OVER",
      "CLASS_WITHOUT_LINK",
      "MEETING_AWAY",
    ],
    staff: "teach classes",
  }),
};

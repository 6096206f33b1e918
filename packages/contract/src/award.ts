import { certificateTemplates } from "@shoreline/domain/certificate";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { attemptId, NeededReason, shortText } from "./sale-shapes.ts";
import { Counted, nothing, StaffName, version } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const purchaseId = z.uuid("Choose a learner from the list");
const certificateId = z.string().max(40);
const percent = z.int("Enter whole percent").min(0, "Enter 0 to 100").max(100, "Enter 0 to 100");

const AwardLearner = z.object({
  purchaseId: z.string(),
  name: z.string(),
  courseId: z.string(),
  course: z.string(),
  batchId: z.string(),
  batch: z.string(),
  endsAt: moment.describe("When the batch is over"),
  classes: z.int(),
  attended: z.int(),
  percent: z.int().describe("The share of the classes that the rule asks for"),
  homework: z.object({ set: z.int(), done: z.int(), needed: z.int() }).nullable(),
  test: z.object({ topic: z.string(), percent: z.int(), best: z.int().nullable() }).nullable(),
  openInPaise: z.int().describe("Still to be paid; it does not matter before its day"),
  isOnHold: z.boolean(),
  missing: z.array(z.string()).describe("What is missing, in words; empty: ready"),
});
export type AwardLearner = z.infer<typeof AwardLearner>;

const StaffCertificate = z.object({
  certificateId: z.string(),
  name: z.string(),
  courseId: z.string(),
  course: z.string(),
  earnedAt: moment,
  issuedAt: moment,
  issuedBy: z.enum(["rule", "staff"]),
  issuedByName: z
    .string()
    .nullable()
    .describe("Who of the staff issued it. Null: the rule did, or it was before there was a log"),
  signedAt: moment.nullable().describe("Null: it is waiting for its signature"),
  signedWith: z.string().nullable().describe("The public key (multikey) of its signature"),
  reason: z.string().nullable().describe("Why staff issued it"),
  revokedAt: moment.nullable(),
  revokedReason: z.string().nullable(),
  replaces: z.string().nullable().describe("The id of the one in whose place it was issued"),
  replacedBy: z.string().nullable(),
});
export type StaffCertificate = z.infer<typeof StaffCertificate>;

const words = z.string().trim().max(100).optional();
const after = z.string().max(200).optional().describe("`next` of the page before");

const AwardRule = z.object({
  courseId: z.string(),
  course: z.string(),
  attendancePercent: z.int().nullable().describe("Null: the institute's"),
  homeworkPercent: z.int().nullable().describe("Null: none"),
  test: z.object({ collectionId: z.string(), topic: z.string(), percent: z.int() }).nullable(),
  version: z.int().describe("0: the course has no rule of its own yet"),
});
export type AwardRule = z.infer<typeof AwardRule>;

const Rules = z.object({
  institutePercent: z.number(),
  issuesAutomatically: z.boolean(),
  settingsVersion: z.int(),
  rules: z.array(AwardRule),
  tests: z.array(z.object({ collectionId: z.string(), name: z.string(), topics: z.array(z.string()) })),
});
export type AwardRules = z.infer<typeof Rules>;

const Signatory = z
  .object({ name: StaffName, designation: shortText.min(1, "Enter a designation") })
  .nullable()
  .describe("Null: the institute's");

const Design = z.object({
  template: z.enum(certificateTemplates),
  signatory: z.object({ name: z.string(), designation: z.string() }).nullable(),
  instituteSignatory: z.object({ name: z.string(), designation: z.string() }).nullable(),
  hasSignature: z.boolean(),
  version: z.int(),
});
export type AwardDesign = z.infer<typeof Design>;

const DesignForm = z.object({
  template: z.enum(certificateTemplates, "Choose a template"),
  signatory: Signatory,
  signature: z
    .union([
      z.literal("keep"),
      z.literal("none"),
      z.base64("Choose a picture").max(1_000_000, "This picture is too large"),
    ])
    .describe("A new picture, PNG or JPEG, or what happens to the one before"),
});

/** A picture to look at; nothing is stored. */
const Preview = z.object({ picture: z.string().describe("A WebP picture in base64"), name: z.string() });

const issuers = { staff: "issue certificates" as const };
const settings = { staff: "change class settings" as const };

/** Certificates as staff see them: who has earned one, issuing them, and the certificates that there are. */
export const award = {
  learners: endpoint({
    summary:
      "Learners without a certificate whose batch is over: those who have earned one, or the others with what is missing",
    input: z.object({
      state: z.enum(["ready", "not yet"], "Choose from the list").default("ready"),
      courseId: z.string().max(100).optional(),
      batchId: z.uuid("Choose a batch from the list").optional().describe("Also of a batch that is not over"),
      words,
      after,
    }),
    reply: z.object({
      learners: z.array(AwardLearner),
      next: z.string().nullable(),
      counts: z.object({
        ...{ ready: z.int(), notYet: z.int() },
        issued: Counted.nullable().describe("Of all; null with a filter"),
        revoked: Counted.nullable(),
      }),
      isCut: z.boolean().describe("Learners of earlier batches were not looked at: choose a course or a batch"),
      batches: z.array(z.object({ batchId: z.string(), name: z.string() })).describe("Of the chosen course"),
    }),
    staff: "see certificates",
  }),
  list: endpoint({
    summary: "Certificates, the latest first; by number, by name and by course",
    input: z.object({
      state: z.enum(["issued", "revoked"], "Choose from the list").default("issued"),
      courseId: z.string().max(100).optional(),
      words: words.describe("A number finds its certificate, revoked or not"),
      after,
    }),
    reply: z.object({ certificates: z.array(StaffCertificate), next: z.string().nullable() }),
    staff: "see certificates",
    reads: "replica",
  }),
  names: endpoint({
    summary: "The names as they would be printed",
    input: z.object({ purchaseIds: z.array(purchaseId).min(1, "Choose at least one").max(200, "Choose at most 200") }),
    reply: z.object({
      names: z.array(
        z.object({ purchaseId: z.string(), name: z.string(), course: z.string(), isPrintable: z.boolean() }),
      ),
    }),
    ...issuers,
  }),
  preview: endpoint({
    summary: "The certificate that a learner would get, drawn but neither numbered nor stored",
    input: z.object({ purchaseId }),
    reply: Preview,
    refusals: ["UNKNOWN_PURCHASE"],
    ...issuers,
    limit: { points: 200, seconds: 600 },
  }),
  issue: endpoint({
    summary:
      "Issue certificates to learners who have earned them, and tell them. What stops one does not stop the others",
    input: z.object({
      purchaseIds: z.array(purchaseId).min(1, "Choose at least one").max(200, "Choose at most 200"),
      attemptId,
    }),
    reply: z.object({
      results: z.array(
        z.object({
          purchaseId: z.string(),
          certificateId: z.string().nullable().describe("Null: none was issued"),
          why: z.string().nullable().describe("Why not, in words"),
        }),
      ),
    }),
    ...issuers,
    limit: { points: 60, seconds: 600 },
  }),
  issueBelow: endpoint({
    summary: "Issue a certificate to a learner who has not earned it by the rule, with a reason",
    input: z.object({ purchaseId, reason: NeededReason, attemptId }),
    reply: z.object({ certificateId: z.string() }),
    refusals: ["UNKNOWN_PURCHASE", "HAS_CERTIFICATE", "UNPRINTABLE_NAME"],
    staff: "issue below the rule",
    needsFreshProof: true,
  }),
  revoke: endpoint({
    summary: "Revoke a certificate. Its page stays and shows the reason; the holder is told",
    input: z.object({ certificateId, reason: NeededReason }),
    reply: StaffCertificate,
    refusals: ["NO_SUCH_CERTIFICATE", "ALREADY_REVOKED"],
    ...issuers,
    needsFreshProof: true,
  }),
  reissue: endpoint({
    summary:
      "Issue a certificate again with a corrected name, under a new number. The old one is revoked and leads to it",
    input: z.object({ certificateId, name: StaffName, reason: NeededReason, attemptId }),
    reply: StaffCertificate,
    refusals: ["NO_SUCH_CERTIFICATE", "HAS_CERTIFICATE", "ALREADY_REPLACED", "UNPRINTABLE_NAME"],
    ...issuers,
    needsFreshProof: true,
  }),
  rules: endpoint({ summary: "What each course asks for", input: nothing, reply: Rules, ...settings }),
  saveRule: endpoint({
    summary: "Change what a course asks for. Certificates that were issued stay",
    input: z.object({
      courseId: z.string().min(1, "Choose a course").max(100),
      attendancePercent: percent.nullable(),
      homeworkPercent: percent.min(1, "Enter 1 to 100").nullable(),
      test: z
        .object({
          collectionId: z.string().max(100),
          topic: z.string().max(200),
          percent: percent.min(1, "Enter 1 to 100"),
        })
        .nullable(),
      version,
    }),
    reply: Rules,
    refusals: ["UNKNOWN_COURSE", "CHANGED_MEANWHILE"],
    ...settings,
  }),
  saveAutomatic: endpoint({
    summary: "Decide whether certificates are issued as soon as they are earned, or by staff",
    input: z.object({ issuesAutomatically: z.boolean(), version }),
    reply: Rules,
    refusals: ["CHANGED_MEANWHILE"],
    ...settings,
  }),
  design: endpoint({ summary: "How new certificates look", input: nothing, reply: Design, ...settings }),
  previewDesign: endpoint({
    summary: "A sample certificate in a design that is not saved",
    input: DesignForm,
    reply: Preview,
    refusals: ["NOT_A_SIGNATURE", "BROKEN_PICTURE", "TOO_MANY_PIXELS"],
    ...settings,
    limit: { points: 200, seconds: 600 },
  }),
  saveDesign: endpoint({
    summary: "Change how new certificates look. Those that were issued keep their look",
    input: DesignForm.extend({ version }),
    reply: Design,
    refusals: ["CHANGED_MEANWHILE", "NOT_A_SIGNATURE", "BROKEN_PICTURE", "TOO_MANY_PIXELS"],
    ...settings,
    needsFreshProof: true,
    limit: { points: 30, seconds: 86_400 },
  }),
};

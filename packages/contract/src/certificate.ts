import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";

export const Certificate = z.object({
  certificateId: z.string(),
  studentName: z.string(),
  studentProfile: z.string().describe("Address of a picture"),
  studentId: z.string(),
  courseCompleted: z.string(),
  certificateEarned: z.iso.datetime(),
  learnedSkills: z.array(z.string()),
  certificateUrl: z.string().describe("Address of the certificate as a picture"),
  issuedBy: z.string().describe("The institute's name at that time"),
  isRevoked: z.boolean(),
  revokedReason: z.string().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  isNameHidden: z.boolean().describe("The learner does not want the name in previews of the link"),
  replacedBy: z.string().nullable().describe("The id of the certificate with a corrected name, for a look-up"),
});
export type Certificate = z.infer<typeof Certificate>;

export const LearnerCertificate = Certificate.extend({ courseId: z.string() });
export type LearnerCertificate = z.infer<typeof LearnerCertificate>;

/** A learner's progress towards the certificate of a course. */
export const CertificateProgress = z.object({
  courseId: z.string(),
  courseName: z.string(),
  classes: z
    .int()
    .describe("Classes of the batch since the purchase, without cancelled ones; 0 when none is planned yet"),
  over: z.int().describe("How many of the classes are over"),
  attended: z.int(),
  needed: z.int().describe("How many classes the learner must attend"),
  lastEndsAt: z.iso.datetime().nullable(),
  isReachable: z.boolean(),
  isNamePrintable: z.boolean().describe("False when the profile name has letters that we cannot print"),
  homework: z
    .object({ set: z.int(), done: z.int(), needed: z.int() })
    .nullable()
    .describe("Null: the course does not ask for it"),
  test: z
    .object({ collectionId: z.string(), topic: z.string(), percent: z.int(), best: z.int().nullable() })
    .nullable()
    .describe(
      "The final test and the best result since the purchase, in percent. Null: the course does not ask for it",
    ),
  overdueInPaise: z.int().describe("Instalments that must be paid first"),
  isIssuedByStaff: z.boolean().describe("False: it is issued within an hour once it is earned"),
});
export type CertificateProgress = z.infer<typeof CertificateProgress>;

/** Ids of any length are accepted; malformed ones are treated as unknown. */
const byId = z.object({ certificateId: z.string() });

/** A class of 60 behind one IP address can look up and download their certificates; trying all ids would take months. */
const lookUps = [
  { points: 180, seconds: 600 },
  { points: 600, seconds: 86_400 },
];
const countsAs = "certificate.get";

export const certificate = {
  get: endpoint({
    summary: "Look up a certificate by its id, also a revoked one. Null when there is none",
    input: byId,
    reply: Certificate.nullable(),
    limit: lookUps,
  }),
  pdf: endpoint({
    summary: "Download a certificate as PDF by its id. Not available for a revoked certificate",
    input: byId,
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_CERTIFICATE"],
    limit: lookUps,
    countsAs,
  }),
  credential: endpoint({
    summary:
      "The signed Open Badges 3.0 credential of a certificate, also of a revoked one: its status list tells. `Accept: application/vc+jwt` gets it as a JWT",
    input: byId,
    reply: FileReply,
    sends: "application/json",
    refusals: ["UNKNOWN_CERTIFICATE"],
    limit: lookUps,
    countsAs,
  }),
  png: endpoint({
    summary: "Download a certificate as a picture that carries its credential. Not available for a revoked certificate",
    input: byId,
    reply: FileReply,
    sends: "image/png",
    refusals: ["UNKNOWN_CERTIFICATE"],
    limit: lookUps,
    countsAs,
  }),
  svg: endpoint({
    summary: "The same picture as SVG, for print",
    input: byId,
    reply: FileReply,
    sends: "image/svg+xml",
    refusals: ["UNKNOWN_CERTIFICATE"],
    limit: lookUps,
    countsAs,
  }),
  assertion: endpoint({
    summary: "An Open Badges 2.0 assertion of a certificate, for older platforms",
    input: byId,
    reply: z.looseObject({ id: z.string() }),
    refusals: ["UNKNOWN_CERTIFICATE"],
    limit: lookUps,
    countsAs,
  }),
  status: endpoint({
    summary: "A signed Bitstring Status List: one bit for each certificate, set when it is revoked",
    input: z.object({ list: z.string().describe("The number of the list") }),
    reply: FileReply,
    sends: "application/json",
    refusals: ["UNKNOWN_STATUS_LIST"],
    limit: { points: 300, seconds: 600 },
  }),
  bundle: endpoint({
    summary: "All your valid certificates in one file, a Verifiable Presentation, for wallets",
    input: z.object({}),
    reply: FileReply,
    sends: "application/json",
    refusals: ["NOTHING_TO_BUNDLE"],
    signedIn: true,
  }),
  list: endpoint({
    summary: "Your certificates, newest first, and your progress towards the next ones",
    input: z.object({}),
    reply: z.object({ certificates: z.array(LearnerCertificate), progress: z.array(CertificateProgress) }),
    signedIn: true,
  }),
  hideName: endpoint({
    summary: "Hide your name in previews of the link to one of your certificates, or show it again",
    input: byId.extend({ isNameHidden: z.boolean() }),
    reply: z.object({ isNameHidden: z.boolean() }),
    refusals: ["UNKNOWN_CERTIFICATE"],
    signedIn: true,
  }),
};

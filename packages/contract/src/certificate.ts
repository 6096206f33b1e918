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
  issuedBy: z.string().describe("The institute, as it was called then"),
  isRevoked: z.boolean(),
  revokedReason: z.string().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type Certificate = z.infer<typeof Certificate>;

export const OwnCertificate = Certificate.extend({ courseId: z.string() });
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** Of a course that is on the way to a certificate. */
export const CertificateProgress = z.object({
  courseId: z.string(),
  courseName: z.string(),
  classes: z.int().describe("Of the batch, without cancelled ones; 0 where none is planned yet"),
  over: z.int().describe("How many of them are over"),
  attended: z.int(),
  needed: z.int().describe("How many must be attended"),
  lastEndsAt: z.iso.datetime().nullable(),
  isReachable: z.boolean(),
  isNamePrintable: z.boolean().describe("Otherwise the name in the profile must be written in other letters first"),
});
export type CertificateProgress = z.infer<typeof CertificateProgress>;

/** Of any length: what cannot be an id is as unknown as one that is none. */
const byId = z.object({ certificateId: z.string() });

export const certificate = {
  get: endpoint({
    summary: "The certificate with an id, revoked ones too; null when there is none",
    input: byId,
    reply: Certificate.nullable(),
    // A class of sixty behind one address may look at theirs; walking through all ids would take months.
    limit: [
      { points: 90, seconds: 600 },
      { points: 300, seconds: 86_400 },
    ],
  }),
  pdf: endpoint({
    summary: "The certificate to print, for whoever has its id; not for a revoked one",
    input: byId,
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_CERTIFICATE"],
    limit: [
      { points: 90, seconds: 600 },
      { points: 300, seconds: 86_400 },
    ],
  }),
  list: endpoint({
    summary: "The learner's own certificates, newest first, and how far the next ones are",
    input: z.object({}),
    reply: z.object({ certificates: z.array(OwnCertificate), progress: z.array(CertificateProgress) }),
    signedIn: true,
  }),
};

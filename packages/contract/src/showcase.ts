import { z } from "zod";
import { Certificate } from "./certificate.ts";
import { endpoint } from "./endpoint.ts";

/** The page of a learner's certificates, as the learner sees it. */
export const Showcase = z.object({
  token: z.string().nullable().describe("In the address of the page. Null: there is no page"),
  isHidden: z.boolean(),
});
export type Showcase = z.infer<typeof Showcase>;

export const ShownCertificate = Certificate.pick({
  certificateId: true,
  courseCompleted: true,
  certificateEarned: true,
  learnedSkills: true,
  certificateUrl: true,
  issuedBy: true,
});
export type ShownCertificate = z.infer<typeof ShownCertificate>;

export const showcase = {
  see: endpoint({
    summary: "The public page of a learner's certificates. Null when there is none at this address, or it is hidden",
    input: z.object({ token: z.string() }),
    reply: z
      .object({
        studentName: z.string().describe("As on the newest certificate"),
        isNameHidden: z.boolean().describe("The learner does not want the name in previews of the link"),
        certificates: z.array(ShownCertificate),
      })
      .nullable(),
    limit: [
      { points: 90, seconds: 600 },
      { points: 600, seconds: 86_400 },
    ],
  }),
  read: endpoint({
    summary: "Your public page of certificates",
    input: z.object({}),
    reply: Showcase,
    signedIn: true,
  }),
  open: endpoint({
    summary: "Open your public page of certificates, or show it again; the address stays until you revoke it",
    input: z.object({}),
    reply: Showcase,
    refusals: ["NO_CERTIFICATE_YET"],
    signedIn: true,
  }),
  hide: endpoint({
    summary: "Hide your public page of certificates. Its address stays yours",
    input: z.object({}),
    reply: Showcase,
    signedIn: true,
  }),
  revoke: endpoint({
    summary: "Give up your public page of certificates. Its address never works again",
    input: z.object({}),
    reply: Showcase,
    signedIn: true,
  }),
};

import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { mailTo } from "../../mail/parts.ts";
import { whyLearner } from "../account/mails.ts";
import { viewAddress } from "./addresses.ts";

const about = { firstName: z.string(), course: z.string(), certificateId: z.string() };
const sample = { firstName: "Asha", course: "Python", certificateId: "OCNST00042" };

export const certificateIssued = defineMail("certificate-issued", {
  isKept: true,
  data: about,
  sample,
  write({ firstName, course, certificateId }, { institute, publicUrl }) {
    return {
      subject: `Your certificate: ${course}`,
      heading: `Congratulations on completing ${course}`,
      parts: [
        { greeting: firstName },
        {
          paragraph: `Your certificate ${certificateId} is attached. Anyone can verify it online.`,
        },
        { button: "View your certificate", url: viewAddress(publicUrl, certificateId) },
        { link: "Find and share it in your classroom", url: `${publicUrl}/dashboard/certificate` },
      ],
      why: whyLearner(institute),
    };
  },
});

export const certificateReissued = defineMail("certificate-reissued", {
  isKept: true,
  data: { ...about, oldId: z.string(), studentName: z.string() },
  sample: { ...sample, oldId: "OCNST00041", studentName: "Asha Raman" },
  write({ firstName, course, certificateId, oldId, studentName }, { institute, publicUrl }) {
    return {
      subject: `Your corrected certificate: ${course}`,
      parts: [
        { greeting: firstName },
        {
          paragraph: `Your certificate ${certificateId} is attached. It is issued to ${studentName} and replaces ${oldId}, which is no longer valid.`,
        },
        { paragraph: "Please share the new link. Anyone who verifies the old one is led to the new one." },
        { button: "View your certificate", url: viewAddress(publicUrl, certificateId) },
      ],
      why: whyLearner(institute),
    };
  },
});

export const certificateSignedAgain = defineMail("certificate-signed-again", {
  isKept: true,
  data: about,
  sample,
  write({ firstName, course, certificateId }, { institute, publicUrl }) {
    return {
      subject: `Please use the new file of certificate ${certificateId}`,
      parts: [
        { greeting: firstName },
        {
          paragraph: `We have changed the key with which we sign certificates, and signed yours for ${course} again. The new file is attached; nothing else about it has changed.`,
        },
        {
          paragraph: "A file that you saved or sent before does not pass the check any more. The link stays the same.",
        },
        { button: "View your certificate", url: viewAddress(publicUrl, certificateId) },
      ],
      why: whyLearner(institute),
    };
  },
});

export const certificateRevoked = defineMail("certificate-revoked", {
  isKept: true,
  data: { ...about, reason: z.string() },
  sample: { ...sample, reason: "The name on the certificate was wrong. A corrected one has been issued." },
  write({ firstName, course, certificateId, reason }, { institute }) {
    return {
      subject: `Certificate ${certificateId} has been revoked`,
      parts: [
        { greeting: firstName },
        { paragraph: "One of your certificates has been revoked. Anyone who verifies it will see the reason." },
        { facts: { Certificate: certificateId, Course: course, Reason: reason } },
        { paragraph: "If you think that this is a mistake, please write to us." },
        { button: "Write to us", url: mailTo(institute.email) },
      ],
      why: whyLearner(institute),
    };
  },
});

import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const awardCertificates = defineJob("certificate.award", {});

/** Draws the files of a new certificate and notifies its holder. */
export const publishCertificate = defineJob("certificate.announce", { id: z.string() });

/** `signed` names the files of its credential. */
export const removeCertificateFiles = defineJob("certificate.erased", {
  id: z.string(),
  signed: z.string().optional(),
});

/** The files of a credential in whose place there is a new one. */
export const removeSignedFiles = defineJob("certificate.remove-signed", { id: z.string(), signed: z.string() });

/** Signs what is not signed, or must be signed again. */
export const signDueCertificates = defineJob("certificate.sign-due", {});

/** The holder has deleted the account. */
export const removePersonPicture = defineJob("certificate.remove-picture", { id: z.string() });

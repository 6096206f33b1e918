import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const awardCertificates = defineJob("certificate.award", {});

/** Draws the files of a new certificate and notifies its holder. */
export const publishCertificate = defineJob("certificate.announce", { id: z.string() });

export const removeCertificateFiles = defineJob("certificate.erased", { id: z.string() });

/** The holder has deleted the account. */
export const removePersonPicture = defineJob("certificate.remove-picture", { id: z.string() });

import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const awardCertificates = defineJob("certificate.award", {});

/** A certificate is new: its files are drawn, and its holder is notified. */
export const publishCertificate = defineJob("certificate.announce", { id: z.string() });

export const removeCertificateFiles = defineJob("certificate.erased", { id: z.string() });

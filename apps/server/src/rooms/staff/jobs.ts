import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Looks the address up in the background: an answer tells nobody whether it is known. */
export const mailSignInLink = defineJob("staff.mail-sign-in-link", { email: z.string() });

/** A photo that nobody of the staff shows any more. */
export const removeUnusedPhoto = defineJob("staff.remove-unused-photo", { photo: z.string() });

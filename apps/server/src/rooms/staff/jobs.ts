import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Looks the address up in the background: an answer tells nobody whether it is known. */
export const mailSignInLink = defineJob("staff.mail-sign-in-link", { email: z.string() });

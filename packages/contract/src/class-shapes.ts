import { isRecordingLink } from "@shoreline/domain/meeting";
import { z } from "zod";

/** Of many lines, without what no screen can show. */
export const ClassText = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`);
export const ClassLink = z
  .string()
  .trim()
  .max(2000, "This link is too long")
  .refine((text) => isRecordingLink(text) && URL.canParse(text), "Enter a link that begins with https://");

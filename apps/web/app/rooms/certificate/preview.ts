import { formatDay } from "../../lib/format.ts";
import type { Found } from "./found-certificate.ts";

/** What title and preview of a shared link say. They name the holder only if the learner agrees. */
export function previewOf({ certificate, institute }: Found): { title: string; description: string } {
  const { certificateId, studentName, courseCompleted, certificateEarned, issuedBy, isRevoked, isNameHidden } =
    certificate;
  const day = formatDay(certificateEarned, institute);
  const who = isNameHidden ? `Certificate ${certificateId}` : studentName;
  const title = `${isRevoked ? "Revoked: " : ""}${who}: ${courseCompleted}, ${day}`;
  const course = `${courseCompleted} at ${issuedBy}`;
  const earned = isNameHidden ? `earned for ${course} on ${day}` : `${studentName} completed ${course} on ${day}`;
  const description = isRevoked
    ? `Certificate ${certificateId} for ${course} was revoked and is no longer valid.`
    : `Certificate ${certificateId} is genuine: ${earned}.`;
  return { title, description };
}

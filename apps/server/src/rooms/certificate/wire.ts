import type { Certificate } from "@shoreline/contract";
import { blankPicture } from "../account/profile.ts";
import type { CertificateRow } from "./queries.ts";

export function toWire(row: CertificateRow): Certificate {
  const { id, picture, learnerId, printed, earnedAt, revokedAt } = row;
  const person = learnerId ? `/media/certificate/${id}-person.webp` : blankPicture;
  return {
    certificateId: row.certificateId,
    studentName: row.studentName,
    studentProfile: picture ? person : row.studentProfile,
    studentId: row.studentId,
    courseCompleted: row.courseCompleted,
    certificateEarned: earnedAt.toISOString(),
    learnedSkills: row.learnedSkills,
    certificateUrl: `/media/certificate/${id}.webp`,
    issuedBy: printed.institute,
    isRevoked: revokedAt !== null,
    revokedReason: row.revokedReason,
    revokedAt: revokedAt?.toISOString() ?? null,
    isNameHidden: row.isNameHidden,
    replacedBy: null,
  };
}

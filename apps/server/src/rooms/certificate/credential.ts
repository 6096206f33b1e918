import { createHash } from "node:crypto";
import { inSeconds } from "../signing/sign.ts";
import { viewAddress } from "./addresses.ts";
import type { CertificateRow } from "./queries.ts";

const contexts = [
  "https://www.w3.org/ns/credentials/v2",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  // For the type of the schema below.
  "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
];

const schema = {
  id: "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json",
  type: "1EdTechJsonSchemaValidator2019",
};

/** What the learner did for it. Once signed it stays, although the classes may be gone later. */
export type Deeds = {
  /** What the course asks for, in sentences. */
  criteria: string;
  attendance: string | null;
  finalTest: { name: string; percent: number } | null;
};

export type Subject = {
  row: CertificateRow;
  issuer: { id: string; email: string };
  publicUrl: string;
  status: { list: number; index: number };
  /** Null: the account is gone. */
  mail: { address: string; salt: string } | null;
  deeds: Deeds;
};

/** The certificate as an Open Badges 3.0 credential, before it is signed. */
export function composeCredential(subject: Subject) {
  const { row, issuer, publicUrl, deeds } = subject;
  return {
    "@context": contexts,
    id: credentialAddress(publicUrl, row.certificateId),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: row.courseCompleted,
    issuer: { ...issuer, type: ["Profile"], name: row.printed.institute, url: publicUrl },
    validFrom: inSeconds(row.issuedAt),
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: identifiersOf(subject),
      activityEndDate: inSeconds(row.earnedAt),
      creditsEarned: row.printed.hours,
      achievement: achievementOf(subject),
      ...(deeds.finalTest ? { result: [resultOf(subject, deeds.finalTest)] } : {}),
    },
    ...(deeds.attendance
      ? { evidence: [{ type: ["Evidence"], name: "Attendance", narrative: deeds.attendance }] }
      : {}),
    credentialStatus: statusOf(subject),
    credentialSchema: [schema],
  };
}

/** A name that says which certificate it is: that of its page. */
function credentialAddress(publicUrl: string, certificateId: string): string {
  return `${publicUrl}/api/certificate/${certificateId}/credential`;
}

export function listAddress(publicUrl: string, list: number): string {
  return `${publicUrl}/api/certificate/status/${list}`;
}

/** The person by name, and by a mail address that only somebody who knows it can recognise. */
function identifiersOf({ row, mail }: Subject) {
  const name = {
    type: "IdentityObject",
    identityType: "name",
    hashed: false,
    identityHash: row.studentName,
  };
  if (!mail) return [name];
  const hash = createHash("sha256").update(mail.address.toLowerCase() + mail.salt);
  const identityHash = `sha256$${hash.digest("hex")}`;
  return [name, { type: "IdentityObject", identityType: "emailAddress", hashed: true, identityHash, salt: mail.salt }];
}

function achievementOf({ row, publicUrl, deeds }: Subject) {
  const { courseKey, courseCompleted, printed, certificateId, learnedSkills } = row;
  const page = `${publicUrl}/onlinecourses/viewdetails/${encodeURIComponent(courseKey)}`;
  return {
    id: `${page}#certificate`,
    type: ["Achievement"],
    achievementType: "Certificate",
    humanCode: certificateId,
    name: courseCompleted,
    description: `${courseCompleted}: ${printed.hours} hours of live online classes, held by ${printed.institute} in ${printed.city}.`,
    criteria: { id: viewAddress(publicUrl, certificateId), narrative: deeds.criteria },
    creditsAvailable: printed.hours,
    ...(learnedSkills.length > 0
      ? {
          tag: learnedSkills,
          alignment: learnedSkills.map((skill) => ({ type: ["Alignment"], targetName: skill, targetUrl: page })),
        }
      : {}),
    ...(deeds.finalTest
      ? {
          resultDescription: [
            {
              id: `${page}#final-test`,
              type: ["ResultDescription"],
              name: deeds.finalTest.name,
              resultType: "Percent",
            },
          ],
        }
      : {}),
  };
}

function resultOf({ row, publicUrl }: Subject, { percent }: { percent: number }) {
  const page = `${publicUrl}/onlinecourses/viewdetails/${encodeURIComponent(row.courseKey)}`;
  return { type: ["Result"], resultDescription: `${page}#final-test`, value: String(percent) };
}

function statusOf({ publicUrl, status: { list, index } }: Subject) {
  const statusListCredential = listAddress(publicUrl, list);
  return {
    id: `${statusListCredential}#${index}`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(index),
    statusListCredential,
  };
}

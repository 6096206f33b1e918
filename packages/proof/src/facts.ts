import { printable } from "./printable.ts";
import { isObject, type JsonObject, listOf, objectsOf } from "./read-json.ts";
import type { CertificateFacts, Change, TrustedKeys } from "./types.ts";

const longest = 500;
const mostSkills = 60;
const mostEvidence = 20;

/** Reads what a credential says. Any part of it may be missing or of a wrong type. */
export function factsOf(credential: JsonObject): CertificateFacts {
  const subject = objectsOf(credential.credentialSubject)[0] ?? {};
  const achievement = objectsOf(subject.achievement)[0] ?? {};
  const hours = [subject.creditsEarned, achievement.creditsAvailable].find((value) => typeof value === "number");
  return {
    certificateId: textOf(achievement.humanCode),
    holder: holderOf(subject),
    course: textOf(achievement.name) || textOf(credential.name),
    institute: issuerOf(credential).name,
    earnedAt: textOf(subject.activityEndDate) || textOf(credential.validFrom),
    hours: hours ?? null,
    skills: listOf(achievement.tag).map(textOf).filter(Boolean).slice(0, mostSkills),
    evidence: [...evidenceOf(credential), ...resultsOf(subject, achievement)].slice(0, mostEvidence),
  };
}

export function issuerOf(credential: JsonObject): { name: string; id: string } {
  const { issuer } = credential;
  if (isObject(issuer)) return { name: textOf(issuer.name), id: textOf(issuer.id) };
  return { name: "", id: textOf(issuer) || textOf(credential.iss) };
}

/** Whether the file says that it is ours. */
export function namesUs(credential: JsonObject, trusted: TrustedKeys): boolean {
  const { id, name } = issuerOf(credential);
  const isOurName = name !== "" && plain(name) === plain(trusted.institute);
  return isOurName || id === trusted.issuer || hostOf(textOf(credential.id)) === hostOf(trusted.publicUrl);
}

/** The facts that differ, as people call them. */
export function differences(is: CertificateFacts, was: CertificateFacts): Change[] {
  const [rows, before] = [rowsOf(is), rowsOf(was)];
  return Object.keys(rows)
    .filter((field) => rows[field] !== before[field])
    .map((field) => ({ part: "field", field, is: rows[field] || null, was: before[field] || null }));
}

export function rowsOf(facts: CertificateFacts): Record<string, string> {
  return {
    Name: facts.holder,
    Course: facts.course,
    "Issued by": facts.institute,
    "Certificate ID": facts.certificateId,
    "Earned on": facts.earnedAt,
    Hours: facts.hours === null ? "" : String(facts.hours),
    Skills: facts.skills.join(", "),
    Evidence: facts.evidence.join(" "),
  };
}

/** Without what could turn or break the sentences around it. The joiners of Indian scripts stay. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? printable(value.slice(0, longest).replace(/[\t\n\r]+/g, " ")) : "";
}

function holderOf(subject: JsonObject): string {
  const named = objectsOf(subject.identifier).find((one) => one.identityType === "name" && one.hashed !== true);
  return textOf(named?.identityHash) || textOf(subject.name);
}

function evidenceOf(credential: JsonObject): string[] {
  return objectsOf(credential.evidence)
    .map((one) => textOf(one.narrative) || textOf(one.name))
    .filter(Boolean);
}

function resultsOf(subject: JsonObject, achievement: JsonObject): string[] {
  const described = objectsOf(achievement.resultDescription);
  return objectsOf(subject.result).flatMap((result) => {
    const description = described.find((one) => textOf(one.id) === textOf(result.resultDescription));
    const value = textOf(result.value);
    return value ? [`${textOf(description?.name) || "Result"}: ${value}`] : [];
  });
}

/** Names that people read as the same. */
function plain(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

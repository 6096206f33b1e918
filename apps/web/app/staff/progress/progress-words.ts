import type { LearnerStanding } from "@shoreline/contract";
import type { CertificateState } from "@shoreline/domain/progress";
import type { Shape } from "../status-mark.tsx";
import { formatAgo } from "../when.ts";

export const certificateMarks: Record<CertificateState, { shape: Shape; text: string }> = {
  issued: { shape: "done", text: "Issued" },
  revoked: { shape: "off", text: "Revoked" },
  earned: { shape: "done", text: "Earned" },
  "in reach": { shape: "half", text: "In reach" },
  "out of reach": { shape: "off", text: "Out of reach" },
  "not planned": { shape: "begun", text: "No classes yet" },
};

/** 2 overdue, 1 given back; empty: nothing */
export function homeworkText({ overdue, givenBack }: Pick<LearnerStanding, "overdue" | "givenBack">): string {
  return [overdue > 0 ? `${overdue} overdue` : "", givenBack > 0 ? `${givenBack} given back` : ""]
    .filter(Boolean)
    .join(", ");
}

export function seenText(lastSeenAt: string | null): string {
  return lastSeenAt ? formatAgo(lastSeenAt) : "Never";
}

export const sortNames = ["name", "attendance", "seen"] as const;
export const sortTexts: Record<(typeof sortNames)[number], string> = {
  name: "by name",
  attendance: "least attended first",
  seen: "longest not seen first",
};

const share = ({ attended, held }: LearnerStanding) => (held > 0 ? attended / held : 1);

/** In the order that the address asks for; as the server has them without one. */
export function sorted(learners: LearnerStanding[], order: string | null): LearnerStanding[] {
  if (order === "name") return learners.toSorted((one, other) => one.name.localeCompare(other.name));
  if (order === "attendance") return learners.toSorted((one, other) => share(one) - share(other));
  if (order === "seen")
    return learners.toSorted((one, other) => (one.lastSeenAt ?? "").localeCompare(other.lastSeenAt ?? ""));
  return learners;
}

/** Asha Menon, Binu Das and 3 others */
export function namesText(names: string[]): string {
  if (names.length <= 4) return names.join(", ");
  return `${names.slice(0, 3).join(", ")} and ${names.length - 3} others`;
}

export function firstLetter(course: string) {
  return {
    subject: `${course}: how are you getting on?`,
    text: "We have missed you lately, and want you to reach the end of the course.\n\nRecordings, homework and what your certificate still needs are on the page of your course.\n\nDoes something keep you from coming? Please answer this message or ask your trainer: we will find a way together.",
  };
}

import type { AwardLearner } from "@shoreline/contract";
import type { CertificateTemplate } from "@shoreline/domain/certificate";
import { formatRupees } from "../../lib/format.ts";

/** A reason to revoke. */
export const wrongPerson = "It was issued to the wrong person.";

export function certificatesText(count: number): string {
  return count === 1 ? "1 certificate" : `${count} certificates`;
}

export function learnersText(count: number): string {
  return count === 1 ? "1 learner" : `${count} learners`;
}

export function shareOf({ attended, classes }: Pick<AwardLearner, "attended" | "classes">): number {
  return classes === 0 ? 0 : Math.floor((attended * 100) / classes);
}

/** What is done besides classes, for those who are ready. */
export function doneText({ homework, test, openInPaise }: AwardLearner): string {
  const parts = [
    homework && homework.set > 0 ? `homework ${homework.done} of ${homework.set}` : "",
    test && test.best !== null ? `final test ${test.best} %` : "",
    openInPaise > 0 ? `${formatRupees(openInPaise / 100)} due later` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

export const templateTexts: Record<CertificateTemplate, { name: string; about: string }> = {
  woven: { name: "Woven", about: "A woven border with the picture and the seal of the institute" },
  classic: { name: "Classic", about: "A double frame, everything in the middle" },
  plain: { name: "Plain", about: "White paper, large letters, an edge in your colours" },
};

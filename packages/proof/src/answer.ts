import type { Answer, Finding } from "./types.ts";

/** From the best to the worst. */
const verdicts = [
  "genuine",
  /** The file is ours, but whether it was revoked is not known. */
  "unchecked",
  "empty",
  "damaged",
  "foreign",
  /** Revoked because another stands in its place. */
  "replaced",
  /** The file is ours, but the institute does not know the certificate. */
  "unknown",
  "distrusted",
  "revoked",
  /** The file is ours, but the institute's record says something else. */
  "mismatch",
  "changed",
  /** Somebody else's, under our name. */
  "forged",
] as const;
export type Verdict = (typeof verdicts)[number];

/** The file decides first: what the server says of a certificate counts only for a file that shows it unchanged. */
export function judgeAnswer(finding: Finding, answer: Answer): Verdict {
  if (finding.inside.length > 0) {
    const inside = eachOf(finding, answer).map((one) => judgeAnswer(...one));
    return worstOf(finding.changes.length > 0 ? [...inside, "changed"] : inside);
  }
  if (finding.kind === "foreign") return finding.by?.isUs ? "forged" : "foreign";
  if (finding.kind !== "genuine") return finding.kind;
  return judgeGenuine(answer);
}

function judgeGenuine(answer: Answer): Verdict {
  switch (answer.kind) {
    case "valid":
      return "genuine";
    case "revoked":
      return answer.replacedBy ? "replaced" : "revoked";
    case "unknown":
    case "mismatch":
      return answer.kind;
    default:
      return "unchecked";
  }
}

/** A bundle is as good as the worst certificate in it. */
export function worstOf(all: Verdict[]): Verdict {
  return verdicts[Math.max(...all.map((one) => verdicts.indexOf(one)))] ?? "damaged";
}

/** The certificates of a bundle, each with what the server says of it. */
export function eachOf({ inside }: Finding, answer: Answer): [Finding, Answer][] {
  const answers = answer.kind === "each" ? answer.answers : [];
  return inside.map((one, at) => [one, answers[at] ?? { kind: "not-asked" }]);
}

import type { Answer, Finding } from "./types.ts";

export type Verdict =
  | "genuine"
  | "revoked"
  /** The file is ours, but the institute does not know the certificate. */
  | "unknown"
  | "changed"
  | "foreign"
  /** Somebody else's, under our name. */
  | "forged"
  | "distrusted"
  | "damaged"
  | "empty";

/** The file decides first: what the server says of a certificate counts only for a file that shows it unchanged. */
export function judgeAnswer(finding: Finding, answer: Answer): Verdict {
  if (finding.kind === "foreign") return finding.by?.isUs ? "forged" : "foreign";
  if (finding.kind !== "genuine") return finding.kind;
  return answer.kind === "revoked" || answer.kind === "unknown" ? answer.kind : "genuine";
}

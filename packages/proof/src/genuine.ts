import { judgeAnswer } from "./answer.ts";
import type { Answer, Finding } from "./types.ts";

export const unchanged = "We issued this certificate, and nothing in the file was changed.";

/** Apart from all other words, which a browser need not load for a genuine file. */
export const genuineWords = {
  verdict: "genuine",
  look: "good",
  mark: "check",
  title: "Genuine and unchanged",
  text: `${unchanged} It is valid today.`,
} as const;

/** One genuine certificate of which nothing else is to be said. */
export function isPlainlyGenuine(finding: Finding, answer: Answer): boolean {
  return judgeAnswer(finding, answer) === "genuine" && finding.inside.length === 0 && finding.notes.length === 0;
}

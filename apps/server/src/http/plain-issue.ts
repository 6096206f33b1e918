import type { z } from "zod";

/** What is wrong with a field that has no words of its own in the contract. The validator's own would be "Invalid input: expected …". */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue;
  if (code === "invalid_type" && input === undefined) return "This is missing";
  if (code === "invalid_value" || code === "invalid_union") return "Choose from the list";
  if (code === "too_small") return tooSmall(issue);
  if (code === "too_big") return tooBig(issue);
  return "Please check this entry";
}

function tooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === "string") return minimum === 1 ? "This is missing" : `Use at least ${numberOf(minimum)} characters`;
  if (origin === "array") return minimum === 1 ? "Choose at least one" : `Choose at least ${numberOf(minimum)}`;
  return `Use ${numberOf(minimum)} or more`;
}

function tooBig({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === "string") return `Use at most ${numberOf(maximum)} characters`;
  if (origin === "array") return `Choose at most ${numberOf(maximum)}`;
  return `Use ${numberOf(maximum)} or less`;
}

function numberOf(count: number | bigint): string {
  return count.toLocaleString("en-IN");
}

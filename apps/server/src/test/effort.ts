import { createHash } from "node:crypto";
import type { TestInstitute } from "./institute.ts";

/** Does what a browser does: asks for an effort check and finds its number. */
export async function solveCheck(institute: TestInstitute): Promise<string> {
  const { salt, challenge, max, signature } = await institute.visitor().account.check({});
  for (let number = 0; number <= max; number++)
    if (createHash("sha256").update(`${salt}:${number}`).digest("hex") === challenge)
      return `${salt}~${number}~${signature}`;
  throw new Error("The check has no solution.");
}

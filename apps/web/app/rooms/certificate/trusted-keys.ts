import type { TrustedKeys } from "@shoreline/proof/types";
import { proofClient } from "./proof-client.ts";

const patienceMs = 8000;

let kept: TrustedKeys | null = null;
let asking: Promise<TrustedKeys> | null = null;

/** Asked for each choice of files, because a key may have been distrusted. Without an answer the last ones are used. */
export function readTrustedKeys(): Promise<TrustedKeys> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<TrustedKeys> {
  try {
    kept = await proofClient.signing.list({}, { signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    if (!kept) throw error;
  }
  return kept;
}

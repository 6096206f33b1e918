import { sign } from "node:crypto";
import { bytesToSeal, sealText } from "@shoreline/proof/seal";
import type { CurrentKey } from "./keys.ts";

/** The seal of a picture, made over the file as it is without its seal. */
export async function signSeal({ key, multikey }: CurrentKey, file: Uint8Array): Promise<string> {
  return sealText({ multikey, signature: sign(null, await bytesToSeal(file), key) });
}

import { asLatin1, readHex, readUtf8 } from "../bytes.ts";
import { canonicalJson } from "../canonical-json.ts";
import { readCms } from "../cms.ts";
import { readDer } from "../der.ts";
import { isObject, listOf, readJson } from "../read-json.ts";

/** Whether two files differ in nothing but what cannot be checked, and says nothing to people. */
export function differsOnlyUnchecked(before: Uint8Array, after: Uint8Array): boolean {
  const [start, other] = [before, after].map((file) => asLatin1(file.subarray(0, 5)));
  if (start === "%PDF-") return start === other && isSamePdf(asLatin1(before), asLatin1(after));
  return start?.startsWith("{") === true && isSameJson(before, after);
}

/** JSON may be written in many ways. The value of the first proof takes JSON-LD to check. */
function isSameJson(before: Uint8Array, after: Uint8Array): boolean {
  const [one, other] = [before, after].map((file) => withoutValue(readJson(readUtf8(file) ?? "")));
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}

function withoutValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const credentials = listOf(value.verifiableCredential ?? value).filter(isObject);
  for (const { proof } of credentials)
    for (const one of listOf(proof).filter(isObject))
      if (one.cryptosuite === "eddsa-rdfc-2022" && /^z[1-9A-HJ-NP-Za-km-z]+$/.test(String(one.proofValue)))
        one.proofValue = "";
  return value;
}

/** Around the signature stands how it was made. What it is made over, and it itself, must be the same. */
function isSamePdf(before: string, after: string): boolean {
  const gap = /(?<=\/Contents )<[^<>]*>/;
  if (before.replace(gap, "") !== after.replace(gap, "")) return false;
  const [one, other] = [before, after].map((text) => readHex(gap.exec(text)?.[0].slice(1, -1) ?? "-"));
  const parts = one && partsOf(one);
  return Boolean(parts && other && parts === partsOf(other));
}

/** Also the padding behind it, which is checked. */
function partsOf(bytes: Uint8Array): string | null {
  const [cms, der] = [readCms(bytes), readDer(bytes)];
  if (!cms || !der) return null;
  const padding = bytes.subarray(der.end).some((byte) => byte !== 0);
  return JSON.stringify([padding, Object.entries(cms).map(([name, part]) => [name, part && Array.from(part)])]);
}

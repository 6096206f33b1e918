import { judgeAnswer, worstOf } from "./answer.ts";
import { type Checked, checkCredential, checkJwt, compactJwt, damagedCredential, isCredential } from "./credential.ts";
import { findingOf, plainFinding } from "./finding.ts";
import { isObject, type JsonObject, listOf, readJson } from "./read-json.ts";
import type { Finding, TrustedKeys } from "./types.ts";

const mostInside = 500;
const longestJwt = 2_000_000;

/** A credential, a bundle of them, or a compact JWT. */
export async function checkText(text: string, trusted: TrustedKeys): Promise<Finding> {
  const trimmed = text.trim();
  if (trimmed.length < longestJwt && compactJwt.test(trimmed)) {
    const checked = await checkJwt(trimmed, trusted);
    const isOther = checked.state === "damaged" && !namesCredential(trimmed);
    return isOther ? plainFinding("empty", "unknown") : findingOf(checked, "jwt", trusted);
  }
  if (!/^[{["]/.test(trimmed)) return withoutCredential(trimmed);
  const value = readJson(trimmed);
  if (value === undefined) return plainFinding("damaged", "json");
  if (isBundle(value) && listOf(value.verifiableCredential).length > 0) return checkBundle(value, trusted);
  if (isCredential(value)) return findingOf(await checkCredential(value, trusted), "json", trusted);
  // A certificate in which the name of a field was changed is damaged: the field is there, but not where it belongs.
  const kind = trimmed.includes("credentialSubject") ? "damaged" : "empty";
  return plainFinding(kind, isBundle(value) ? "bundle" : "json");
}

/** For a text of no known form. */
export function withoutCredential(text: string): Finding {
  return plainFinding(namesCredential(text) ? "damaged" : "empty", "unknown");
}

/** The credential found in a picture or a PDF, as JSON or as a JWT. */
export async function checkInside(text: string, trusted: TrustedKeys): Promise<Checked> {
  if (compactJwt.test(text.trim())) return checkJwt(text.trim(), trusted);
  const value = readJson(text);
  return isCredential(value) ? checkCredential(value, trusted) : damagedCredential;
}

async function checkBundle(bundle: JsonObject, trusted: TrustedKeys): Promise<Finding> {
  const items = listOf(bundle.verifiableCredential);
  if (items.length > mostInside) return plainFinding("damaged", "bundle");
  const inside: Finding[] = [];
  for (const item of items) inside.push(await checkItem(item, trusted));
  const worst = worstOf(inside.map((one) => judgeAnswer(one, { kind: "not-asked" })));
  const { kind, by } = inside.find((one) => judgeAnswer(one, { kind: "not-asked" }) === worst) as Finding;
  return { ...plainFinding("empty", "bundle"), kind, by, inside };
}

async function checkItem(item: unknown, trusted: TrustedKeys): Promise<Finding> {
  const enveloped = isObject(item) && typeof item.id === "string" ? /^data:[^,]{1,100},(.*)$/.exec(item.id)?.[1] : null;
  const jwt = typeof item === "string" ? item : enveloped;
  if (jwt) return findingOf(await checkJwt(jwt, trusted), "jwt", trusted);
  return isCredential(item)
    ? findingOf(await checkCredential(item, trusted), "json", trusted)
    : plainFinding("damaged", "json");
}

function isBundle(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    (value.verifiableCredential !== undefined || listOf(value.type).includes("VerifiablePresentation"))
  );
}

/** Whether a text that cannot be read looks like a certificate whose first letters were cut off or changed. */
function namesCredential(text: string): boolean {
  return (
    ["credentialSubject", "verifiableCredential", ".eyJ"].some((part) => text.includes(part)) || text.startsWith("eyJ")
  );
}

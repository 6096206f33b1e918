import { type Checked, checkCredential, checkJwt, damagedCredential, isCredential } from "./credential.ts";
import { findingOf, plainFinding } from "./finding.ts";
import { compactJwt } from "./pdf.ts";
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
  // A letter of one name was changed, and nothing is where it belongs.
  if (!isCredential(value))
    return plainFinding(
      trimmed.includes("credentialSubject") ? "damaged" : "empty",
      isBundle(value) ? "bundle" : "json",
    );
  return findingOf(await checkCredential(value, trusted), "json", trusted);
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

/** From the best to the worst. */
const kinds = ["genuine", "empty", "damaged", "distrusted", "changed", "foreign"] as const;

async function checkBundle(bundle: JsonObject, trusted: TrustedKeys): Promise<Finding> {
  const items = listOf(bundle.verifiableCredential);
  if (items.length > mostInside) return plainFinding("damaged", "bundle");
  const inside: Finding[] = [];
  for (const item of items) inside.push(await checkItem(item, trusted));
  const kind = kinds[Math.max(...inside.map((one) => kinds.indexOf(one.kind)))] ?? "damaged";
  const worst = inside.find((one) => one.kind === kind) as Finding;
  return { ...plainFinding("empty", "bundle"), kind, by: worst.by, inside };
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

/** A text that would be JSON but for its first letters, or a JWT but for one of them. */
function namesCredential(text: string): boolean {
  return (
    ["credentialSubject", "verifiableCredential", ".eyJ"].some((part) => text.includes(part)) || text.startsWith("eyJ")
  );
}

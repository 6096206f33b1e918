import { judgeAnswer, worstOf } from "./answer.ts";
import { checkCredential, checkJwt, compactJwt, isCredential } from "./credential.ts";
import { differences, textOf } from "./facts.ts";
import { findingOf, plainFinding, withChanges } from "./finding.ts";
import { isObject, type JsonObject, listOf, readJson } from "./read-json.ts";
import type { Change, Finding, TrustedKeys } from "./types.ts";

const mostInside = 500;
const longestJwt = 2_000_000;
const mostNames = 10;
const context = "https://www.w3.org/ns/credentials/v2";
const envelope = "EnvelopedVerifiableCredential";

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
  // Before bundles: one without signature may carry a genuine one.
  if (isCredential(value) || jwtIn(value)) return checkItem(value, trusted);
  if (Array.isArray(value) && value.some((one) => isCredential(one) || jwtIn(one)))
    return checkBundle({ verifiableCredential: value }, trusted);
  if (isBundle(value) && listOf(value.verifiableCredential).length > 0) return checkBundle(value, trusted);
  // A certificate in which the name of a field was changed is damaged: the field is there, but not where it belongs.
  const kind = trimmed.includes("credentialSubject") ? "damaged" : "empty";
  return plainFinding(kind, isBundle(value) ? "bundle" : "json");
}

/** For a text of no known form. */
export function withoutCredential(text: string): Finding {
  return plainFinding(namesCredential(text) ? "damaged" : "empty", "unknown");
}

/** After a `changed` finding, with the certificate as the institute keeps it: names the fields that differ. */
export async function compareWith(finding: Finding, originalText: string, trusted: TrustedKeys): Promise<Finding> {
  if (finding.kind !== "changed" || !finding.facts) return finding;
  const original = await checkText(originalText, trusted);
  if (original.kind !== "genuine" || !original.facts) return finding;
  const fields = differences(finding.facts, original.facts);
  if (fields.length === 0) return finding;
  const others = finding.changes.filter((change) => !isAboutFields(change));
  return { ...finding, changes: [...fields, ...others] };
}

async function checkBundle(bundle: JsonObject, trusted: TrustedKeys): Promise<Finding> {
  const items = listOf(bundle.verifiableCredential);
  if (items.length > mostInside) return plainFinding("damaged", "bundle");
  const inside: Finding[] = [];
  for (const item of items) inside.push(await checkItem(item, trusted));
  const worst = worstOf(inside.map((one) => judgeAnswer(one, { kind: "not-asked" })));
  const { kind, by } = inside.find((one) => judgeAnswer(one, { kind: "not-asked" }) === worst) as Finding;
  const { verifiableCredential: _, ...around } = bundle;
  return withBeside({ ...plainFinding("empty", "bundle"), kind, by, inside }, around, "VerifiablePresentation");
}

async function checkItem(item: unknown, trusted: TrustedKeys): Promise<Finding> {
  const jwt = jwtIn(item);
  if (jwt) {
    const finding = findingOf(await checkJwt(jwt, trusted), "jwt", trusted);
    if (!isObject(item)) return finding;
    const { id: _, ...around } = item;
    return withBeside(finding, around, envelope);
  }
  return isCredential(item)
    ? findingOf(await checkCredential(item, trusted), "json", trusted)
    : plainFinding("damaged", "json");
}

/** A JWT as text, or in the envelope that bundles put it into. */
function jwtIn(item: unknown): string | null {
  if (typeof item === "string") return item.startsWith("eyJ") ? item : null;
  if (!isObject(item) || !listOf(item.type).includes(envelope) || typeof item.id !== "string") return null;
  return /^data:application\/[\w.+-]{0,60}jwt[^,]{0,60},(.*)$/.exec(item.id)?.[1] ?? null;
}

/** Nobody signs what stands around the credentials. Ours say there what it is, and nothing else. */
function withBeside(finding: Finding, around: JsonObject, type: string): Finding {
  const own: JsonObject = { "@context": context, type };
  const names = Object.keys(around).filter((name) => listOf(around[name]).some((one) => one !== own[name]));
  if (names.length === 0 || (finding.kind !== "genuine" && finding.kind !== "changed")) return finding;
  return withChanges(finding, [{ part: "beside", names: names.slice(0, mostNames).map(textOf) }]);
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

function isAboutFields(change: Change): boolean {
  return change.part === "credential" || change.part === "field";
}

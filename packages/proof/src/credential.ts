import { joinBytes, readBase58, readBase64url, readUtf8, sha256, utf8 } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import { factsOf, issuerOf, namesUs, textOf } from "./facts.ts";
import { findKey, isSignedBy, standingOf } from "./keys.ts";
import { isObject, type JsonObject, listOf, objectsOf, readJson } from "./read-json.ts";
import type { CertificateFacts, TrustedKey, TrustedKeys } from "./types.ts";

/** What a credential alone tells, wherever it was found. */
export type Checked = {
  /** `empty`: our key signed something else with it, such as a status list. */
  state: "intact" | "changed" | "foreign" | "distrusted" | "damaged" | "empty";
  facts: CertificateFacts | null;
  by: { name: string; id: string; isUs: boolean };
  key: TrustedKey | null;
  signedAt: string | null;
  /** `removed`: the signature that we check; `changed`: another one of the credential. */
  lostProof: "removed" | "changed" | null;
};

export const compactJwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const suite = "eddsa-jcs-2022";
const otherSuite = "eddsa-rdfc-2022";
const mostProofs = 10;

export async function checkCredential(credential: JsonObject, trusted: TrustedKeys): Promise<Checked> {
  const proofs = objectsOf(credential.proof).slice(0, mostProofs);
  const named = proofs.map((proof) => ({ proof, key: keyNamedBy(proof, trusted) })).filter(({ key }) => key);
  const deciding = named.find(({ proof }) => proof.cryptosuite === suite) ?? named[0];
  const signedAt = textOf(deciding?.proof.created) || null;
  const base = { ...describe(credential, trusted), key: deciding?.key ?? null, signedAt, lostProof: null };
  if (!deciding?.key) return { ...base, ...withoutKnownKey(credential, trusted) };
  if (!proofs.some(({ cryptosuite }) => cryptosuite === suite))
    return { ...base, state: "changed", lostProof: "removed" };
  const isIntact = await isProven(credential, deciding.proof, deciding.key);
  if (isIntact && !isWholeSet(credential, deciding.proof)) return { ...base, state: "changed", lostProof: "changed" };
  return { ...base, state: isIntact ? intactState(credential, deciding.key, signedAt) : "changed" };
}

export async function checkJwt(text: string, trusted: TrustedKeys): Promise<Checked> {
  if (!compactJwt.test(text)) return damagedCredential;
  const [head = "", body = "", tail = ""] = text.split(".");
  const [header, payload] = [readPart(head), readPart(body)];
  if (!header || !payload) return damagedCredential;
  const [did = "", fragment = ""] = splitMethod(header.kid);
  const key = findKey(trusted, fragment, ["p256"]);
  const signedAt = typeof payload.iat === "number" ? momentOf(payload.iat) : null;
  const base = { ...describe(payload, trusted), key, signedAt, lostProof: null };
  if (!key) return { ...base, state: "foreign" };
  const signature = readBase64url(tail);
  const isOurs =
    header.alg === "ES256" && header.crit === undefined && issuerOf(payload).id === did && payload.iss === did;
  const isIntact = isOurs && signature && (await isSignedBy(key.multikey, signature, utf8(`${head}.${body}`)));
  return { ...base, state: isIntact ? intactState(payload, key, signedAt) : "changed" };
}

/** The credential found in a picture or a PDF, as JSON or as a JWT. */
export async function checkInside(text: string, trusted: TrustedKeys): Promise<Checked> {
  if (compactJwt.test(text.trim())) return checkJwt(text.trim(), trusted);
  const value = readJson(text);
  return isCredential(value) ? checkCredential(value, trusted) : damagedCredential;
}

const damagedCredential: Checked = {
  state: "damaged",
  facts: null,
  by: { name: "", id: "", isUs: false },
  key: null,
  signedAt: null,
  lostProof: null,
};

/** Also a credential that lost its type: it is changed, not absent. */
export function isCredential(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const types = Array.isArray(value.type) ? value.type : [value.type];
  return types.includes("VerifiableCredential") || (isObject(value.credentialSubject) && value.issuer !== undefined);
}

async function isProven(credential: JsonObject, proof: JsonObject, key: TrustedKey): Promise<boolean> {
  const { proof: _, ...document } = credential;
  const { proofValue, ...options } = proof;
  const signature = readSignature(proofValue);
  const isFit =
    proof.type === "DataIntegrityProof" &&
    proof.cryptosuite === suite &&
    proof.proofPurpose === "assertionMethod" &&
    proof.verificationMethod === `${issuerOf(credential).id}#${key.multikey}`;
  const texts = isFit && signature ? canonicalTexts(options, document) : null;
  if (!texts || !signature) return false;
  const hashes = await Promise.all(texts.map((text) => sha256(utf8(text))));
  return isSignedBy(key.multikey, signature, joinBytes(...hashes));
}

/**
 * We sign with two suites at once. To check the value of the other takes JSON-LD; all else in it must say what the checked one says, and
 * there is no third.
 */
function isWholeSet({ proof }: JsonObject, checked: JsonObject): boolean {
  const others = listOf(proof).filter((one) => one !== checked);
  const [other] = others;
  if (others.length !== 1 || !isObject(other) || other.cryptosuite !== otherSuite) return false;
  const { "@context": _, cryptosuite, proofValue, ...same } = checked;
  const { cryptosuite: __, proofValue: value, ...options } = other;
  const texts = canonicalTexts(same, options);
  return readSignature(value)?.length === 64 && texts !== null && texts[0] === texts[1];
}

function readSignature(value: unknown): Uint8Array | null {
  const text = textOf(value);
  return text.startsWith("z") ? readBase58(text.slice(1)) : null;
}

/** Null where a part has no canonical text, such as half a character: nothing like that was ever signed. */
function canonicalTexts(...parts: JsonObject[]): string[] | null {
  try {
    return parts.map(canonicalJson);
  } catch {
    return null;
  }
}

/** A key of ours in the text tells of a proof that was cut or broken; without it nobody that we know has signed. */
function withoutKnownKey(credential: JsonObject, trusted: TrustedKeys): Pick<Checked, "state" | "lostProof"> {
  const text = JSON.stringify(credential);
  const isOurs = trusted.keys.some(({ kind, multikey }) => kind === "ed25519" && text.includes(multikey));
  return isOurs ? { state: "changed", lostProof: "removed" } : { state: "foreign", lostProof: null };
}

function describe(credential: JsonObject, trusted: TrustedKeys): Pick<Checked, "facts" | "by"> {
  return { facts: factsOf(credential), by: { ...issuerOf(credential), isUs: namesUs(credential, trusted) } };
}

function intactState(credential: JsonObject, key: TrustedKey, signedAt: string | null): Checked["state"] {
  if (!listOf(credential.type).includes("OpenBadgeCredential")) return "empty";
  return standingOf(key, signedAt) === "distrusted" ? "distrusted" : "intact";
}

function keyNamedBy(proof: JsonObject, trusted: TrustedKeys): TrustedKey | null {
  return findKey(trusted, splitMethod(proof.verificationMethod)[1] ?? "", ["ed25519"]);
}

function splitMethod(method: unknown): string[] {
  return textOf(method).split("#", 2);
}

function readPart(text: string): JsonObject | null {
  const bytes = readBase64url(text);
  const value = readJson((bytes && readUtf8(bytes)) ?? "");
  return isObject(value) ? value : null;
}

function momentOf(seconds: number): string | null {
  return Math.abs(seconds) < 1e11 ? new Date(Math.floor(seconds) * 1000).toISOString() : null;
}

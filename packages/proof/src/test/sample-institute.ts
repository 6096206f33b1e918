import { base58, base64url, joinBytes, sha256, utf8 } from "../bytes.ts";
import { canonicalJson } from "../canonical-json.ts";
import { fingerprintOf, multikeyOf } from "../multikey.ts";
import type { TrustedKey, TrustedKeys } from "../types.ts";

type OneKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type KeyPair = { privateKey: OneKey; publicKey: OneKey };
export type SampleKey = { pair: KeyPair; multikey: string; raw: Uint8Array; trusted: TrustedKey };
export type SampleInstitute = { did: string; ed: SampleKey; ec: SampleKey; trusted: TrustedKeys };

const sampleUrl = "https://academy.example";
const sampleDid = "did:web:academy.example";
const signedAt = "2026-04-18T06:00:00Z";

/** An institute with fresh keys. */
export async function sampleInstitute(): Promise<SampleInstitute> {
  const [ed, ec] = [await makeKey("ed25519"), await makeKey("p256")];
  const trusted = {
    institute: "Shoreline Academy",
    issuer: sampleDid,
    publicUrl: sampleUrl,
    timeZone: "Asia/Kolkata",
    isDemonstration: false,
    keys: [ed.trusted, ec.trusted],
  };
  return { did: sampleDid, ed, ec, trusted };
}

export async function makeKey(kind: "ed25519" | "p256"): Promise<SampleKey> {
  const algorithm = kind === "p256" ? { name: "ECDSA", namedCurve: "P-256" } : { name: "Ed25519" };
  const pair = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as KeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const multikey = multikeyOf({ kind, raw });
  const dates = { createdAt: "2026-01-01T00:00:00.000Z", retiredAt: null, distrustedFrom: null };
  return { pair, multikey, raw, trusted: { kind, multikey, fingerprint: await fingerprintOf(raw), ...dates } };
}

/** Ed25519, or ECDSA as r and s. */
export async function signBytes(key: SampleKey, bytes: Uint8Array): Promise<Uint8Array> {
  const { name } = key.pair.privateKey.algorithm;
  const algorithm = name === "ECDSA" ? { name, hash: "SHA-256" } : name;
  return new Uint8Array(await crypto.subtle.sign(algorithm, key.pair.privateKey, bytes as Uint8Array<ArrayBuffer>));
}

export type Credential = ReturnType<typeof sampleCredential>;

export function sampleCredential({ holder = "Nithya Balan", certificateId = "OCNST00001" } = {}) {
  return {
    "@context": [
      "https://www.w3.org/ns/credentials/v2",
      "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
    ],
    id: `${sampleUrl}/api/certificate/${certificateId}/credential`,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: "Software Testing",
    issuer: {
      id: sampleDid,
      type: ["Profile"],
      name: "Shoreline Academy",
      url: sampleUrl,
      email: "hello@academy.example",
    },
    validFrom: signedAt,
    credentialSubject: {
      type: ["AchievementSubject"],
      identifier: [
        { type: "IdentityObject", identityType: "name", hashed: false, identityHash: holder },
        { type: "IdentityObject", identityType: "emailAddress", hashed: true, identityHash: "sha256$00", salt: "x" },
      ],
      activityEndDate: "2026-04-17T18:29:59Z",
      creditsEarned: 52,
      achievement: {
        id: `${sampleUrl}/onlinecourses/viewdetails/ST`,
        type: ["Achievement"],
        achievementType: "Certificate",
        humanCode: certificateId,
        name: "Software Testing",
        description: "Finds faults before users do.",
        criteria: { narrative: "Attend the classes and pass the final test." },
        tag: ["Test design", "Selenium", "SQL"],
        creditsAvailable: 52,
        resultDescription: [
          { id: "urn:final", type: ["ResultDescription"], name: "Final test", resultType: "Percent" },
        ],
      },
      result: [{ type: ["Result"], resultDescription: "urn:final", value: "86" }],
    },
    evidence: [{ type: ["Evidence"], name: "Attendance", narrative: "Attended 24 of 26 classes." }],
  };
}

type Signing = { did?: string; created?: string };

/** With both proofs; the first is of a suite that we do not check, so any value will do. */
export async function signCredential(
  credential: Credential,
  key: SampleKey,
  { did = sampleDid, created = signedAt }: Signing = {},
) {
  const base = {
    type: "DataIntegrityProof",
    created,
    verificationMethod: `${did}#${key.multikey}`,
    proofPurpose: "assertionMethod",
  };
  const options = { "@context": credential["@context"], ...base, cryptosuite: "eddsa-jcs-2022" };
  const hashes = await Promise.all([options, credential].map((part) => sha256(utf8(canonicalJson(part)))));
  const value = async (bytes: Uint8Array) => `z${base58(await signBytes(key, bytes))}`;
  const proofs = [
    { ...base, cryptosuite: "eddsa-rdfc-2022", proofValue: await value(utf8("another suite")) },
    { ...options, proofValue: await value(joinBytes(...hashes)) },
  ];
  return { ...credential, proof: proofs };
}

export async function signJwt(
  credential: object,
  key: SampleKey,
  { did = sampleDid, header = {} }: { did?: string; header?: object } = {},
): Promise<string> {
  const head = { alg: "ES256", typ: "vc+jwt", kid: `${did}#${key.multikey}`, ...header };
  const seconds = Date.parse(signedAt) / 1000;
  const body = { ...credential, iss: did, jti: "urn:1", nbf: seconds, iat: seconds };
  const text = [head, body].map((part) => base64url(utf8(JSON.stringify(part)))).join(".");
  return `${text}.${base64url(await signBytes(key, utf8(text)))}`;
}

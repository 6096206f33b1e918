import { createHash, type KeyObject, sign } from "node:crypto";
import { canonicalJson } from "@shoreline/proof/canonical-json";
import type { Deps } from "../../context.ts";
import { canonizeRdf } from "./canonize.ts";
import { issuerDid } from "./did.ts";
import { type CurrentKey, type KeyDeps, readKeys } from "./keys.ts";
import { toMultibase } from "./multikey.ts";

export type SignDeps = KeyDeps & Pick<Deps, "publicUrl">;

export type Signed = {
  /** To the byte: the text is stored and handed out as it is. */
  credential: string;
  jwt: string;
  /** Of the Ed25519 key. */
  keyId: string;
  signedAt: Date;
};

/** Signs a credential with both proofs, and as a JWT. */
export async function signCredential(deps: SignDeps, credential: object): Promise<Signed> {
  const { ed25519, p256 } = await readKeys(deps);
  const signedAt = wholeSecond(deps.clock.now());
  const did = issuerDid(deps.publicUrl);
  const proof = await proofsOf(credential, { did, key: ed25519, signedAt });
  return {
    credential: JSON.stringify({ ...credential, proof }),
    jwt: makeJwt(credential, { did, key: p256, signedAt }),
    keyId: ed25519.id,
    signedAt,
  };
}

export async function signStatusList(deps: SignDeps, credential: object): Promise<string> {
  const { ed25519 } = await readKeys(deps);
  const signer = { did: issuerDid(deps.publicUrl), key: ed25519, signedAt: wholeSecond(deps.clock.now()) };
  return JSON.stringify({ ...credential, proof: await proofsOf(credential, signer) });
}

type Signer = { did: string; key: CurrentKey; signedAt: Date };

/** 1EdTech looks at the first one. The second needs no JSON-LD to be checked. */
async function proofsOf(credential: object, signer: Signer): Promise<object[]> {
  const context = (credential as { "@context"?: unknown })["@context"];
  const rdfc = optionsOf("eddsa-rdfc-2022", signer);
  const jcs = { "@context": context, ...optionsOf("eddsa-jcs-2022", signer) };
  const rdfcHashes = [await canonizeRdf({ "@context": context, ...rdfc }), await canonizeRdf(credential)].map(sha256);
  const jcsHashes = [jcs, credential].map(canonicalJson).map(sha256);
  const { key } = signer.key;
  return [
    { ...rdfc, proofValue: signHashes(rdfcHashes, key) },
    { ...jcs, proofValue: signHashes(jcsHashes, key) },
  ];
}

function optionsOf(cryptosuite: string, { did, key, signedAt }: Signer) {
  return {
    type: "DataIntegrityProof",
    cryptosuite,
    created: inSeconds(signedAt),
    verificationMethod: `${did}#${key.multikey}`,
    proofPurpose: "assertionMethod",
  };
}

function signHashes(hashes: Buffer[], key: KeyObject): string {
  return toMultibase(sign(null, Buffer.concat(hashes), key));
}

function makeJwt(credential: object, { did, key, signedAt }: Signer): string {
  const { id, validFrom } = credential as { id?: string; validFrom?: string };
  const issued = unixSeconds(signedAt);
  const header = { alg: "ES256", typ: "vc+jwt", kid: `${did}#${key.multikey}` };
  const nbf = validFrom === undefined ? issued : unixSeconds(new Date(validFrom));
  const payload = { ...credential, iss: did, jti: id, nbf, iat: issued };
  const toSign = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = sign("sha256", Buffer.from(toSign), { key: key.key, dsaEncoding: "ieee-p1363" });
  return `${toSign}.${signature.toString("base64url")}`;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function wholeSecond(moment: Date): Date {
  return new Date(unixSeconds(moment) * 1000);
}

function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** Verifiers compare it with their clocks; some refuse fractions. */
export function inSeconds(moment: Date): string {
  return moment.toISOString().replace(/\.\d+Z$/, "Z");
}

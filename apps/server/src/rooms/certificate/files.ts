import { createHash } from "node:crypto";
import { isWellFormed } from "../../content/well-formed.ts";
import type { Deps } from "../../context.ts";
import { readDocument } from "../../documents.ts";
import { formatDate } from "../../format.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { StoredFile } from "../../ports.ts";
import { inSteps } from "../../steps.ts";
import { isDemonstration } from "../signing/did.ts";
import { findKeyPrint } from "../signing/key-print.ts";
import { readKeys } from "../signing/keys.ts";
import { readLetterhead } from "../site/letterhead.ts";
import { viewAddress } from "./addresses.ts";
import type { CertificateInput, SignedParts } from "./drawing-parts.ts";
import { removePersonPicture } from "./jobs.ts";
import { type PictureSize, pictureSizes } from "./picture-sizes.ts";
import { findProof } from "./proof.ts";
import {
  type CertificateRow,
  findCertificateById,
  findReplacement,
  forgetOrphanedPictures,
  updateCertificate,
} from "./queries.ts";
import { certificateShape } from "./shapes.ts";

/** Increase this when the drawing changes, so that stored files are drawn again. */
const layout = 4;
const webp = "image/webp";

/** The picture of a revoked or replaced certificate is stamped. */
export async function readPicture(deps: Deps, row: CertificateRow, size: PictureSize): Promise<Uint8Array> {
  const isReplaced = row.revokedAt !== null && (await findReplacement(deps.db, row.id)) !== null;
  const stamp = isReplaced ? "-replaced" : row.revokedAt ? "-revoked" : "";
  const key = `${keyOf(deps, row)}${stamp}-${size}.webp`;
  return readDocument(deps, {
    key,
    type: webp,
    make: (doNotStore) => draw(size, deps, { row, isReplaced, doNotStore }),
  });
}

/** Copies the holder's picture, because the profile may show another one later. */
export async function storePersonPicture({ db, files }: Deps, { id, picture }: CertificateRow): Promise<void> {
  if (!picture || (await files.read(personKey(id)))) return;
  const shown = await files.read(uploadedKey(picture));
  if (shown) await files.put(personKey(id), shown);
  else await updateCertificate(db, { id, picture: null });
}

const names = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-small|-person)?\.webp$/;

/** Finds a file below /media/certificate/. The names cannot be guessed; the page of a certificate shows them. */
export async function findCertificateFile(deps: Deps, name: string): Promise<StoredFile | null> {
  const [, id, kind] = names.exec(name) ?? [];
  const row = id ? await findCertificateById(deps.db, id) : null;
  if (!row) return null;
  if (kind !== "-person") {
    if (!isWellFormed(deps.log, certificateShape, row)) return null;
    return { type: webp, bytes: await readPicture(deps, row, kind === "-small" ? "small" : "large") };
  }
  if (!row.picture || !row.learnerId) return null;
  return (await deps.files.read(personKey(row.id))) ?? deps.files.read(uploadedKey(row.picture));
}

/** Removes all files of a certificate, stamped or not. */
export async function removeFiles(deps: Deps, id: string): Promise<void> {
  const key = keyOf(deps, { id });
  const pictures = ["", "-revoked", "-replaced"].flatMap((stamp) =>
    Object.keys(pictureSizes).map((size) => `${key}${stamp}-${size}.webp`),
  );
  // Certificates of an earlier release have an unsigned PDF.
  for (const one of [`${key}.pdf`, ...pictures, personKey(id)]) await deps.files.remove(one);
}

/** Removes the pictures of people who have deleted their account. Their certificates stay. */
export async function tidyPictures({ db }: Deps): Promise<void> {
  await inSteps(() =>
    db.transaction(async (tx) => {
      const orphaned = await forgetOrphanedPictures(tx);
      await enqueueAll(tx, removePersonPicture, orphaned);
      return orphaned;
    }),
  );
}

export async function removePersonFile({ files }: Deps, id: string): Promise<void> {
  await files.remove(personKey(id));
}

const personKey = (id: string) => `certificate/${id}-person.webp`;
const uploadedKey = (picture: string) => `user/${picture}.webp`;

/** The key contains a hash of the public address, because the address is printed. */
export function keyOf({ publicUrl }: Deps, { id }: { id: string }): string {
  return `certificate/${id}-${layout}-${createHash("sha256").update(publicUrl).digest("hex").slice(0, 8)}`;
}

type Wanted = { row: CertificateRow; isReplaced?: boolean; doNotStore(): void; signed?: SignedParts };

export async function draw(as: Form, deps: Deps, { row, ...how }: Wanted): Promise<Uint8Array> {
  if (!isWellFormed(deps.log, certificateShape, row)) throw new Error(`The record of ${row.certificateId} is broken.`);
  return drawPrinted(deps, { as, row, signed: await findPrint(deps, row), ...how });
}

/** The key that signed it, or that will. */
async function findPrint(deps: Deps, { id }: CertificateRow): Promise<SignedParts> {
  const proof = await findProof(deps.db, id);
  return { keyPrint: proof ? await findKeyPrint(deps.db, proof.keyId) : (await readKeys(deps)).ed25519.fingerprint };
}

type Subject = Pick<
  CertificateRow,
  "certificateId" | "studentName" | "studentId" | "courseCompleted" | "printed" | "earnedAt" | "revokedAt"
>;
type Form = "pdf" | "png" | "svg" | PictureSize;
type Drawn = {
  as: Form;
  row: Subject;
  isReplaced?: boolean;
  doNotStore?(): void;
  signaturePng?: Uint8Array | null;
  signed?: SignedParts;
};

/** Draws a certificate, perhaps one that is not issued. `signaturePng` stands for a picture that is not stored yet. */
export async function drawPrinted(
  deps: Deps,
  { as, row, isReplaced = false, doNotStore, signaturePng, signed }: Drawn,
): Promise<Uint8Array> {
  const { institute, city, hours, signatory, timeZone, brand, template = "woven", signature } = row.printed;
  const input: CertificateInput & { as: string } = {
    as,
    template,
    certificateId: row.certificateId,
    studentName: row.studentName,
    studentId: row.studentId,
    courseCompleted: row.courseCompleted,
    hours,
    institute,
    city,
    signatory,
    earnedOn: formatDate(row.earnedAt, { timeZone }),
    earnedAt: row.earnedAt.toISOString(),
    url: viewAddress(deps.publicUrl, row.certificateId),
    isRevoked: row.revokedAt !== null,
    isReplaced,
    isDemonstration: isDemonstration(deps.publicUrl),
    ...(signed ?? { keyPrint: (await readKeys(deps)).ed25519.fingerprint }),
    signature: signaturePng ?? (signature ? await readSignature(deps, signature, doNotStore) : null),
    ...(brand ? { brand, letterhead: await readLetterhead(deps, { name: institute, brand }, doNotStore) } : {}),
  };
  return deps.draw(new URL("./certificate-thread.ts", import.meta.url), input);
}

/** While the file store is down a certificate is drawn without its signature, and not stored. */
async function readSignature({ files, log }: Deps, key: string, onMissing = () => {}): Promise<Uint8Array | null> {
  const stored = await files.read(key).catch((err) => {
    log.error({ err }, "a signature could not be read");
    return null;
  });
  if (!stored) onMissing();
  return stored?.bytes ?? null;
}

import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { isWellFormed } from "../../content/well-formed.ts";
import type { Deps } from "../../context.ts";
import { certificateProof } from "../../db/tables/certificate.ts";
import { readDocument } from "../../documents.ts";
import { formatDate } from "../../format.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { StoredFile } from "../../ports.ts";
import { inSteps } from "../../steps.ts";
import { isDemonstration } from "../signing/did.ts";
import { findFingerprint, listFingerprints } from "../signing/find-fingerprint.ts";
import { readKeys } from "../signing/keys.ts";
import { readLetterhead } from "../site/letterhead.ts";
import { viewAddress } from "./addresses.ts";
import type { CertificateInput, SignedParts } from "./drawing-parts.ts";
import { removePersonPicture } from "./jobs.ts";
import { type PictureSize, pictureSizes } from "./picture-sizes.ts";
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
  const fingerprint = await findPrinted(deps, row);
  const isReplaced = row.revokedAt !== null && (await findReplacement(deps.db, row.id)) !== null;
  const stamp = isReplaced ? "-replaced" : row.revokedAt ? "-revoked" : "";
  const key = pictureKey(deps, { id: row.id, fingerprint, stamp, size });
  const make = (doNotStore: () => void) => draw(size, deps, { row, isReplaced, doNotStore, signed: { fingerprint } });
  return readDocument(deps, { key, type: webp, make });
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
  const pictures = (await listFingerprints(deps.db)).flatMap((fingerprint) =>
    stamps.flatMap((stamp) =>
      (Object.keys(pictureSizes) as PictureSize[]).map((size) => pictureKey(deps, { id, fingerprint, stamp, size })),
    ),
  );
  const key = keyOf(deps, { id }, 2);
  // Certificates of an earlier release have an unsigned PDF, and pictures on which no key is printed.
  const earlier = [".pdf", "-large.webp", "-small.webp", "-revoked-large.webp", "-revoked-small.webp"];
  for (const one of [...earlier.map((end) => key + end), ...pictures, personKey(id)]) await deps.files.remove(one);
}

const stamps = ["", "-revoked", "-replaced"] as const;

type Picture = { id: string; fingerprint: string; stamp: (typeof stamps)[number]; size: PictureSize };

/** The fingerprint is printed, so a picture from before the certificate was signed again is never taken for the new one. */
function pictureKey(deps: Deps, { id, fingerprint, stamp, size }: Picture): string {
  return `${keyOf(deps, { id })}-${fingerprint.slice(0, 8)}${stamp}-${size}.webp`;
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
export function keyOf({ publicUrl }: Deps, { id }: { id: string }, of = layout): string {
  return `certificate/${id}-${of}-${createHash("sha256").update(publicUrl).digest("hex").slice(0, 8)}`;
}

type Wanted = { row: CertificateRow; isReplaced?: boolean; doNotStore(): void; signed: SignedParts };

export async function draw(as: Form, deps: Deps, wanted: Wanted): Promise<Uint8Array> {
  const { row } = wanted;
  if (!isWellFormed(deps.log, certificateShape, row)) throw new Error(`The record of ${row.certificateId} is broken.`);
  return drawPrinted(deps, { as, ...wanted });
}

/** Of the key that signed it, or that will. */
async function findPrinted(deps: Deps, { id }: CertificateRow): Promise<string> {
  const [proof] = await deps.db
    .select({ keyId: certificateProof.keyId })
    .from(certificateProof)
    .where(eq(certificateProof.id, id));
  return proof?.keyId ? findFingerprint(deps.db, proof.keyId) : (await readKeys(deps)).ed25519.fingerprint;
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
    ...(signed ?? { fingerprint: (await readKeys(deps)).ed25519.fingerprint }),
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

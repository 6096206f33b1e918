import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Deps } from "../../context.ts";
import { drawInThread } from "../../pdf/in-thread.ts";
import type { StoredFile } from "../../ports.ts";
import type { CertificateInput } from "./drawing.ts";
import { type CertificateRow, findCertificateById, listLeftPictures, updateCertificate } from "./queries.ts";

/** Raised when the drawing changes, so that kept files are made anew. */
const layout = 1;
const webp = "image/webp";

/** For printing; drawn when it is first asked for, and kept. */
export async function readPdf(deps: Deps, row: CertificateRow): Promise<Uint8Array> {
  const key = `${keyOf(deps, row)}.pdf`;
  const kept = await deps.files.read(key);
  if (kept) return kept.bytes;
  const bytes = await draw("pdf", deps, row);
  await deps.files.put(key, { bytes, type: "application/pdf" });
  return bytes;
}

const sizes = { large: { width: 1400, quality: 70 }, small: { width: 720, quality: 75 } };

/** Once revoked, the picture says so wherever it is shown. */
export async function readPicture(deps: Deps, row: CertificateRow, size: keyof typeof sizes): Promise<Uint8Array> {
  const key = (name: string) => `${keyOf(deps, row)}${row.revokedAt ? "-revoked" : ""}-${name}.webp`;
  const kept = await deps.files.read(key(size));
  if (kept) return kept.bytes;
  const svg = await draw("picture", deps, row);
  const drawn = new Map<string, Uint8Array>();
  for (const [name, { width, quality }] of Object.entries(sizes)) {
    const bytes = await sharp(svg).resize(width).webp({ quality }).toBuffer();
    await deps.files.put(key(name), { bytes, type: webp });
    drawn.set(name, bytes);
  }
  return drawn.get(size) ?? svg;
}

/** For a mail; none when it is gone or worth nothing any more. */
export async function printCertificate(deps: Deps, id: string) {
  const row = await findCertificateById(deps.db, id);
  if (!row || row.revokedAt) return [];
  return [{ name: certificateFile(row), type: "application/pdf", bytes: await readPdf(deps, row) }];
}

export function certificateFile({ certificateId }: { certificateId: string }): string {
  return `${certificateId}.pdf`;
}

/** The picture of the person is copied: the profile may show another one tomorrow. */
export async function keepPerson({ db, files }: Deps, { id, picture }: CertificateRow): Promise<void> {
  if (!picture || (await files.read(personKey(id)))) return;
  const shown = await files.read(uploadedKey(picture));
  if (shown) await files.put(personKey(id), shown);
  else await updateCertificate(db, { id, picture: null });
}

const names = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-small|-person)?\.webp$/;

/** What stands below /media/certificate/. The names cannot be guessed: whoever knows one has looked the certificate up. */
export async function findCertificateFile(deps: Deps, name: string): Promise<StoredFile | null> {
  const [, id, kind] = names.exec(name) ?? [];
  const row = id ? await findCertificateById(deps.db, id) : null;
  if (!row) return null;
  if (kind !== "-person")
    return { type: webp, bytes: await readPicture(deps, row, kind === "-small" ? "small" : "large") };
  if (!row.picture || !row.learnerId) return null;
  return (await deps.files.read(personKey(row.id))) ?? deps.files.read(uploadedKey(row.picture));
}

/** All that was drawn, whatever it says. */
export async function removeFiles(deps: Deps, id: string): Promise<void> {
  const key = keyOf(deps, { id });
  const pictures = ["", "-revoked"].flatMap((stamp) => Object.keys(sizes).map((size) => `${key}${stamp}-${size}.webp`));
  for (const one of [`${key}.pdf`, ...pictures, personKey(id)]) await deps.files.remove(one);
}

/** With the account goes the picture; the certificate itself stays. */
export async function tidyCertificates({ db, files }: Deps): Promise<void> {
  for (const { id } of await listLeftPictures(db)) {
    await files.remove(personKey(id));
    await updateCertificate(db, { id, picture: null });
  }
}

const personKey = (id: string) => `certificate/${id}-person.webp`;
const uploadedKey = (picture: string) => `user/${picture}.webp`;

/** A product that has moved prints its new address. */
function keyOf({ publicUrl }: Deps, { id }: { id: string }): string {
  return `certificate/${id}-${layout}-${createHash("sha256").update(publicUrl).digest("hex").slice(0, 8)}`;
}

function draw(as: "pdf" | "picture", { publicUrl }: Deps, row: CertificateRow): Promise<Uint8Array> {
  const { institute, city, hours, signatory, timeZone } = row.printed;
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone });
  const input: CertificateInput & { as: string } = {
    as,
    certificateId: row.certificateId,
    studentName: row.studentName,
    studentId: row.studentId,
    courseCompleted: row.courseCompleted,
    hours,
    institute,
    city,
    signatory,
    earnedOn: day.format(row.earnedAt),
    earnedAt: row.earnedAt.toISOString(),
    url: viewAddress(publicUrl, row.certificateId),
    isRevoked: row.revokedAt !== null,
  };
  return drawInThread(new URL("./certificate-thread.ts", import.meta.url), input);
}

export function viewAddress(publicUrl: string, certificateId: string): string {
  return `${publicUrl}/view/e_certificate/${certificateId}`;
}

import { readInstitute } from "../../institute.ts";
import type { PdfSigner } from "../../ports.ts";
import { makeCms, roomForCms } from "./cms.ts";
import { type KnownSigner, type PdfDeps, readPdfSigner } from "./pdf-signer.ts";
import { addEntry, appendObjects, pdfDate, pdfString, readPdfFile, readReference } from "./pdf-update.ts";

type About = { reason: string; at: Date; signer?: KnownSigner };

/** Adds an invisible signature over all bytes of the file. Readers then say who signed it, and that nobody changed it. */
export async function signPdf(
  deps: PdfDeps,
  pdf: Uint8Array,
  { reason, at, signer: given }: About,
): Promise<Uint8Array> {
  const signer = given ?? (await readPdfSigner(deps));
  const { name } = await readInstitute(deps.db);
  return fillSignature(addPlaceholder(pdf, { name, reason, at, room: roomForCms(signer) }), signer);
}

/** Four numbers of the length that any file of ours can have. */
const range = `[0 ${"*".repeat(10)} ${"*".repeat(10)} ${"*".repeat(10)}]`;

type Placeholder = { name: string; reason: string; at: Date; room: number };

function addPlaceholder(bytes: Uint8Array, { name, reason, at, room }: Placeholder): Uint8Array {
  const pdf = readPdfFile(bytes);
  const [signature, field] = [pdf.size, pdf.size + 1];
  const catalog = pdf.readObject(pdf.root);
  if (catalog.includes("/AcroForm")) throw new TypeError("This PDF file has a form already: it cannot be signed.");
  const page = readReference(pdf.readObject(readReference(catalog, "Pages")), "Kids");
  return appendObjects(
    pdf,
    new Map([
      [
        signature,
        `<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/Name ${pdfString(name)}\n/Reason ${pdfString(reason)}\n/M ${pdfDate(at)}\n/ByteRange ${range}\n/Contents <${"0".repeat(room * 2)}>\n>>`,
      ],
      [
        field,
        // Printed but of no size, and locked.
        `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Signature)\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n/V ${signature} 0 R\n>>`,
      ],
      [pdf.root, addEntry(catalog, `/AcroForm <<\n/Fields [${field} 0 R]\n/SigFlags 3\n>>`)],
      [page, withAnnotation(pdf.readObject(page), field)],
    ]),
  );
}

function withAnnotation(page: string, field: number): string {
  if (!page.includes("/Annots")) return addEntry(page, `/Annots [${field} 0 R]`);
  const changed = page.replace(/\/Annots\s*\[/, `$&${field} 0 R `);
  if (changed === page) throw new TypeError("The annotations of this PDF file cannot be read.");
  return changed;
}

function fillSignature(bytes: Uint8Array, signer: PdfSigner): Uint8Array {
  const pdf = Buffer.from(bytes);
  const rangeAt = pdf.lastIndexOf(range);
  const start = pdf.indexOf("/Contents <", rangeAt) + "/Contents ".length;
  const end = pdf.indexOf(">", start) + 1;
  const actual = `[0 ${start} ${end} ${pdf.length - end}]`;
  pdf.write(actual.padEnd(range.length), rangeAt, "latin1");
  const cms = makeCms(Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]), signer);
  pdf.write(Buffer.from(cms).toString("hex"), start + 1, "latin1");
  return new Uint8Array(pdf);
}

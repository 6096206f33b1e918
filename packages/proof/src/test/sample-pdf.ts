import { asLatin1, hex, joinBytes, utf8 } from "../bytes.ts";
import { makeCms } from "./sample-cms.ts";
import type { SampleKey } from "./sample-institute.ts";
import { deflate } from "./sample-pictures.ts";

type Contents = { json?: string | Uint8Array; jwt?: string; isPacked?: boolean };

export async function signedPdf(contents: Contents, key: SampleKey): Promise<Uint8Array> {
  return signPdf(await plainPdf(contents), key);
}

/** A page with a line of text, the files, and the dictionary of a signature yet to be made. */
export async function plainPdf({ json, jwt, isPacked = true }: Contents): Promise<Uint8Array> {
  const files = [
    ...(json === undefined ? [] : [{ name: "credential.json", content: typeof json === "string" ? utf8(json) : json }]),
    ...(jwt === undefined ? [] : [{ name: "credential.jwt", content: utf8(jwt) }]),
  ];
  const specs = files.map(({ name }, at) => `(${name}) ${20 + 2 * at} 0 R`).join(" ");
  const objects: [number, Uint8Array][] = [
    [
      1,
      utf8(
        `<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [${specs}] >> >> /AcroForm << /SigFlags 3 /Fields [5 0 R] >> >>`,
      ),
    ],
    [2, utf8("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")],
    [3, utf8("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 4 0 R /Annots [5 0 R] >>")],
    [4, await stream("", utf8("BT /F1 24 Tf 80 300 Td (Nithya Balan: Software Testing) Tj ET"), false)],
    [5, utf8("<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 6 0 R /Rect [0 0 0 0] /P 3 0 R >>")],
    [6, utf8(signatureDictionary)],
  ];
  for (const [at, { name, content }] of files.entries()) {
    const number = 20 + 2 * at;
    objects.push([
      number,
      utf8(`<< /Type /Filespec /AFRelationship /Data /F (${name}) /EF << /F ${number + 1} 0 R >> >>`),
    ]);
    objects.push([number + 1, await stream("/Type /EmbeddedFile /Subtype /application#2Fjson", content, isPacked)]);
  }
  const body = objects.map(([number, content]) => joinBytes(utf8(`${number} 0 obj\n`), content, utf8("\nendobj\n")));
  return joinBytes(utf8("%PDF-1.7\n%\xe2\xe3\n"), ...body, utf8("trailer\n<< /Root 1 0 R >>\n%%EOF\n"));
}

export async function signPdf(plain: Uint8Array, key: SampleKey): Promise<Uint8Array> {
  const text = asLatin1(plain);
  const gap = text.indexOf("/Contents <0") + 10;
  const gapEnd = gap + gapLength;
  const range = `[0 ${gap} ${gapEnd} ${plain.length - gapEnd}]`.padEnd(rangeRoom.length, " ");
  const ranged = plain.slice();
  ranged.set(utf8(range), text.indexOf(rangeRoom));
  const cms = hex(await makeCms(joinBytes(ranged.subarray(0, gap), ranged.subarray(gapEnd)), key));
  ranged.set(utf8(cms), gap + 1);
  return ranged;
}

const rangeRoom = "[0 ********** ********** **********]";
const zeros = 3000;
const gapLength = zeros + 2;
const signatureDictionary =
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:20260418060000Z) ` +
  `/ByteRange ${rangeRoom} /Contents <${"0".repeat(zeros)}> >>`;

async function stream(dictionary: string, content: Uint8Array, isPacked: boolean): Promise<Uint8Array> {
  const packed = isPacked ? await deflate(content) : content;
  const filter = isPacked ? "/Filter /FlateDecode " : "";
  return joinBytes(
    utf8(`<< ${dictionary} ${filter}/Length ${packed.length} >>\nstream\n`),
    packed,
    utf8("\nendstream"),
  );
}

import type { CertificateTemplate } from "@shoreline/domain/certificate";
import qrcode from "qrcode";
import { type Letterhead, lookOf, type PrintedBrand } from "../../pdf/look.ts";
import { fitText, type Setting, type Style, setText } from "../../pdf/typeset.ts";
import { cream, type Mark, type Shape, type Words } from "./marks.ts";
import { box } from "./ornament.ts";

/** Everything that is printed. `earnedOn` is a formatted date; `url` is the page of the certificate. */
export type CertificateInput = {
  certificateId: string;
  studentName: string;
  studentId: string;
  courseCompleted: string;
  hours: number;
  institute: string;
  city: string;
  signatory: { name: string; designation: string } | null;
  earnedOn: string;
  earnedAt: string;
  url: string;
  isRevoked: boolean;
  /** Revoked, and another stands in its place. */
  isReplaced?: boolean;
  /** Without one: that of certificates from before there was a choice. */
  template?: CertificateTemplate;
  /** A picture of the signature, as PNG. */
  signature?: Uint8Array | null;
  /** Older certificates have none. */
  brand?: PrintedBrand;
  letterhead?: Letterhead;
} & SignedParts;

/** What comes from its proof: the key that is printed, and the files inside a PDF. */
export type SignedParts = {
  /** The fingerprint of the key, in hex. */
  fingerprint?: string;
  /** The site has no encrypted address: its keys can be looked up by nobody. */
  isDemonstration?: boolean;
  credential?: string;
  jwt?: string;
};

export const sizes = (face: Style["face"], list: number[], spacing = 0): Style[] =>
  list.map((size) => ({ face, size, leading: size * 1.12, spacing: spacing * size }));
export const small: Style = { face: "text", size: 15, leading: 21 };
export const strong: Style = { face: "strong", size: 15, leading: 21 };
export const lead: Style = { face: "text", size: 19, leading: 26 };

const tiny: Style = { face: "text", size: 12, leading: 17 };

export function words(setting: Setting, x: number, y: number, colour: string, type: Words["type"] = "P"): Words {
  return { kind: "words", type, setting, x, y, colour };
}

type Corner = { x: number; y: number; width: number };

/** The logo, or icon and name, with their corner at x and y; 60 high. */
export function head(doc: PDFKit.PDFDocument, { institute }: CertificateInput, { x, y, width }: Corner): Mark[] {
  const { colours, mark, logo } = lookOf(doc);
  if (logo) return [{ kind: "picture", png: logo, x, y, width: Math.min(400, width), height: 60, alt: institute }];
  const name = fitText(doc, institute, nameStyles, { width: width - 58, height: 44 });
  const title = words(name, x + 58, y + 30 - name.height / 2, colours.ink);
  if (mark) return [{ kind: "picture", png: mark, x, y: y + 8, width: 44, height: 44 }, title];
  return [...ownMark(colours, [[x - 128, y - 114]]), title];
}

/** The product's own icon. */
function ownMark(colours: ReturnType<typeof lookOf>["colours"], at: Shape["at"] & object): Shape[] {
  const fill = (path: string, colour: string): Shape => ({ kind: "shape", path, fill: colour, at });
  const bar = (x: number, y: number, width: number, colour: string) =>
    fill(box({ x, y, width, height: 3.4, radius: 1.7 }), colour);
  return [
    fill(box({ x: 128, y: 122, width: 44, height: 44, radius: 7 }), colours.deep),
    fill("M137 144C137 136.8 142.8 131 150 131C157.2 131 163 136.8 163 144Z", colours.sun),
    bar(137, 147.2, 26, cream),
    bar(142, 152.7, 16, colours.coral),
    bar(142, 158.2, 8, cream),
  ];
}

export const nameStyles = sizes("head", [25, 21, 17], -0.01);

type Place = { x: number; y: number; width: number; height: number };

/** The picture of the signature, named for screen readers. */
export function signatureMarks({ signature, signatory, institute }: CertificateInput, place: Place): Mark[] {
  if (!signature) return [];
  return [{ kind: "picture", png: signature, ...place, alt: `Signature of ${signatory?.name ?? institute}` }];
}

/** The name of who signs, the post, and that nobody signed on paper: each a line of its own. */
export function signatoryMarks(
  doc: PDFKit.PDFDocument,
  { signatory, institute }: CertificateInput,
  { x, y, width, leading = 20 }: Corner & { leading?: number },
): Mark[] {
  const { colours } = lookOf(doc);
  const line = (text: string, n: number) =>
    words(
      setText(doc, text, n ? small : strong, { width, maxLines: 1 }),
      x,
      y + n * leading,
      n ? colours.inkSoft : colours.ink,
    );
  return [signatory?.name ?? institute, signatory?.designation ?? "", "Issued electronically"]
    .filter(Boolean)
    .map(line);
}

/** The code with a light edge, which readers need. */
export function codeMarks(url: string, { x, y, size, colour }: { x: number; y: number; size: number; colour: string }) {
  const quiet = 10;
  const inner = size - 2 * quiet;
  const marks: Mark[] = [
    { kind: "shape", path: box({ x, y, width: size, height: size, radius: 4 }), fill: cream },
    { kind: "code", path: codePath(url, inner), fill: colour, x: x + quiet, y: y + quiet, size: inner, url },
  ];
  return marks;
}

type Lines = { x: number; y: number; width: number; isCentred?: boolean };

/** The address of the page, and below it the key by which a file can be checked without it. */
export function verifyLines(doc: PDFKit.PDFDocument, certificate: CertificateInput, { y, ...place }: Lines): Mark[] {
  const { colours } = lookOf(doc);
  const { url, fingerprint, isDemonstration } = certificate;
  const styles = [tiny, { ...tiny, size: 10 }, { ...tiny, size: 8.5, leading: 11 }];
  const address = fitText(doc, `Verify at ${url}`, styles, { width: place.width, height: 24 });
  const line = (setting: Setting, top: number): Words => ({
    ...words(setting, place.x, top, colours.inkFaint),
    isCentred: place.isCentred ?? false,
  });
  if (!fingerprint) return [line(address, y)];
  const text = `${isDemonstration ? "Demonstration. " : ""}Key fingerprint ${inGroups(fingerprint)}`;
  const key = setText(doc, text, keyStyle, { width: place.width, maxLines: 1 });
  return [line(address, y), line(key, y + address.height + 5)];
}

// 7 points on A4.
const keyStyle: Style = { face: "text", size: 9.4, leading: 12 };

/** The first half tells keys apart, and somebody can read it aloud. */
function inGroups(fingerprint: string): string {
  return fingerprint.slice(0, 32).match(/.{4}/g)?.join(" ") ?? "";
}

/** The dark squares of the QR code. Adjacent squares of a row become one box. */
function codePath(url: string, size: number): string {
  const { modules } = qrcode.create(url, { errorCorrectionLevel: "M" });
  const unit = size / modules.size;
  const paths: string[] = [];
  for (let row = 0; row < modules.size; row++)
    for (let from = 0; from < modules.size; from++) {
      let to = from;
      while (to < modules.size && modules.get(row, to)) to++;
      if (to > from) paths.push(box({ x: from * unit, y: row * unit, width: (to - from) * unit, height: unit }));
      from = Math.max(from, to - 1);
    }
  return paths.join("");
}

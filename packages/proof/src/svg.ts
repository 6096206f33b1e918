import { asLatin1, joinBytes, readUtf8, utf8 } from "./bytes.ts";
import { brokenPicture, type PictureParts } from "./picture.ts";
import { readXml, type XmlPiece } from "./xml.ts";

const element = "openbadges:credential";
const namespace = "https://purl.imsglobal.org/ob/v3p0";
const sealStart = "<!-- seal: ";
const sealEnd = " -->";

/** Puts the credential into the SVG as the first child of its root. */
export function bakeSvg(svg: Uint8Array, credentialText: string): Uint8Array {
  const root = readXml(asLatin1(svg))?.find(({ kind }) => kind === "open");
  if (root?.name !== "svg") throw new TypeError("Not an SVG");
  if (readSvg(svg).credential !== null) throw new TypeError("This SVG has a credential already");
  // The end of a CDATA section inside JSON can only stand in a string, where \u003e says the same.
  const text = credentialText.replaceAll("]]>", "]]\\u003e");
  const baked = `<${element} xmlns:openbadges="${namespace}"><![CDATA[${text}]]></${element}>`;
  return joinBytes(svg.subarray(0, root.end), utf8(baked), svg.subarray(root.end));
}

export function svgSeal(text: string): Uint8Array {
  return utf8(`${sealStart}${text}${sealEnd}`);
}

/** Places are counted in bytes. */
export function readSvg(bytes: Uint8Array): PictureParts {
  if (readUtf8(bytes) === null) return brokenPicture("it is not text");
  const text = asLatin1(bytes);
  const pieces = readXml(text);
  if (!pieces) return brokenPicture("its elements do not fit together");
  const root = pieces.find(({ kind }) => kind === "open" || kind === "empty");
  if (!root || !/^(\w+:)?svg$/.test(root.name)) return brokenPicture("it is not an SVG");
  const found = pieces.flatMap((piece, at) => (isCredentialStart(piece) ? [at] : []));
  if (found.length > 1) return brokenPicture("it has two credentials");
  const seals = pieces.filter(({ kind, start }) => kind === "comment" && text.startsWith(sealStart, start));
  if (seals.length > 1) return brokenPicture("it has two seals");
  const end = pieces.findLast(({ kind }) => kind === "close" || kind === "empty")?.end ?? bytes.length;
  const credential = found[0] === undefined ? null : contentOf(pieces, found[0], bytes);
  return { broken: null, credential, seal: seals[0] ? sealOf(seals[0], text) : null, end };
}

function isCredentialStart({ kind, name }: XmlPiece): boolean {
  return (kind === "open" || kind === "empty") && name === element;
}

function sealOf({ start, end }: XmlPiece, text: string) {
  const isWhole = text.startsWith(sealEnd, end - sealEnd.length);
  return { text: isWhole ? text.slice(start + sealStart.length, end - sealEnd.length) : "", start, end };
}

/** Its text and CDATA sections; a JWT may also stand in the attribute `verify`. */
function contentOf(pieces: XmlPiece[], at: number, bytes: Uint8Array): string {
  const start = pieces[at] as XmlPiece;
  const decode = (from: number, to: number) => readUtf8(bytes.subarray(from, to)) ?? "";
  let content = "";
  for (const piece of start.kind === "open" ? pieces.slice(at + 1) : []) {
    if (piece.kind === "close" || piece.kind === "open") break;
    if (piece.kind === "cdata") content += decode(piece.start + 9, piece.end - 3);
    if (piece.kind === "text") content += unescapeXml(decode(piece.start, piece.end));
  }
  if (content.trim()) return content.trim();
  return /\sverify\s*=\s*["']([^"']*)/.exec(decode(start.start, start.end))?.[1]?.trim() ?? "";
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(#x?)?(\w{1,8});/g, (whole, number: string | undefined, name: string) => {
    if (!number) return entities[name] ?? whole;
    const code = Number.parseInt(name, number === "#x" ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** One piece of an XML text, with its place. `name` is empty for all but tags. */
export type XmlPiece = {
  kind: "open" | "close" | "empty" | "text" | "cdata" | "comment" | "other";
  name: string;
  start: number;
  end: number;
};

const mostPieces = 300_000;
const mostLevels = 500;

/** Up to the end of the root; null where tags do not fit together. Browsers have a parser for this; plain Node has none. */
export function readXml(text: string): XmlPiece[] | null {
  const pieces: XmlPiece[] = [];
  const opened: string[] = [];
  for (let at = 0; at < text.length; ) {
    const piece = readPiece(text, at);
    if (!piece || pieces.length >= mostPieces || opened.length > mostLevels) return null;
    pieces.push(piece);
    at = piece.end;
    if (piece.kind === "open") opened.push(piece.name);
    if (piece.kind === "close" && opened.pop() !== piece.name) return null;
    if (opened.length === 0 && (piece.kind === "close" || piece.kind === "empty")) return pieces;
  }
  return null;
}

const brackets = [
  { start: "<!--", end: "-->", kind: "comment" },
  { start: "<![CDATA[", end: "]]>", kind: "cdata" },
  { start: "<?", end: "?>", kind: "other" },
] as const;

function readPiece(text: string, start: number): XmlPiece | null {
  if (text[start] !== "<") {
    const next = text.indexOf("<", start);
    return { kind: "text", name: "", start, end: next < 0 ? text.length : next };
  }
  for (const { start: opening, end: closing, kind } of brackets) {
    if (!text.startsWith(opening, start)) continue;
    const end = text.indexOf(closing, start + opening.length);
    return end < 0 ? null : { kind, name: "", start, end: end + closing.length };
  }
  const end = endOfTag(text, start);
  if (end < 0) return null;
  if (text[start + 1] === "!") return { kind: "other", name: "", start, end };
  return readTag(text, start, end);
}

function readTag(text: string, start: number, end: number): XmlPiece | null {
  const isClose = text[start + 1] === "/";
  const name = /^[A-Za-z_][\w:.-]*/.exec(text.slice(start + (isClose ? 2 : 1), Math.min(end, start + 100)))?.[0];
  if (!name) return null;
  const kind = isClose ? "close" : text[end - 2] === "/" ? "empty" : "open";
  return { kind, name, start, end };
}

/** Behind the `>` of a tag or a document type: one in quotes or in square brackets is not the end. */
function endOfTag(text: string, start: number): number {
  let quote = "";
  let level = 0;
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote) {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === "[") level++;
    else if (letter === "]") level--;
    else if (letter === "<" && level === 0) return -1;
    else if (letter === ">" && level <= 0) return at + 1;
  }
  return -1;
}

/** A PDF file as pdfkit writes it: one table of objects, none of them compressed. */
export type PdfFile = {
  bytes: Uint8Array;
  /** How many objects there are; the next one gets this number. */
  size: number;
  /** Where the last table of objects starts. */
  table: number;
  /** The entries of the trailer that stay in every version. */
  kept: string;
  root: number;
  readObject(number: number): string;
};

export function readPdfFile(bytes: Uint8Array): PdfFile {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? unreadable());
  const [head, trailer = unreadable()] = text.slice(table).split(/\btrailer\b/);
  const [, count = unreadable()] = /^xref\s+0 (\d+)\s/.exec(head ?? "") ?? [];
  const places = [...(head ?? "").matchAll(/^(\d{10}) \d{5} [nf]/gm)].map(([, place]) => Number(place));
  if (places.length !== Number(count)) unreadable();
  const kept = ["Root", "Info", "ID"].flatMap((name) => readEntry(trailer, name) ?? []);
  return {
    bytes,
    size: Number(count),
    table,
    kept: kept.join("\n"),
    root: readReference(trailer, "Root"),
    readObject(number) {
      const start = places[number] ?? unreadable();
      const object = /^\d+ 0 obj\s*(<<[\s\S]*?>>)\s*endobj/.exec(text.slice(start, text.indexOf("endobj", start) + 6));
      return object?.[1] ?? unreadable();
    },
  };
}

/** The number of the object to which an entry refers, or the first one of its list. */
export function readReference(dictionary: string, name: string): number {
  const [, number] = new RegExp(`/${name}\\s*\\[?\\s*(\\d+) 0 R`).exec(dictionary) ?? [];
  return Number(number ?? unreadable());
}

export function addEntry(dictionary: string, entry: string): string {
  return `${dictionary.slice(0, dictionary.lastIndexOf(">>"))}${entry}\n>>`;
}

/** Appends objects, new ones and such that take the place of others, with a table of their own. */
export function appendObjects(pdf: PdfFile, objects: Map<number, string>): Uint8Array {
  let at = pdf.bytes.length + 1;
  const parts: string[] = ["\n"];
  const entries: string[] = [];
  for (const [number, content] of [...objects].sort(([one], [other]) => one - other)) {
    const object = `${number} 0 obj\n${content}\nendobj\n`;
    entries.push(`${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
    parts.push(object);
    at += object.length;
  }
  const size = Math.max(pdf.size, ...[...objects.keys()].map((number) => number + 1));
  const trailer = `trailer\n<<\n/Size ${size}\n${pdf.kept}\n/Prev ${pdf.table}\n>>\nstartxref\n${at}\n%%EOF\n`;
  const added = Buffer.from([...parts, "xref\n", ...entries, trailer].join(""), "latin1");
  return new Uint8Array(Buffer.concat([pdf.bytes, added]));
}

/** Text as PDF writes it: plain where it is ASCII, else in UTF-16. */
export function pdfString(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  if (/^[\x20-\x7e]*$/.test(clean)) return `(${clean.replace(/[\\()]/g, "\\$&")})`;
  return `<feff${Buffer.from(clean, "utf16le").swap16().toString("hex")}>`;
}

export function pdfDate(moment: Date): string {
  return `(D:${moment.toISOString().replace(/\.\d+Z|[-:T]/g, "")}Z)`;
}

function readEntry(trailer: string, name: string): string | undefined {
  return new RegExp(`/${name}\\s*(\\[[^\\]]*\\]|\\d+ 0 R)`).exec(trailer)?.[0];
}

function unreadable(): never {
  throw new TypeError("This PDF file was not written by us: it cannot be signed.");
}

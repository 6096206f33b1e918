import { inflateSync } from "node:zlib";

/** For tests: the text of each page, one line per text run. It understands only PDFs from pdfkit. */
export function readPages(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body]));
  const stream = (id: string | undefined) => {
    const [, content = ""] = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? "") ?? [];
    return inflateSync(Buffer.from(content, "latin1")).toString("latin1");
  };
  const fonts = new Map<string | undefined, string[]>();
  for (const [, name, id] of file.matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name, readGlyphs(stream(/ToUnicode (\d+)/.exec(objects.get(id) ?? "")?.[1])));
  const pages = [...objects.values()].filter((body = "") => /\/Type \/Page\n/.test(body));
  return pages.map((body = "") => readText(stream(/\/Contents (\d+)/.exec(body)?.[1]), fonts));
}

function readText(content: string, fonts: Map<string | undefined, string[]>): string {
  return [...content.matchAll(/\/(F\d+) [\s\S]*?\[(.*)\] TJ/g)]
    .map(([, font, glyphs = ""]) =>
      [...glyphs.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => fonts.get(font)?.[Number.parseInt(glyph, 16)] ?? "\ufffd")
        .join(""),
    )
    .join("\n");
}

/** The text of each glyph. The first glyph is the box for a missing character. */
function readGlyphs(map: string): string[] {
  const [, ranges = ""] = /beginbfrange([\s\S]*)endbfrange/.exec(map) ?? [];
  const lists = [...ranges.matchAll(/\[(.*)\]/g)].flatMap(([, list = ""]) => list.match(/<[^>]*>/g) ?? []);
  const decode = (codes: string) => (codes.match(/[0-9a-f]{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
  return lists.map((codes, index) => (index === 0 ? "\ufffd" : String.fromCharCode(...decode(codes))));
}

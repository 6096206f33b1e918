/** A quote is never closed. */
export class OpenQuote extends Error {}

/** Reads commas, semicolons or tabs, quoted cells with line breaks, and every kind of line end. */
export function* readRecords(file: string): Generator<string[]> {
  const text = file.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const end = new RegExp(`[${separator}\r\n]`, "g");
  let cells: string[] = [];
  for (let at = 0; ; ) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : { cell: "", next: at };
    end.lastIndex = quoted.next;
    const stop = end.exec(text)?.index ?? text.length;
    cells.push(quoted.cell + text.slice(quoted.next, stop));
    at = stop + 1;
    if (text[stop] === separator) continue;
    // The last line may or may not have an end.
    if (stop < text.length || cells.length > 1 || cells[0]) yield cells;
    if (stop >= text.length) return;
    if (text[stop] === "\r" && text[at] === "\n") at++;
    cells = [];
  }
}

/** Two quotes within a quoted cell are one. */
function readQuoted(text: string, begin: number): { cell: string; next: number } {
  let cell = "";
  for (let at = begin; ; ) {
    const end = text.indexOf('"', at + 1);
    if (end < 0) throw new OpenQuote();
    cell += text.slice(at + 1, end);
    if (text[end + 1] !== '"') return { cell, next: end + 1 };
    cell += '"';
    at = end + 1;
  }
}

/** What separates the headings: spreadsheets write semicolons where a comma stands in numbers. */
function separatorOf(text: string): string {
  const [line = ""] = text.split(/[\r\n]/, 1);
  const plain = line.replace(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: plain.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

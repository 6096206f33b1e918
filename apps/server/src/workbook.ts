import { writeZip, type ZipPart } from "./zip.ts";

/** A text, or a moment whose UTC fields are what the sheet shows. */
export type Cell = string | Date;
type Column = { heading: string; width: number };
type Workbook = {
  title: string;
  columns: Column[];
  pages: AsyncIterable<Cell[][]>;
  rowsPerSheet?: number | undefined;
};

/** Excel opens no sheet with more than 1,048,576 rows: what is beyond goes into another sheet. */
const mostRows = 1_000_000;
/** About half a megabyte of XML. */
const rowsAtOnce = 500;
const longestCell = 32_767;

/** A workbook of Excel, written while its rows are read, so that a long one needs no more memory than a short one. */
export function writeWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  return writeZip(partsOf(workbook));
}

async function* partsOf({ title, columns, pages, rowsPerSheet = mostRows }: Workbook): AsyncGenerator<ZipPart> {
  const headings = rowOf(
    columns.map(({ heading }) => heading),
    1,
    headingStyle,
  );
  const begin = (sheet: number): ZipPart[] => [
    { file: `xl/worksheets/sheet${sheet}.xml` },
    declaration + sheetBegin(columns) + headings,
  ];
  let sheets = 1;
  let rows = 0;
  yield* begin(sheets);
  for await (const page of pages)
    for (let from = 0; from < page.length; ) {
      if (rows === rowsPerSheet) {
        yield sheetEnd;
        yield* begin(++sheets);
        rows = 0;
      }
      const piece = page.slice(from, from + Math.min(rowsAtOnce, rowsPerSheet - rows));
      const first = rows + 2;
      yield piece.map((cells, n) => rowOf(cells, first + n)).join("");
      from += piece.length;
      rows += piece.length;
    }
  yield sheetEnd;
  // Only now it is known how many sheets there are.
  for (const [file, xml] of Object.entries(restOf(title, sheets))) yield* [{ file }, declaration + xml];
}

const headingStyle = 1;
const momentStyle = 2;

function rowOf(cells: Cell[], row: number, style = 0): string {
  let xml = `<row r="${row}">`;
  cells.forEach((cell, n) => {
    if (cell === "") return;
    const place = `r="${letterOf(n)}${row}"`;
    xml +=
      cell instanceof Date
        ? `<c ${place} s="${momentStyle}"><v>${daysOf(cell)}</v></c>`
        : `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shorten(cell))}</t></is></c>`;
  });
  return `${xml}</row>`;
}

/** At most 26 columns. */
function letterOf(column: number): string {
  return String.fromCharCode(65 + column);
}

/** Days since the end of 1899, exact: a moment that is shown by its minute may not begin a second before it. */
function daysOf(at: Date): number {
  return Math.floor(at.getTime() / 1000) / 86_400 + 25_569;
}

/** Not in the middle of a character that takes two places. */
function shorten(text: string): string {
  return text.length <= longestCell ? text : text.slice(0, longestCell).replace(/[\ud800-\udbff]$/, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

function escapeXml(text: string): string {
  // Excel reads _x000D_ as a character; the sign before it written so is only a sign.
  const plain = text
    .toWellFormed()
    .replace(forbidden, "")
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");
  return plain.replace(/[&<>"\r]/g, (sign) => signs[sign] ?? sign);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";

/** The headings stay in sight. */
function sheetBegin(columns: Column[]): string {
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`);
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`;
  return `<worksheet xmlns="${main}">${views}<cols>${widths.join("")}</cols><sheetData>`;
}
const sheetEnd = "</sheetData></worksheet>";

const styles = [
  `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="d mmm yyyy h:mm"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join("");

function restOf(title: string, sheets: number): Record<string, string> {
  const each = (write: (sheet: number) => string) => Array.from({ length: sheets }, (_, n) => write(n + 1)).join("");
  const name = (sheet: number) => escapeXml(sheet === 1 ? title : `${title} ${sheet}`);
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const kind = (part: string, what: string) => `<Override PartName="${part}" ContentType="${type}.${what}+xml"/>`;
  const relation = (id: string, what: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${what}" Target="${target}"/>`;
  const listed = (text: string) => `<Relationships xmlns="${packages}/relationships">${text}</Relationships>`;
  return {
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(
      (sheet) => `<sheet name="${name(sheet)}" sheetId="${sheet}" r:id="sheet${sheet}"/>`,
    )}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": listed(
      each((sheet) => relation(`sheet${sheet}`, "worksheet", `worksheets/sheet${sheet}.xml`)) +
        relation("styles", "styles", "styles.xml"),
    ),
    "xl/styles.xml": styles,
    "_rels/.rels": listed(relation("workbook", "officeDocument", "xl/workbook.xml")),
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kind("/xl/workbook.xml", "sheet.main")}${kind("/xl/styles.xml", "styles")}${each((sheet) => kind(`/xl/worksheets/sheet${sheet}.xml`, "worksheet"))}</Types>`,
  };
}

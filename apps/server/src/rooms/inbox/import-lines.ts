import { type ImportCheck, type ImportFault, Refusal } from "@shoreline/contract";
import { fullNumber, type ImportColumn, maxImportRows, maxTags, uniteTags } from "@shoreline/domain/inbox";
import { hasNoHiddenCharacters, isEmail } from "@shoreline/domain/text";
import { OpenQuote, readRecords } from "./csv.ts";
import { fieldsOf } from "./import-headings.ts";

/** A person as a line of the file names them. */
export type ImportLine = {
  line: number;
  name: string;
  number: string | null;
  email: string | null;
  interest: string;
  note: string;
  tags: string[];
  campaign: string;
};
export type ImportFile = Pick<ImportCheck, "columns" | "rows" | "faults" | "faultCount"> & { lines: ImportLine[] };

const mostFaults = 100;
const mostColumns = 100;
const longestShown = 60;
const longest: Record<Exclude<ImportColumn, "tags">, number> = {
  name: 100,
  number: 30,
  email: 200,
  interest: 100,
  note: 2000,
  campaign: 200,
};
const longestTag = 30;

type Fault = Omit<ImportFault, "line">;

/** What the file says, with everything that is wrong in it. */
export function readImport(text: string): ImportFile {
  const [headings, ...records] = readAll(text);
  const columns = fieldsOf(headings ?? []);
  if (!columns.some(({ field }) => field)) throw new Refusal("NOT_A_TABLE");
  const file: ImportFile = { columns, rows: 0, lines: [], faults: [], faultCount: 0 };
  const note = (line: number, faults: Fault[]) => {
    file.faultCount += faults.length;
    file.faults.push(...faults.slice(0, mostFaults - file.faults.length).map((fault) => ({ line, ...fault })));
  };
  const missing = whatIsMissing(columns);
  if (missing) note(1, [wholeLine(missing)]);
  records.forEach((cells, n) => {
    if (cells === empty) return;
    file.rows++;
    if (missing) return;
    const line = n + 2;
    const { person, faults } = readLine(cells, columns);
    if (faults.length > 0) note(line, faults);
    else file.lines.push({ line, ...person });
  });
  if (file.rows === 0) note(2, [wholeLine("There is no line below the headings")]);
  return file;
}

/** An empty line counts, as a spreadsheet counts it, and needs no memory. */
const empty: string[] = [];

/** Not more than may be imported, however many lines there are. */
function readAll(text: string): string[][] {
  const records: string[][] = [];
  let rows = -1;
  try {
    for (const cells of readRecords(text)) {
      if (records.length === 0 && cells.length > mostColumns) throw new Refusal("NOT_A_TABLE");
      const isEmpty = cells.every((cell) => !cell.trim());
      if (!isEmpty) rows++;
      if (rows > maxImportRows) throw tooManyRows();
      records.push(isEmpty ? empty : cells);
    }
  } catch (error) {
    throw error instanceof OpenQuote ? new Refusal("NOT_A_TABLE") : error;
  }
  return records;
}

function tooManyRows(): Refusal {
  const most = maxImportRows.toLocaleString("en-IN");
  return new Refusal("INVALID_INPUT", { fields: { text: `This file is too large: ${most} lines at most` } });
}

type Columns = ImportCheck["columns"];

function whatIsMissing(columns: Columns): string | null {
  const has = (...fields: ImportColumn[]) => columns.some(({ field }) => field && fields.includes(field));
  if (!has("name")) return "No heading says Name";
  return has("number", "email") ? null : "No heading says Mobile or E-mail";
}

function readLine(cells: string[], columns: Columns): { person: Omit<ImportLine, "line">; faults: Fault[] } {
  const faults: Fault[] = [];
  const cellOf = (field: ImportColumn) => {
    const text = withoutApostrophe(cells[at(columns, field)] ?? "").trim();
    return field === "note" ? text : text.replace(/\s+/g, " ");
  };
  const check = (field: ImportColumn, isRight: boolean, message: string) => {
    const { heading } = columns[at(columns, field)] ?? { heading: field };
    if (!isRight) faults.push({ column: heading, value: shorten(cellOf(field)), message });
  };
  const extra = cells.slice(columns.length).find((cell) => cell.trim());
  if (extra) faults.push({ column: null, value: shorten(extra), message: "More cells than headings" });
  for (const [field, most] of Object.entries(longest) as [ImportColumn, number][])
    check(field, cellOf(field).length <= most, `Use at most ${most.toLocaleString("en-IN")} characters`);
  const [name, number, email] = [cellOf("name"), cellOf("number"), cellOf("email")];
  check("name", name !== "", "Enter a name");
  for (const field of ["name", "interest", "campaign", "tags"] as const)
    check(field, hasNoHiddenCharacters(cellOf(field)), "Contains hidden characters");
  if (!number && !email) faults.push(wholeLine("Enter a mobile number or an e-mail address"));
  if (number.length <= longest.number)
    check("number", !number || fullNumber(number) !== null, "This is not a phone number");
  if (email.length <= longest.email) check("email", !email || isEmail(email), "This is not an e-mail address");
  const typed = cellOf("tags").split(/[,;]/);
  const tags = uniteTags(typed.map((tag) => tag.trim()).filter(Boolean));
  check("tags", tags.length <= maxTags, `Use at most ${maxTags} tags`);
  check(
    "tags",
    tags.every((tag) => tag.length <= longestTag),
    `Use at most ${longestTag} characters for a tag`,
  );
  const rest = { interest: cellOf("interest"), note: cellOf("note"), campaign: cellOf("campaign"), tags };
  return { person: { name, number: fullNumber(number), email: email || null, ...rest }, faults };
}

function at(columns: Columns, field: ImportColumn): number {
  return columns.findIndex((column) => column.field === field);
}

/** Our own export writes one before what a spreadsheet would take for a formula. */
function withoutApostrophe(cell: string): string {
  return /^'[=@\t\r+-]/.test(cell) ? cell.slice(1) : cell;
}

function wholeLine(message: string): Fault {
  return { column: null, value: "", message };
}

function shorten(text: string): string {
  const letters = [...text];
  return letters.length > longestShown ? `${letters.slice(0, longestShown).join("")}…` : text;
}

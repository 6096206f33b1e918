import { maxImportBytes, maxImportRows } from "@shoreline/domain/inbox";

export type ImportFileText = { fileName: string; text: string };

/** Says what is wrong with a file before anything is sent. */
export class FileProblem extends Error {}

const tooManyLeads = `This file is too large. Please import at most ${maxImportRows.toLocaleString("en-IN")} lines, or 1 MB, at once.`;
const notUtf8 = "The letters of this file cannot be read. Please save it as CSV UTF-8.";
const workbook = "This is a workbook. Please save it as CSV UTF-8 first, and choose that file.";

export async function readImportFile(file: File, { tooLarge = tooManyLeads } = {}): Promise<ImportFileText> {
  if (file.size > maxImportBytes) throw new FileProblem(/\.xlsx?$/i.test(file.name) ? workbook : tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new FileProblem("This file is empty.");
  if (isWorkbook(bytes)) throw new FileProblem(workbook);
  const text = decode(bytes);
  // On the way, quotes and line ends take two characters.
  if (new TextEncoder().encode(JSON.stringify(text)).length > maxImportBytes) throw new FileProblem(tooLarge);
  return { fileName: file.name.slice(0, 200), text };
}

/** Excel's files begin like a ZIP archive, and its older ones like this. */
function isWorkbook([first, second, third]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b && third === 3) || (first === 0xd0 && second === 0xcf && third === 0x11);
}

/** Other encodings are refused: a name with wrong letters would stay wrong. */
function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileProblem(notUtf8);
  }
  if (text.includes("\0")) throw new FileProblem(notUtf8);
  return text;
}

/** The mark at its beginning makes Excel read it as UTF-8. */
export const sampleFile = {
  name: "leads sample.csv",
  type: "text/csv",
  bytes: new TextEncoder().encode(
    [
      "\uFEFFName,Mobile,E-mail,Course,Note,Tags,Campaign",
      "Kavya Raman,98765 43210,kavya@example.com,Python,Wants evening classes,weekend,Education fair",
      'Gokul Anand,+91 98765 43211,,MERN Stack,"Asked about the fee, call after 6 PM",,',
      "",
    ].join("\r\n"),
  ),
};

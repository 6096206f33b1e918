import { importColumns, maxImportBytes, maxImportRows } from "@shoreline/domain/inbox";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const ImportFault = z.object({
  line: z.int().describe("As a spreadsheet counts: the headings are line 1"),
  column: z.string().nullable().describe("The heading; null if the whole line is wrong"),
  value: z.string().describe("What stands there, shortened"),
  message: z.string(),
});
export type ImportFault = z.infer<typeof ImportFault>;

const ImportCheck = z.object({
  rows: z.int(),
  newLeads: z.int().describe("People whom nobody knew"),
  knownLeads: z.int().describe("People who are leads already: their history gets a line"),
  repeated: z.int().describe("Lines that were imported before, or stand twice in the file; they are left out"),
  columns: z.array(
    z.object({ heading: z.string(), field: z.enum(importColumns).nullable().describe("Null: it is not imported") }),
  ),
  faults: z.array(ImportFault).describe("At most 100; nothing is imported while there is one"),
  faultCount: z.int(),
  sample: z
    .array(z.object({ line: z.int(), name: z.string(), number: z.string().nullable(), email: z.string().nullable() }))
    .describe("The first five"),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

const file = {
  text: z
    .string("Choose a file")
    .min(1, "This file is empty")
    .max(maxImportBytes, `This file is too large: ${maxImportRows.toLocaleString("en-IN")} lines at most`),
  fileName: z.string().trim().max(200),
};

/** Leads from a file: first what would happen, then all of it or nothing. */
export const inboxImport = {
  checkImport: endpoint({
    summary: "What an import would do, with every line that cannot be taken",
    input: z.object(file),
    reply: ImportCheck,
    refusals: ["NOT_A_TABLE"],
    staff: "import leads",
  }),
  import: endpoint({
    summary: "Import all lines of a file, or none if one of them is wrong",
    input: z.object(file),
    reply: z.object({ newLeads: z.int(), knownLeads: z.int(), repeated: z.int() }),
    refusals: ["NOT_A_TABLE", "IMPORT_FAULTS"],
    staff: "import leads",
  }),
};

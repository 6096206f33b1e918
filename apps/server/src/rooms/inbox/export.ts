import { ReadableStream } from "node:stream/web";
import type { LeadFilter } from "@shoreline/contract";
import { wallClock } from "@shoreline/domain/zone";
import type { StaffCtx } from "../../context.ts";
import { csvCell } from "../../csv-cell.ts";
import { writeWorkbook } from "../../workbook.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { collect } from "./collect.ts";
import { type ExportRow, exportColumns, readPages } from "./export-rows.ts";
import { matching } from "./filter.ts";

export async function exportLeads(ctx: StaffCtx, filter: LeadFilter) {
  const { pages, clock, day } = await begin(ctx, filter, "CSV");
  return { stream: streamOf(csvLines(pages, clock)), name: `leads ${day}.csv` };
}

export async function exportSheet(ctx: StaffCtx, filter: LeadFilter) {
  const { pages, clock, day } = await begin(ctx, filter, "Excel");
  const workbook = writeWorkbook({ title: "Leads", columns: exportColumns, pages: cellPages(pages, clock) });
  return { stream: streamOf(workbook), name: `leads ${day}.xlsx` };
}

type Clock = ReturnType<typeof wallClock>;
type Pages = ReturnType<typeof readPages>;

/** Who exports is in the audit log before the first byte. Times are those of the institute's clock. */
async function begin(ctx: StaffCtx, filter: LeadFilter, format: "CSV" | "Excel") {
  await collect(ctx);
  await recordChange(ctx.db, ctx, {
    ...{ action: "Exported leads", kind: "lead", thingId: "export", thing: "Leads" },
    after: { filter, format },
  });
  const clock = wallClock((await readInstitute(ctx.db)).timeZone);
  const pages = readPages(ctx.db, filter, await matching(ctx, filter));
  return { pages, clock, day: clock(ctx.clock.now()).toISOString().slice(0, 10) };
}

/** Nothing is read before the browser wants it, nor after it has gone. */
function streamOf(parts: AsyncIterable<Uint8Array>) {
  return ReadableStream.from(parts) as globalThis.ReadableStream<Uint8Array>;
}

async function* csvLines(pages: Pages, clock: Clock) {
  const encoder = new TextEncoder();
  // Excel reads UTF-8 only with this mark.
  yield encoder.encode(`\uFEFF${exportColumns.map(({ heading }) => csvCell(heading)).join(",")}\r\n`);
  for await (const rows of pages) yield encoder.encode(rows.map((row) => csvLine(row, clock)).join(""));
}

function csvLine(row: ExportRow, clock: Clock): string {
  const cells = exportColumns.map(({ read }) => {
    const value = read(row);
    return value instanceof Date ? clock(value).toISOString().slice(0, 16).replace("T", " ") : csvCell(value ?? "");
  });
  return `${cells.join(",")}\r\n`;
}

async function* cellPages(pages: Pages, clock: Clock) {
  for await (const rows of pages)
    yield rows.map((row) =>
      exportColumns.map(({ read }) => {
        const value = read(row);
        return value instanceof Date ? clock(value) : (value ?? "");
      }),
    );
}

import { Refusal } from "@shoreline/contract";
import { momentAt, readWallTime } from "@shoreline/domain/zone";
import type { SettlementLine } from "../../ports.ts";
import { OpenQuote, readRecords } from "../inbox/csv.ts";

/** The provider's report "Settlement recon", as its dashboard gives it: amounts in rupees, times in India. */
const columns = ["entity_id", "type", "debit", "credit", "fee", "tax", "settlement_id", "settled_at"] as const;
type Column = (typeof columns)[number] | "settlement_utr";

const mostLines = 20_000;
const mostFaults = 20;

export type SettlementFile = { lines: SettlementLine[]; faults: string[] };

export function readSettlementFile(text: string): SettlementFile {
  const [headings = [], ...records] = readAll(text);
  const at = new Map(headings.map((heading, n) => [heading.trim().toLowerCase(), n]));
  const missing = columns.filter((column) => !at.has(column));
  if (missing.length > 0) return { lines: [], faults: [`The file has no column ${missing.join(", ")}.`] };
  const file: SettlementFile = { lines: [], faults: [] };
  const seen = new Map<string, string>();
  records.forEach((cells, n) => {
    const cell = (column: Column) => cells[at.get(column) ?? -1]?.trim() ?? "";
    // What is not paid out yet stands in the report without a settlement.
    if (cells.every((one) => one.trim() === "") || cell("settlement_id") === "") return;
    const read = readOnce(readLine(cell), seen);
    if (typeof read !== "string") file.lines.push(read);
    else if (file.faults.length < mostFaults) file.faults.push(`Line ${n + 2}: ${read}`);
  });
  if (file.lines.length === 0 && file.faults.length === 0) file.faults.push("No line of the file is settled.");
  return file;
}

export function settlementLineKey({ settlementId, entityId }: SettlementLine): string {
  return `${settlementId} ${entityId}`;
}

/** The same line twice counts once, but it must say the same. */
function readOnce(line: SettlementLine | string, seen: Map<string, string>): SettlementLine | string {
  if (typeof line === "string") return line;
  const [key, content] = [settlementLineKey(line), JSON.stringify(line)];
  const before = seen.get(key);
  seen.set(key, content);
  return before && before !== content ? `${line.entityId} stands twice in this settlement, with other figures.` : line;
}

function readAll(text: string): string[][] {
  const records: string[][] = [];
  try {
    for (const cells of readRecords(text)) {
      records.push(cells);
      if (records.length > mostLines + 1)
        throw new Refusal("INVALID_INPUT", { fields: { text: "This file is too long" } });
    }
  } catch (error) {
    if (error instanceof OpenQuote) throw new Refusal("NOT_A_TABLE");
    throw error;
  }
  return records;
}

function readLine(cell: (column: Column) => string): SettlementLine | string {
  const type = cell("type").toLowerCase();
  const kind = type === "payment" || type === "refund" ? type : "adjustment";
  const amounts = (["credit", "debit", "fee", "tax"] as const).map((column) => readPaise(cell(column)));
  const [creditInPaise, debitInPaise, feeInPaise, feeTaxInPaise] = amounts;
  const settledAt = readMoment(cell("settled_at"));
  if (!idForm.test(cell("entity_id"))) return "entity_id is not an id.";
  if (!idForm.test(cell("settlement_id"))) return "settlement_id is not an id.";
  if (creditInPaise == null || debitInPaise == null || feeInPaise == null || feeTaxInPaise == null)
    return "An amount is not a number with at most two decimals.";
  if (!settledAt) return "settled_at is not a date.";
  return {
    ...{
      settlementId: cell("settlement_id"),
      utr: cell("settlement_utr").slice(0, 60),
      entityId: cell("entity_id"),
      kind,
    },
    ...{ creditInPaise, debitInPaise, feeInPaise, feeTaxInPaise, settledAt },
  };
}

const idForm = /^[A-Za-z]{2,12}_\w{5,40}$/;

function readPaise(text: string): number | null {
  if (text === "") return 0;
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(",", ""));
  if (!parts) return null;
  const paise = Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return paise <= 2_147_483_647 ? paise : null;
}

/** "17/11/2026 08:30:00", "2026-11-17 08:30:00", or seconds since 1970. */
function readMoment(text: string): Date | null {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  const indian = /^(\d\d)\/(\d\d)\/(\d{4})(.*)$/.exec(text);
  const iso = indian ? `${indian[3]}-${indian[2]}-${indian[1]}${indian[4]}` : text;
  const [day, time = "00:00"] = iso.replace(/(:\d\d):\d\d$/, "$1").split(/[ T]/);
  const wall = readWallTime(`${day} ${time}`);
  return wall && momentAt(wall, "Asia/Kolkata");
}

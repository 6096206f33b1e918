import type { ImportCheck } from "@shoreline/contract";
import type { ImportColumn } from "@shoreline/domain/inbox";
import { countText } from "../count-text.ts";
import { leadsText } from "./lead-words.ts";

export type ImportResult = Pick<ImportCheck, "newLeads" | "knownLeads" | "repeated">;

export const importColumnText: Record<ImportColumn, string> = {
  name: "Name",
  number: "Mobile number",
  email: "E-mail address",
  interest: "Asked about",
  note: "Note",
  tags: "Tags",
  campaign: "Campaign",
};

/** 1 lead, 497 leads */
export function leadCount(count: number): string {
  return leadsText({ count, isMore: false });
}

/** 1 line, 1,024 lines */
export function lineCount(count: number): string {
  return `${plainCount(count)} ${count === 1 ? "line" : "lines"}`;
}

export function plainCount(count: number): string {
  return countText({ count, isMore: false });
}

export function resultText({ newLeads, knownLeads, repeated }: ImportResult): string {
  const count = newLeads + knownLeads;
  const imported = `${leadCount(count)} ${count === 1 ? "was" : "were"} imported: ${plainCount(newLeads)} new, ${plainCount(knownLeads)} known before.`;
  const leftOut = `${lineCount(repeated)} ${repeated === 1 ? "was" : "were"} left out, because ${repeated === 1 ? "it was" : "they were"} imported before or stood twice in the file.`;
  return repeated > 0 ? `${imported} ${leftOut}` : imported;
}

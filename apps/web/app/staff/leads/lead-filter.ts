import type { LeadFilterInput } from "@shoreline/contract";
import { type LeadSort, type LeadStatus, leadStatuses } from "@shoreline/domain/inbox";
import { without } from "../audit/audit-filter.ts";
import type { LeadPageInput } from "./lead-queries.ts";

export const leadFilterNames = [
  "status",
  "source",
  "owner",
  "tag",
  "call",
  "words",
  "from",
  "until",
  "campaign",
  "campaignFrom",
  "firstPage",
  "spam",
] as const;
export type LeadFilterName = (typeof leadFilterNames)[number];
/** Of a campaign: those that came without one. */
export const noCampaign = "-";
/** What is open over the list. */
const dialogNames = ["new", "import", "export"] as const;
export type LeadsDialogName = (typeof dialogNames)[number];
const orderNames = ["sort", "direction"] as const;

type Direction = "up" | "down";
const firstDirection: Record<LeadSort, Direction> = { came: "down", last: "down", name: "up", "next call": "up" };

/** Which leads the address asks for. The server refuses what somebody has typed into it. */
export function readLeadFilter(search: URLSearchParams): LeadFilterInput {
  // This order leaves out who is not to be called: what is counted and changed must be what is listed.
  const order = search.get("sort") === "next call" ? { sort: "next call" } : {};
  return { ...pick(search, leadFilterNames), ...order } as LeadFilterInput;
}

/** The filter with its order, as the list and the export want it. */
export function readLeadOrder(search: URLSearchParams): LeadFilterInput {
  const order = search.get("sort") || search.get("direction") ? orderOf(search) : {};
  return { ...readLeadFilter(search), ...order } as LeadFilterInput;
}

/** The page of the list that is shown. */
export function readLeadPage(search: URLSearchParams): LeadPageInput {
  const after = search.get("after");
  return { ...readLeadOrder(search), ...(after ? { after } : {}) };
}

/** The pages of the pipeline: one for each status that the filter asks for. */
export function readLeadColumns(search: URLSearchParams): LeadStatus[] {
  const wanted = search.get("status")?.split(",");
  return leadStatuses.filter((status) => !wanted || wanted.includes(status));
}

/** What the list is sorted by; without a word in the address the newest come first. */
export function orderOf(search: URLSearchParams): { sort: LeadSort; direction: Direction } {
  const sort = (search.get("sort") || "came") as LeadSort;
  return { sort, direction: (search.get("direction") || (firstDirection[sort] ?? "down")) as Direction };
}

/** Sorts by this column; the other way round if it is sorted by it already. */
export function sortedBy(search: URLSearchParams, sort: LeadSort): string {
  const now = orderOf(search);
  const first = firstDirection[sort];
  const isTurned = now.sort === sort && now.direction === first;
  const next = withoutLead(search, "after", ...orderNames);
  if (sort !== "came") next.set("sort", sort);
  if (isTurned) next.set("direction", first === "up" ? "down" : "up");
  return `?${next}`;
}

/** Another filter shows its first page, with no lead open. */
export function withLeadFilter(
  search: URLSearchParams,
  given: Partial<Record<LeadFilterName, string>>,
): URLSearchParams {
  const next = withoutLead(search, "after", ...Object.keys(given));
  for (const [name, value] of Object.entries(given)) if (value) next.set(name, value);
  return next;
}

/** Without filters, shown in the same way. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  return withoutLead(search, "after", ...leadFilterNames);
}

export function isLeadFiltered(search: URLSearchParams): boolean {
  return leadFilterNames.some((name) => search.get(name));
}

/** What a saved view keeps: filters and order, always in the same sequence. */
export function viewQuery(search: URLSearchParams): string {
  return `${new URLSearchParams(pick(search, [...leadFilterNames, ...orderNames]))}`;
}

/** A view in the list or in the pipeline, whichever is shown now. */
export function withView(search: URLSearchParams, query: string): string {
  const next = new URLSearchParams(query);
  const show = search.get("show");
  if (show) next.set("show", show);
  return `?${next}`;
}

export function withLead(search: URLSearchParams, leadId: string): string {
  const next = without(search, ...dialogNames);
  next.set("lead", leadId);
  return `?${next}`;
}

export function pageAfter(search: URLSearchParams, after: string): string {
  const next = withoutLead(search);
  next.set("after", after);
  return `?${next}`;
}

export function withoutLead(search: URLSearchParams, ...names: string[]): URLSearchParams {
  return without(search, "lead", ...dialogNames, ...names);
}

/** With this dialog open, or with none. */
export function withDialog(search: URLSearchParams, name?: LeadsDialogName): URLSearchParams {
  const next = without(search, ...dialogNames);
  if (name) next.set(name, "1");
  return next;
}

function pick(search: URLSearchParams, names: readonly string[]): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given);
}

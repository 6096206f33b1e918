import type { LeadOwner } from "@shoreline/contract";
import { type LeadSource, type LeadStatus, leadFilterLabels } from "@shoreline/domain/inbox";
import { dayText } from "../date/date-text.ts";
import { type LeadFilterName, leadFilterNames, noCampaign } from "./lead-filter.ts";
import { leadSourceText, leadStatusText, pageText } from "./lead-words.ts";

export const callTexts = { due: "due or today", today: "today", none: "not planned" };

type FilterText = { name: LeadFilterName; label: string; value: string };

/** The filters that are set, in words: Status **New, Lost**. */
export function leadFilterTexts(search: URLSearchParams, owners: LeadOwner[]): FilterText[] {
  return leadFilterNames.flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [{ name, label: leadFilterLabels[name], value: filterText(name, value, owners) }] : [];
  });
}

/** What a value of the address reads as. */
export function filterText(name: LeadFilterName, value: string, owners: LeadOwner[]): string {
  if (name === "status") return statusesText(value);
  if (name === "source") return sourcesText(value);
  if (name === "call") return callTexts[value as keyof typeof callTexts] ?? value;
  if (name === "owner") return owners.find(({ staffId }) => staffId === value)?.name ?? value;
  if (name === "campaign" || name === "campaignFrom") return value === noCampaign ? "none" : value;
  if (name === "firstPage") return pageText(value);
  if (name === "spam") return "only";
  return name === "from" || name === "until" ? dayText(value) : value;
}

/** `new,lost` in the address reads "New, Lost". */
function statusesText(list: string): string {
  return wordsOf(list, (one) => leadStatusText[one as LeadStatus]);
}

function sourcesText(list: string): string {
  return wordsOf(list, (one) => leadSourceText[one as LeadSource]);
}

function wordsOf(list: string, wordOf: (one: string) => string | undefined): string {
  return list
    .split(",")
    .map((one) => wordOf(one) ?? one)
    .join(", ");
}

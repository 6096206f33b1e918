import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { without } from "../audit/audit-filter.ts";
import { useSearch } from "../use-search.ts";
import { readLeadColumns, readLeadOrder, readLeadPage, withLead } from "./lead-filter.ts";
import { type LeadPage, type LeadPageInput, leadPage, listKey } from "./lead-queries.ts";

/** Finds the address of another lead; null if there is none any more. */
export type Step = () => Promise<string | null>;

/** The leads before and after the open one, in the list or pipeline as it is filtered. */
export function useNeighbours(leadId: string): { place: number | null; previous: Step | null; next: Step | null } {
  const search = useSearch();
  const isPipeline = search.get("show") === "pipeline";
  const asked = isPipeline
    ? readLeadColumns(search).map((status) => ({ ...readLeadOrder(search), status }))
    : [readLeadPage(search)];
  const pages = useQueries({ queries: asked.map(leadPage) }).map(({ data }) => data);
  const ids = pages.flatMap((page) => page?.leads.map((lead) => lead.leadId) ?? []);
  const { before, after } = useBeside(leadId, ids);
  const otherPages = useOtherPages({ isPaged: !isPipeline, next: pages[0]?.next ?? null });
  const stepTo = (id: string | undefined) => (id ? async () => withLead(search, id) : null);
  // A later page does not know how many come before it.
  const isCounted = !isPipeline && !search.get("after") && ids.includes(leadId);
  return {
    place: isCounted ? ids.indexOf(leadId) + 1 : null,
    previous: stepTo(before) ?? (ids[0] === leadId ? otherPages.previous : null),
    next: stepTo(after) ?? (ids.at(-1) === leadId ? otherPages.next : null),
  };
}

/** A lead that has left the list, by a change of its status say, keeps its place in it until another one is opened. */
function useBeside(leadId: string, ids: string[]) {
  const found = ids.indexOf(leadId);
  const [seen, setSeen] = useState({ leadId, at: found });
  if (found >= 0 && (seen.leadId !== leadId || seen.at !== found)) setSeen({ leadId, at: found });
  const at = found < 0 && seen.leadId === leadId ? seen.at : found;
  return { before: ids[at - 1], after: at < 0 ? undefined : ids[found < 0 ? at : at + 1] };
}

/** Pages follow one another by key: the one before is known while it is in memory. */
function useOtherPages({ isPaged, next }: { isPaged: boolean; next: string | null }) {
  const search = useSearch();
  const queries = useQueryClient();
  const { after, ...filter } = readLeadPage(search);
  const addressOf = (page: string | undefined, lead: LeadPage["leads"][number] | undefined) => {
    const to = without(search, "after");
    if (page) to.set("after", page);
    return lead ? withLead(to, lead.leadId) : null;
  };
  const known = after ? queries.getQueriesData<LeadPage>({ queryKey: listKey }) : [];
  const [formerKey, former] = known.find(([key, page]) => page?.next === after && isOf(filter, key)) ?? [];
  return {
    previous: former ? async () => addressOf(pageOf(formerKey).after, former.leads.at(-1)) : null,
    next:
      isPaged && next !== null
        ? async () => addressOf(next, (await queries.fetchQuery(leadPage({ ...filter, after: next }))).leads[0])
        : null,
  };
}

function pageOf(key: readonly unknown[] | undefined): LeadPageInput {
  return key?.at(-1) as LeadPageInput;
}

function isOf(filter: LeadPageInput, key: readonly unknown[]): boolean {
  const { after: _, ...others } = pageOf(key);
  return JSON.stringify(others) === JSON.stringify(filter);
}

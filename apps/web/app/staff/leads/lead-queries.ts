import type { LeadFilterInput } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { inboxClient } from "../client.ts";

/** Everything about leads is kept under this key, so that one call refreshes all of it. */
export const leadsKey = ["leads"];
export const viewsKey = [...leadsKey, "views"];

/** Who can own a lead, the tags in use, and how new leads get an owner. */
export function useOwners() {
  return useQuery({ queryKey: [...leadsKey, "owners"], queryFn: () => inboxClient.owners({}) });
}

export function useLeads(page: LeadFilterInput & { after?: string }) {
  return useQuery({
    queryKey: [...leadsKey, "list", page],
    queryFn: () => inboxClient.list(page),
    // Another page or filter: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

export function useLeadCount(filter: LeadFilterInput) {
  return useQuery(leadCount(filter));
}

export function leadCount(filter: LeadFilterInput) {
  return { queryKey: [...leadsKey, "count", filter], queryFn: () => inboxClient.counts(filter) };
}

export function useViews() {
  return useQuery({ queryKey: viewsKey, queryFn: () => inboxClient.views({}) });
}

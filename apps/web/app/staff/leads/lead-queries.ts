import type { Api, LeadFilterInput, Reply } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { inboxClient } from "../client.ts";

/** Everything about leads is kept under this key, so that one call refreshes all of it. */
export const leadsKey = ["leads"];
export const listKey = [...leadsKey, "list"];
export const viewsKey = [...leadsKey, "views"];

/** Who can own a lead, the tags in use, and how new leads get an owner. */
export function useOwners() {
  return useQuery({ queryKey: [...leadsKey, "owners"], queryFn: () => inboxClient.owners({}) });
}

/** For filters: with those who have left. Their leads must be found, but they can get no more. */
export function useKnownOwners() {
  const { owners = [], former = [], tags = [] } = useOwners().data ?? {};
  const left = former.map((one) => ({ ...one, name: `${one.name} (no longer works with leads)` }));
  return { owners: [...owners, ...left], tags };
}

export type LeadPage = Reply<Api["inbox"]["list"]>;
export type LeadPageInput = LeadFilterInput & { after?: string };

export function useLeads(page: LeadPageInput) {
  // Another page or filter: the list stays until the new one is here.
  return useQuery({ ...leadPage(page), placeholderData: (previous: LeadPage | undefined) => previous });
}

export function leadPage(page: LeadPageInput) {
  return { queryKey: [...listKey, page], queryFn: () => inboxClient.list(page) };
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

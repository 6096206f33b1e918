import { useQuery } from "@tanstack/react-query";
import { inboxClient } from "../client.ts";
import { leadsKey } from "./lead-queries.ts";

export function leadKey(leadId: string): string[] {
  return [...leadsKey, "one", leadId];
}

/** One lead with its history. */
export function useLead(leadId: string) {
  return useQuery({ queryKey: leadKey(leadId), queryFn: () => inboxClient.read({ leadId }) });
}

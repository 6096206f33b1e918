import { useQuery } from "@tanstack/react-query";
import { connectionClient, meetingsClient } from "../client.ts";

export const keysKey = ["connections", "keys"];
export const webhooksKey = ["connections", "webhooks"];
export const deliveriesKey = (webhookId: string) => ["connections", "deliveries", webhookId];

export function useApiKeys() {
  return useQuery({ queryKey: keysKey, queryFn: () => connectionClient.keys({}) });
}

export function useWebhooks() {
  return useQuery({ queryKey: webhooksKey, queryFn: () => connectionClient.webhooks({}) });
}

export const meetingsKey = ["connections", "meetings"];

export function useMeetingAccounts() {
  return useQuery({ queryKey: meetingsKey, queryFn: () => meetingsClient.accounts({}) });
}

const halfMinute = 30_000;

/** Without `after`: the newest. What waits is sent meanwhile, so the list is read again while it is open. */
export function useDeliveries(webhookId: string, after: string | null) {
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), after],
    queryFn: () => connectionClient.deliveries({ webhookId, ...(after ? { after } : {}) }),
    placeholderData: (previous) => previous,
    refetchInterval: halfMinute,
  });
}

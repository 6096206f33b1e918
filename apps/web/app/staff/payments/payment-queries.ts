import type { Api, Input } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { without } from "../audit/audit-filter.ts";
import { refundClient, transferClient } from "../client.ts";

/** Everything about payments is kept under this key, so that one call refreshes all of it. */
export const paymentsKey = ["payments"];

type Asked = Input<Api["refund"]["list"]>;
const filterNames = ["state", "method", "channel", "month", "words"] as const;
export type PaymentFilterName = (typeof filterNames)[number];

/** What the address asks for. The server refuses what somebody has typed into it. */
export function readPaymentFilter(search: URLSearchParams): Asked {
  const given = [...filterNames, "after" as const].flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given) as Asked;
}

/** Another filter shows its first page, with nothing open. */
export function withPaymentFilter(search: URLSearchParams, name: PaymentFilterName, value: string): string {
  const next = without(search, "after", "order", name);
  if (value) next.set(name, value);
  return `?${next}`;
}

export function isPaymentFiltered(search: URLSearchParams): boolean {
  return filterNames.some((name) => search.get(name));
}

export function withOrder(search: URLSearchParams, orderId: string): string {
  const next = new URLSearchParams(search);
  next.set("order", orderId);
  return `?${next}`;
}

export function usePayments(asked: Asked, { isWanted }: { isWanted: boolean }) {
  return useQuery({
    queryKey: [...paymentsKey, "list", asked],
    queryFn: () => refundClient.list(asked),
    enabled: isWanted,
    // Another page or filter: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

export function useOrder(orderId: string) {
  return useQuery({ queryKey: [...paymentsKey, "order", orderId], queryFn: () => refundClient.read({ orderId }) });
}

export function useWaiting() {
  return useQuery({ queryKey: [...paymentsKey, "waiting"], queryFn: () => refundClient.waiting({}) });
}

/** What a transfer would come to. Seats go while the form is open. */
export function useTransfer(purchaseId: string, courseId: string | undefined) {
  return useQuery({
    queryKey: [...paymentsKey, "transfer", purchaseId, courseId],
    queryFn: () => transferClient.preview({ purchaseId, ...(courseId ? { courseId } : {}) }),
    placeholderData: (previous) => previous,
    refetchInterval: 30_000,
  });
}

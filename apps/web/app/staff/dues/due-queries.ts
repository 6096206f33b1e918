import type { Api, Input } from "@shoreline/contract";
import type { DueAge } from "@shoreline/domain/instalments";
import { useQuery } from "@tanstack/react-query";
import { planClient } from "../client.ts";

/** Everything about dues is kept under this key, so that one call refreshes all of it. */
export const duesKey = ["dues"];

type Asked = Input<Api["plan"]["outstanding"]>;

export function useOutstanding(asked: Asked) {
  return useQuery({
    queryKey: [...duesKey, "list", asked],
    queryFn: () => planClient.outstanding(asked),
    // Another page: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

export const saleKey = (saleId: string) => [...duesKey, "sale", saleId];

export function useSalePlan(saleId: string) {
  return useQuery({ queryKey: saleKey(saleId), queryFn: () => planClient.read({ saleId }) });
}

/** What the address asks for. The server refuses what somebody has typed into it. */
export function readDueFilter(search: URLSearchParams): Asked {
  const given = (["age", "words", "after"] as const).flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as { age?: DueAge; words?: string; after?: string };
}

import { useQuery } from "@tanstack/react-query";
import { couponClient } from "../client.ts";

export const offersKey = ["offers"];

export function useOffers() {
  return useQuery({ queryKey: offersKey, queryFn: () => couponClient.list({}) });
}

/** Without `after`: the latest. */
export function useCouponUses(couponId: string, after: string | null) {
  return useQuery({
    queryKey: ["offer-uses", couponId, after],
    queryFn: () => couponClient.uses({ couponId, ...(after ? { after } : {}) }),
    placeholderData: (previous) => previous,
  });
}

import { useQuery } from "@tanstack/react-query";
import { couponClient } from "../client.ts";

const offersKey = ["offers"];

/** Without `after`: the first page of coupons. */
export const offersPageKey = (after: string | null) => [...offersKey, after];

export function useOffers(after: string | null) {
  return useQuery({
    queryKey: offersPageKey(after),
    queryFn: () => couponClient.list(after ? { after } : {}),
    placeholderData: (previous) => previous,
  });
}

/** Without `after`: the latest. */
export function useCouponUses(couponId: string, after: string | null) {
  return useQuery({
    queryKey: ["offer-uses", couponId, after],
    queryFn: () => couponClient.uses({ couponId, ...(after ? { after } : {}) }),
    placeholderData: (previous) => previous,
  });
}

import { useSyncExternalStore } from "react";

export type Quote = { listPrice: number; price: number; couponCode: string | null };
/** What the server said about the code in the form of this page: the form asks, and the field shows it. */
export type CouponNews = { quote?: Quote; fault?: string };

let news: CouponNews = {};
const listeners = new Set<() => void>();

export function tellCoupon(next: CouponNews): void {
  news = next;
  for (const listener of listeners) listener();
}

const nothing: CouponNews = {};

export function useCouponNews(): CouponNews {
  return useSyncExternalStore(
    listen,
    () => news,
    () => nothing,
  );
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The next page begins without it.
    if (listeners.size === 0) news = nothing;
  };
}

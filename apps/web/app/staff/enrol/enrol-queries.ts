import { useQuery } from "@tanstack/react-query";
import { saleClient } from "../client.ts";
import { readPhone } from "./enrol-form.ts";

export const deskKey = ["sale", "desk"];
export const saleKey = (saleId: string) => ["sale", "one", saleId];

export function useDesk() {
  return useQuery({ queryKey: deskKey, queryFn: () => saleClient.desk({}) });
}

/** Asks once the number is complete. */
export function usePerson(number: string) {
  const phone = readPhone(number);
  return useQuery({
    queryKey: ["sale", "person", phone],
    queryFn: () => saleClient.person(phone ?? { mobileNumber: "" }),
    enabled: phone !== null,
  });
}

export function useBatches(courseId: string) {
  return useQuery({
    queryKey: ["sale", "batches", courseId],
    queryFn: () => saleClient.batches({ courseId }),
    enabled: courseId !== "",
    // Seats go while the page is open.
    refetchInterval: 30_000,
  });
}

export function useUpiCode({
  amountInPaise,
  note,
  isWanted,
}: {
  amountInPaise: number;
  note: string;
  isWanted: boolean;
}) {
  return useQuery({
    queryKey: ["sale", "upi", amountInPaise, note],
    queryFn: () => saleClient.upiCode({ amountInPaise, note }),
    enabled: isWanted && amountInPaise >= 100,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** While a sale waits for an owner, the page that waits with it sees the decision. */
export function useSale(saleId: string, { isWaiting = false } = {}) {
  return useQuery({
    queryKey: saleKey(saleId),
    queryFn: () => saleClient.read({ saleId }),
    refetchInterval: isWaiting ? 4000 : false,
  });
}

export function useSales(state: "waiting" | "open", after: string | null) {
  return useQuery({
    queryKey: ["sale", "list", state, after],
    queryFn: () => saleClient.list({ state, ...(after ? { after } : {}) }),
  });
}

import { useQuery } from "@tanstack/react-query";
import { readPart } from "../../lib/classroom-parts.ts";

export function usePurchases() {
  return useQuery({
    queryKey: ["purchases"],
    queryFn: () => readPart("purchases"),
    // A course whose payment is confirmed late appears without a reload.
    refetchInterval: 15_000,
  });
}

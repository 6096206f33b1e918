import { useQuery } from "@tanstack/react-query";
import { learnerClient } from "../../lib/learner.ts";

export function usePurchases() {
  return useQuery({
    queryKey: ["purchases"],
    queryFn: ({ signal }) => learnerClient.enrolment.list({}, { signal }),
    // A course whose payment is confirmed late appears without a reload.
    refetchInterval: 15_000,
  });
}

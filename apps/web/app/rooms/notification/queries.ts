import { useQuery } from "@tanstack/react-query";
import { learnerClient } from "../../lib/learner.ts";

export function useNotifications() {
  return useQuery({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => learnerClient.notification.list({}, { signal }),
    refetchInterval: 60_000,
  });
}

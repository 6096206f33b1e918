import { useQuery } from "@tanstack/react-query";
import { readPart } from "../../lib/classroom-parts.ts";

export function useNotifications() {
  return useQuery({
    queryKey: ["notifications"],
    queryFn: () => readPart("notifications"),
    refetchInterval: 60_000,
  });
}

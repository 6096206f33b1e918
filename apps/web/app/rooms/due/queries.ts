import { useQuery } from "@tanstack/react-query";
import { readPart } from "../../lib/classroom-parts.ts";

export function usePlans() {
  return useQuery({
    queryKey: ["plans"],
    queryFn: () => readPart("plans"),
    // A part that somebody else has paid disappears without a reload.
    refetchInterval: 60_000,
  });
}

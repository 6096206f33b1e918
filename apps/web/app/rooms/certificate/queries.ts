import { useQuery } from "@tanstack/react-query";
import { readPart } from "../../lib/classroom-parts.ts";

export function useCertificates() {
  return useQuery({
    queryKey: ["certificates"],
    queryFn: () => readPart("certificates"),
  });
}

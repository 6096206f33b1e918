import { useQuery } from "@tanstack/react-query";
import { learnerClient } from "../../lib/learner.ts";

export function useCertificates() {
  return useQuery({
    queryKey: ["certificates"],
    queryFn: ({ signal }) => learnerClient.certificate.list({}, { signal }),
  });
}

import { useQuery } from "@tanstack/react-query";
import { seatingClient } from "../client.ts";

export const placesKey = ["places"];
type Page = { after?: string };

export function usePlaceCounts() {
  return useQuery({ queryKey: [...placesKey, "counts"], queryFn: () => seatingClient.counts({}) });
}

export function useRequests(page: Page) {
  return useQuery({ queryKey: [...placesKey, "requests", page], queryFn: () => seatingClient.requests(page) });
}

export function useWaitingLists(page: Page) {
  return useQuery({ queryKey: [...placesKey, "waiting", page], queryFn: () => seatingClient.waiting(page) });
}

export function usePauses(page: Page) {
  return useQuery({ queryKey: [...placesKey, "pauses", page], queryFn: () => seatingClient.pauses(page) });
}

/** The batches of a course that still take learners. */
export function useBatchesToJoin(courseId: string | undefined) {
  return useQuery({
    queryKey: [...placesKey, "batches", courseId],
    queryFn: () => seatingClient.batches({ courseId: courseId ?? "" }),
    enabled: Boolean(courseId),
  });
}

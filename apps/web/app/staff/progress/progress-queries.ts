import { useQuery } from "@tanstack/react-query";
import { standingClient } from "../client.ts";

const progressKey = ["progress"];

export function useProgressBatches() {
  return useQuery({ queryKey: [...progressKey, "batches"], queryFn: () => standingClient.batches({}) });
}

export function useBatchStanding(batchId: string, { isWanted = true } = {}) {
  return useQuery({
    queryKey: [...progressKey, "batch", batchId],
    queryFn: () => standingClient.read({ batchId }),
    enabled: isWanted && batchId !== "",
  });
}

export function useLearnerPage(one: { batchId: string; learnerId: string }) {
  return useQuery({ queryKey: [...progressKey, "learner", one], queryFn: () => standingClient.learner(one) });
}

/** Of the batches in which who looks teaches. */
export function useOwnStandings() {
  return useQuery({ queryKey: [...progressKey, "own"], queryFn: () => standingClient.own({}) });
}

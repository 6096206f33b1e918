import { ApiError } from "@shoreline/contract/client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { materialClient } from "./material-client.ts";

/** Links to files end after some hours: a page that stays open makes new ones. */
const refetchInterval = 30 * 60_000;

export function useMaterial({ courseId, words }: { courseId: string; words: string }) {
  return useInfiniteQuery({
    queryKey: ["material", courseId, words],
    queryFn: ({ pageParam, signal }) =>
      materialClient.material({ courseId, words, ...(pageParam ? { after: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval,
    // A refusal is an answer: asking again would not change it.
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  });
}

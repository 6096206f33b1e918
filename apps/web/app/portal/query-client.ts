import { ApiError } from "@shoreline/contract/client";
import { notifyManager, QueryClient } from "@tanstack/react-query";

const minute = 60_000;

// A switch that is touched shows it in the same task. With a timer, which is the default, it would jump back first.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal is an answer: asking again would not change it.
        retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status < 500),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        gcTime: 5 * minute,
        staleTime: minute,
      },
      mutations: { retry: false },
    },
  });
}

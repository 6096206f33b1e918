import { ApiError } from "@shoreline/contract/client";
import { QueryClient, useQuery } from "@tanstack/react-query";
import { learnerClient } from "../lib/learner.ts";

const minute = 60_000;

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

export function useProfile() {
  return useQuery({ queryKey: ["profile"], queryFn: ({ signal }) => learnerClient.account.read({}, { signal }) });
}

export function usePurchases() {
  return useQuery({
    queryKey: ["purchases"],
    queryFn: ({ signal }) => learnerClient.enrolment.list({}, { signal }),
    // A course whose payment took its time appears by itself.
    refetchInterval: 15_000,
  });
}

export function useCertificates() {
  return useQuery({
    queryKey: ["certificates"],
    queryFn: ({ signal }) => learnerClient.certificate.list({}, { signal }),
  });
}

export function useNotifications() {
  return useQuery({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => learnerClient.notification.list({}, { signal }),
    refetchInterval: minute,
  });
}

export function useSchedule(courseId: string, { isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: ["schedule", courseId],
    queryFn: ({ signal }) => learnerClient.schedule.view({ courseId }, { signal }),
    enabled: isEnabled,
    refetchInterval: minute,
  });
}

export function useNextBatches() {
  return useQuery({
    queryKey: ["next batches"],
    queryFn: ({ signal }) => learnerClient.schedule.next({}, { signal }),
  });
}

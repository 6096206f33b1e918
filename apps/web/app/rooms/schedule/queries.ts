import { useQuery } from "@tanstack/react-query";
import { readPart } from "../../lib/classroom-parts.ts";
import { learnerClient } from "../../lib/learner.ts";

export function useSchedule(courseId: string, { isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: ["schedule", courseId],
    queryFn: ({ signal }) => learnerClient.schedule.view({ courseId }, { signal }),
    enabled: isEnabled,
    refetchInterval: 60_000,
  });
}

export function useToday({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: ["today"],
    queryFn: () => readPart("today"),
    enabled: isEnabled,
    refetchInterval: 60_000,
  });
}

export function useNextBatches() {
  return useQuery({
    queryKey: ["next batches"],
    queryFn: ({ signal }) => learnerClient.schedule.next({}, { signal }),
  });
}

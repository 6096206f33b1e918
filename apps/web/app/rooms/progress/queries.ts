import { useQuery } from "@tanstack/react-query";
import { progressClient } from "./client.ts";

const progressKey = ["progress"];

// Never taken from before: classes, homework and recordings change it in other rooms.
const staleTime = 0;

/** Of all courses, in one call. */
export function useProgressList({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: progressKey,
    queryFn: ({ signal }) => progressClient.list({}, { signal }),
    enabled: isEnabled,
    staleTime,
  });
}

export function useProgress(courseId: string) {
  return useQuery({
    queryKey: [...progressKey, courseId],
    queryFn: ({ signal }) => progressClient.read({ courseId }, { signal }),
    staleTime,
  });
}

import type { StaffRecording } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { libraryClient } from "../client.ts";

/** A class, or a whole course. */
export type RecordingTarget = { classId: string } | { courseId: string };

const keyOf = (target: RecordingTarget) => ["recordings", target];

export function useRecordings(target: RecordingTarget) {
  return useQuery({
    queryKey: keyOf(target),
    queryFn: () => libraryClient.recordings(target),
    // The links of the films would begin them again.
    refetchOnWindowFocus: false,
  });
}

type Known = { recordings: StaffRecording[]; mayChange: boolean };

/** Shows the answer of the server at once. */
export function useShowRecording(target: RecordingTarget) {
  const queries = useQueryClient();
  return (shown: StaffRecording) =>
    queries.setQueryData<Known>(keyOf(target), (before) => {
      if (!before) return before;
      const isKnown = before.recordings.some(({ recordingId }) => recordingId === shown.recordingId);
      const changed = before.recordings.map((one) => (one.recordingId === shown.recordingId ? shown : one));
      return { ...before, recordings: isKnown ? changed : [...before.recordings, shown] };
    });
}

export function useRefreshRecordings(target: RecordingTarget) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keyOf(target) });
}

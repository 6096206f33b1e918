import { ApiError } from "@shoreline/contract/client";
import { readCaptions } from "@shoreline/domain/captions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { recordingClient } from "./recording-client.ts";

type One = { courseId: string; recordingId: string };

const listKey = (courseId: string) => ["recordings", courseId];

/** A refusal is an answer: asking again would not change it. */
const retry = (failures: number, error: Error) => failures < 2 && !(error instanceof ApiError && error.status < 500);

export function useRecordings(courseId: string) {
  return useQuery({
    queryKey: listKey(courseId),
    queryFn: ({ signal }) => recordingClient.recordings({ courseId }, { signal }),
    retry,
  });
}

/** Read once for each visit: a new link would begin the film again. */
export function useRecording(one: One) {
  return useQuery({
    queryKey: [...listKey(one.courseId), one.recordingId],
    queryFn: ({ signal }) => recordingClient.recording(one, { signal }),
    ...{ retry, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    ...{ refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
}

/** The captions as the browser wants them, and line by line. */
export function useCaptions(one: One & { language: string | undefined }) {
  const { courseId, recordingId, language = "" } = one;
  return useQuery({
    queryKey: [...listKey(courseId), recordingId, "captions", language],
    queryFn: async ({ signal }) => {
      const { vtt } = await recordingClient.captions({ courseId, recordingId, language }, { signal });
      const read = readCaptions(vtt);
      return { vtt, lines: "cues" in read ? read.cues : [] };
    },
    ...{ enabled: language !== "", retry, staleTime: Number.POSITIVE_INFINITY },
  });
}

export function useTranscriptSearch({ courseId, words }: { courseId: string; words: string }) {
  return useQuery({
    queryKey: [...listKey(courseId), "search", words],
    queryFn: ({ signal }) => recordingClient.search({ courseId, words }, { signal }),
    enabled: words !== "",
    retry,
  });
}

export function useRefreshRecordings(courseId: string) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: listKey(courseId), exact: true });
    void queries.invalidateQueries({ queryKey: ["schedule", courseId] });
  };
}

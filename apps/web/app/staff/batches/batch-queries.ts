import type { Api, BatchState, Input } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { planningClient } from "../client.ts";

/** Everything about batches is kept under this key, so that one call refreshes all of it. */
export const batchesKey = ["batches"];

type Asked = Input<Api["planning"]["list"]>;

export function useBatches(asked: Asked) {
  return useQuery({
    queryKey: [...batchesKey, "list", asked],
    queryFn: () => planningClient.list(asked),
    // Another page: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

/** Of a new batch: with the course that was asked for. */
export function useBatchForm(courseId = "") {
  return useQuery({
    queryKey: [...batchesKey, "form", courseId],
    queryFn: () => planningClient.form(courseId ? { courseId } : {}),
  });
}

export const batchKey = (batchId: string) => [...batchesKey, "batch", batchId];

export function useBatch(batchId: string) {
  return useQuery({ queryKey: batchKey(batchId), queryFn: () => planningClient.read({ batchId }) });
}

export function useDraft(draftId: string) {
  return useQuery({
    queryKey: [...batchesKey, "draft", draftId],
    queryFn: () => planningClient.draft({ draftId }),
    // Somebody types in it: what comes later would replace that.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useOtherBatches(batchId: string) {
  return useQuery({ queryKey: [...batchKey(batchId), "others"], queryFn: () => planningClient.others({ batchId }) });
}

type Preview = Input<Api["planning"]["preview"]>;

/** Null: there is not enough to plan with yet. */
export function useBatchPreview(asked: Preview | null) {
  return useQuery({
    queryKey: [...batchesKey, "preview", asked],
    queryFn: () => planningClient.preview(asked as Preview),
    enabled: asked !== null,
    placeholderData: (previous) => previous,
    retry: false,
  });
}

/** What the address asks for. The server refuses what somebody has typed into it. */
export function readBatchFilter(search: URLSearchParams): Asked {
  const given = (["state", "courseId", "trainerId", "words", "after"] as const).flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as { state?: BatchState };
}

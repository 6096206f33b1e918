import type { Api, Input } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { awardClient } from "../client.ts";

/** Everything about certificates is kept under this key, so that one call refreshes all of it. */
export const awardKey = ["award"];
export const rulesKey = [...awardKey, "rules"];
export const designKey = [...awardKey, "design"];

export type Tab = "ready" | "not yet" | "issued" | "revoked";
type LearnersAsked = Input<Api["award"]["learners"]>;
type ListAsked = Input<Api["award"]["list"]>;

export function useLearners(asked: LearnersAsked) {
  return useQuery({
    queryKey: [...awardKey, "learners", asked],
    queryFn: () => awardClient.learners(asked),
    // Another page: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

export function useCertificates(asked: ListAsked, isWanted: boolean) {
  return useQuery({
    queryKey: [...awardKey, "list", asked],
    queryFn: () => awardClient.list(asked),
    placeholderData: (previous) => previous,
    enabled: isWanted,
  });
}

export function useNames(purchaseIds: string[]) {
  return useQuery({
    queryKey: [...awardKey, "names", purchaseIds],
    queryFn: () => awardClient.names({ purchaseIds }),
    staleTime: 0,
  });
}

export function usePreview(purchaseId: string) {
  return useQuery({
    queryKey: [...awardKey, "preview", purchaseId],
    queryFn: () => awardClient.preview({ purchaseId }),
    staleTime: 0,
  });
}

export function useRules() {
  return useQuery({ queryKey: rulesKey, queryFn: () => awardClient.rules({}) });
}

export function useDesign() {
  return useQuery({ queryKey: designKey, queryFn: () => awardClient.design({}) });
}

const tabs: Tab[] = ["ready", "not yet", "issued", "revoked"];

export function readTab(search: URLSearchParams): Tab {
  return tabs.find((tab) => tab === search.get("state")) ?? "ready";
}

const filters = ["courseId", "batchId", "words", "after"] as const;

/** What the address asks for. The server refuses what somebody has typed into it. */
export function readAwardFilter(search: URLSearchParams): Partial<Record<(typeof filters)[number], string>> {
  const given = filters.flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** Another filter shows its first page, and a batch belongs to its course. */
export function withAwardFilter(
  search: URLSearchParams,
  name: "courseId" | "batchId" | "words",
  value: string,
): string {
  const next = new URLSearchParams(search);
  next.delete("after");
  if (name === "courseId") next.delete("batchId");
  if (value) next.set(name, value);
  else next.delete(name);
  return `?${next}`;
}

import type { Api, Input } from "@shoreline/contract";
import type { Attendance } from "@shoreline/domain/webinar";
import { useQuery } from "@tanstack/react-query";
import { registrantClient } from "../client.ts";

/** Everything about webinars is kept under this key, so that one call refreshes all of it. */
export const webinarsKey = ["webinars"];

export function useWebinars(after: string | null) {
  return useQuery({
    queryKey: [...webinarsKey, "list", after],
    queryFn: () => registrantClient.webinars(after ? { after } : {}),
    // Another page: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

type Asked = Input<Api["registrants"]["list"]>;

export function useRegistrants(asked: Asked) {
  return useQuery({
    queryKey: [...webinarsKey, "registrants", asked],
    queryFn: () => registrantClient.list(asked),
    placeholderData: (previous) => (previous?.webinar.webinarId === asked.webinarId ? previous : undefined),
  });
}

/** What the address asks for. The server refuses what somebody has typed into it. */
export function readRegistrantFilter(search: URLSearchParams): Omit<Asked, "webinarId"> {
  const given = (["attendance", "words", "after"] as const).flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as { attendance?: Attendance; words?: string; after?: string };
}

/** Another filter shows its first page. */
export function withRegistrantFilter(search: URLSearchParams, name: "attendance" | "words", value: string): string {
  const next = new URLSearchParams(search);
  next.delete("after");
  if (value) next.set(name, value);
  else next.delete(name);
  return `?${next}`;
}

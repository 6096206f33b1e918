import type { Api, Input, TimetableClass } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { timetableClient } from "../client.ts";
import type { Period } from "./timetable-days.ts";

export const timetableKey = ["timetable"];
export const draftsKey = ["timetable-drafts"];

/** What the address asks for besides the days. */
export function readFilter(search: URLSearchParams) {
  const text = (name: string) => search.get(name) || undefined;
  const by: "trainer" | "room" = search.get("by") === "room" ? "room" : "trainer";
  return { by, trainerId: text("trainer"), roomId: text("room"), courseId: text("course") };
}
type Filter = ReturnType<typeof readFilter>;

export function useTimetable({ from, days }: Period, filter: Filter) {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as { by: Filter["by"] };
  return useQuery({
    queryKey: [...timetableKey, from, days, given],
    queryFn: () => timetableClient.read({ from, days, ...given }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  });
}

export type Wish = Input<Api["timetable"]["preview"]>;

export function usePreview(wish: Wish) {
  return useQuery({
    queryKey: ["timetable-move", wish],
    queryFn: () => timetableClient.preview(wish),
    placeholderData: (previous) => previous,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useDrafts() {
  return useQuery({
    queryKey: draftsKey,
    queryFn: () => timetableClient.drafts({}),
    // While the solver works.
    refetchInterval: ({ state }) => (state.data?.newest?.state === "asked" ? 1500 : false),
  });
}

export function useProposal(proposalId: string | null) {
  return useQuery({
    queryKey: [...draftsKey, proposalId],
    queryFn: () => timetableClient.proposal({ proposalId: proposalId ?? "" }),
    enabled: proposalId !== null,
  });
}

/** A class in somebody's hand, and where it would be dropped. */
export type Held = { one: TimetableClass; rowId: string; day: string; minutes: number };

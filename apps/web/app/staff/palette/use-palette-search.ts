import type { StaffMe } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { deskClient } from "../client.ts";
import { fewestLetters, useSettled } from "../use-settled.ts";
import { commandGroups, foundGroups, keepFitting } from "./palette-items.ts";

/** What the palette lists for the typed words. Answers belong to their words, so an old one never replaces a newer one. */
export function usePaletteSearch(words: string, me: StaffMe) {
  const asked = useSettled(words);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["search", asked],
    queryFn: ({ signal }) => deskClient.search({ words: asked }, { signal }),
    enabled: asked.length >= fewestLetters,
    placeholderData: (previous) => previous,
  });
  const isLongEnough = words.length >= fewestLetters;
  const isAnswered = asked === words && data !== undefined && !isPlaceholderData;
  const found = isLongEnough && data ? foundGroups(data, me) : [];
  return {
    groups: [...(isAnswered ? found : keepFitting(found, words)), ...commandGroups(words, me)],
    isLongEnough,
    isSearching: isLongEnough && !isAnswered && !error,
    error: isLongEnough ? error : null,
  };
}

import type { OwnPlace } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../lib/problem.ts";
import { placeClient } from "./client.ts";
import { fieldsOf } from "./words.ts";

const placeKey = (courseId: string) => ["place", courseId];

export function usePlace(courseId: string) {
  return useQuery({
    queryKey: placeKey(courseId),
    queryFn: ({ signal }) => placeClient.read({ courseId }, { signal }),
    refetchInterval: 60_000,
  });
}

type Fault = { text: string; fields: Record<string, string> };

/** One change of the place at a time. Its answer is the new place; the schedule follows. */
export function usePlaceChange(courseId: string) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const run = async (change: () => Promise<OwnPlace>): Promise<boolean> => {
    setBusy(true);
    setFault(null);
    try {
      queries.setQueryData(placeKey(courseId), await change());
      queries.invalidateQueries({ queryKey: ["schedule", courseId] });
      queries.invalidateQueries({ queryKey: ["today"] });
      return true;
    } catch (error) {
      setFault({ text: errorText(error), fields: fieldsOf(error) });
      // What is shown may be old.
      queries.invalidateQueries({ queryKey: placeKey(courseId) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, run, dismiss: () => setFault(null) };
}

import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readLeadFilter, viewQuery } from "./lead-filter.ts";
import { leadCount } from "./lead-queries.ts";

const mostCounted = 10;
const afterTheListMs = 300;

/** How many leads each view has, by its query. Only the first views are counted, and after the list has had its turn. */
export function useViewCounts(queries: string[]) {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), afterTheListMs);
    return () => clearTimeout(timer);
  }, []);
  const counted = [...new Set(queries.map(plain))].slice(0, mostCounted);
  const answers = useQueries({
    queries: counted.map((query) => ({
      ...leadCount(readLeadFilter(new URLSearchParams(query))),
      enabled: isTime,
    })),
  });
  return (query: string) => answers[counted.indexOf(plain(query))]?.data;
}

/** Two addresses of one view are counted once. */
function plain(query: string): string {
  return viewQuery(new URLSearchParams(query));
}

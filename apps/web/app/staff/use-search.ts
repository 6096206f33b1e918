import { useMemo } from "react";
import { useLocation } from "react-router";

/** Filters that may name several values, as `status=new,lost`. */
const lists = ["status", "source"];

/**
 * The query of the address, with each name once: of a repeated one the first value counts, of a list all.
 * `useSearchParams` of the router would be added to the file that every public page loads.
 */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => readSearch(search), [search]);
}

function readSearch(search: string): URLSearchParams {
  const given = new URLSearchParams(search);
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    if (values.length > 1) given.set(name, lists.includes(name) ? values.join(",") : (values[0] ?? ""));
  }
  return given;
}

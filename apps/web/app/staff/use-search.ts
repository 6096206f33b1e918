import { useMemo } from "react";
import { useLocation } from "react-router";

/** `useSearchParams` of the router would be added to the file that every public page loads. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

import { without } from "./audit/audit-filter.ts";
import { ButtonLink, ButtonRow } from "./controls.tsx";
import { useSearch } from "./use-search.ts";

/** Pages follow one another by key: there is a way on, and a way to the first. */
export function Pager({ next, first, on }: { next: string | null; first: string; on: string }) {
  const search = useSearch();
  const rest = without(search, "after");
  if (!next && !search.get("after")) return null;
  const onward = new URLSearchParams(rest);
  onward.set("after", next ?? "");
  return (
    <ButtonRow>
      {search.get("after") ? (
        <ButtonLink look="line" to={`?${rest}`}>
          {first}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink look="line" to={`?${onward}`}>
          {on}
        </ButtonLink>
      ) : null}
    </ButtonRow>
  );
}

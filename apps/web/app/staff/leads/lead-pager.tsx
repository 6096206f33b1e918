import { without } from "../audit/audit-filter.ts";
import { ButtonLink, ButtonRow } from "../controls.tsx";
import { useSearch } from "../use-search.ts";
import { orderOf, pageAfter } from "./lead-filter.ts";

/** Pages follow one another by key: there is a way on, and a way to the first. */
export function LeadPager({ next }: { next: string | null }) {
  const search = useSearch();
  const { sort, direction } = orderOf(search);
  const isByAge = (sort === "came" || sort === "last") && direction === "down";
  return (
    <ButtonRow>
      {search.get("after") ? (
        <ButtonLink look="line" to={`?${without(search, "after", "lead")}`}>
          {isByAge ? "Newest" : "First page"}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink look="line" to={pageAfter(search, next)}>
          {isByAge ? "Older" : "Next page"}
        </ButtonLink>
      ) : null}
    </ButtonRow>
  );
}

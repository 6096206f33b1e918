import { without } from "./audit/audit-filter.ts";
import { ButtonLink, ButtonRow } from "./controls.tsx";
import { useSearch } from "./use-search.ts";

type Props = {
  next: string | null;
  first: string;
  on: string;
  /** Where the list begins, if it is not the top of the page: #documents. */
  hash?: string;
};

/** Pages follow one another by key: there is a way on, and a way to the first. */
export function Pager({ next, first, on, hash = "" }: Props) {
  const search = useSearch();
  const rest = without(search, "after");
  if (!next && !search.get("after")) return null;
  const onward = new URLSearchParams(rest);
  onward.set("after", next ?? "");
  return (
    <ButtonRow>
      {search.get("after") ? (
        <ButtonLink look="line" to={`?${rest}${hash}`}>
          {first}
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink look="line" to={`?${onward}${hash}`}>
          {on}
        </ButtonLink>
      ) : null}
    </ButtonRow>
  );
}

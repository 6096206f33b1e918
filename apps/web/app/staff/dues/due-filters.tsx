import { type DueAge, dueAges } from "@shoreline/domain/instalments";
import { Link, useNavigate } from "react-router";
import { filters } from "../filter-chips.module.css";
import { WordsChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useSearch } from "../use-search.ts";
import { capitalise } from "../words.ts";

type Props = { ages: { age: DueAge; count: number }[] | undefined };

export function DueFilters({ ages }: Props) {
  const search = useSearch();
  const navigate = useNavigate();
  const words = search.get("words") ?? "";
  const find = (value: string) => {
    if (value === words) return;
    const next = new URLSearchParams(search);
    next.delete("after");
    if (value) next.set("words", value);
    else next.delete("words");
    navigate(`?${next}`);
  };
  const countOf = (age: DueAge) => ages?.find((one) => one.age === age)?.count;
  return (
    <>
      <FilterTabs
        label="Age"
        name="age"
        options={[
          { value: "", text: "All", count: words ? undefined : ages?.reduce((sum, { count }) => sum + count, 0) },
          ...dueAges.map((age) => ({
            ...{ value: age, text: capitalise(age) },
            // The sums are of all learners, not of those who were searched for.
            count: words ? undefined : countOf(age),
          })),
        ]}
      />
      <div className={filters}>
        <WordsChip hint="name or number" key={words} value={words} onChange={find} />
        {search.get("age") || words ? <Link to="?">Clear the filters</Link> : null}
      </div>
    </>
  );
}

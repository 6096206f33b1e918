import type { Api, Reply } from "@shoreline/contract";
import { Link, useNavigate } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { CourseFilter } from "../courses/course-chip.tsx";
import { filters } from "../filter-chips.module.css";
import { ChoiceChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useSearch } from "../use-search.ts";

type Choices = Reply<Api["teaching"]["list"]>["choices"];

export function ClassFilters({ choices }: { choices: Choices | undefined }) {
  const search = useSearch();
  const navigate = useNavigate();
  const choose = (name: string) => (value: string) => {
    const next = without(search, name, "after");
    if (value) next.set(name, value);
    navigate(`?${next}`);
  };
  const isFiltered = search.get("trainerId") || search.get("courseId");
  return (
    <>
      <FilterTabs
        label="Time"
        name="when"
        options={[
          { value: "", text: "Today" },
          ...(search.get("when") === "over" ? [{ value: "over", text: "Over today" }] : []),
          { value: "coming", text: "To come" },
          { value: "past", text: "Past" },
        ]}
      />
      {choices ? (
        <div className={filters}>
          <ChoiceChip
            label="Trainer"
            any="any"
            value={search.get("trainerId") ?? ""}
            options={choices.trainers.map(({ id, name }) => ({ value: id, text: name }))}
            onChange={choose("trainerId")}
          />
          <CourseFilter any="any" courseId={search.get("courseId") ?? ""} onChange={choose("courseId")} />
          {isFiltered ? (
            <Link to={`?${without(search, "trainerId", "courseId", "after")}`}>Clear the filters</Link>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

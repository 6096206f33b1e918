import { Link, useNavigate } from "react-router";
import { CourseFilter } from "../courses/course-chip.tsx";
import { filters } from "../filter-chips.module.css";
import { ChoiceChip, WordsChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useSearch } from "../use-search.ts";
import { useBatchForm } from "./batch-queries.ts";
import { stateNames } from "./batch-words.ts";

export function BatchFilters({ drafts }: { drafts: number | undefined }) {
  const search = useSearch();
  const navigate = useNavigate();
  const { data } = useBatchForm();
  const set = (name: string, value: string) => {
    if (value === (search.get(name) ?? "")) return;
    const next = new URLSearchParams(search);
    next.delete("after");
    if (value) next.set(name, value);
    else next.delete(name);
    navigate(`?${next}`);
  };
  const value = (name: string) => search.get(name) ?? "";
  const state = value("state");
  return (
    <>
      <FilterTabs
        label="State"
        name="state"
        options={[
          { value: "", text: stateNames.open },
          { value: "running", text: stateNames.running },
          { value: "draft", text: "Drafts", count: drafts },
          { value: "finished", text: stateNames.finished },
          { value: "cancelled", text: stateNames.cancelled },
        ]}
      />
      <div className={filters}>
        <WordsChip
          hint="course or name"
          key={value("words")}
          value={value("words")}
          onChange={(v) => set("words", v)}
        />
        <CourseFilter any="all" courseId={value("courseId")} onChange={(v) => set("courseId", v)} />
        <ChoiceChip
          label="Trainer"
          any="all"
          value={value("trainerId")}
          valueText="somebody else"
          options={(data?.trainers ?? []).map(({ staffId, name }) => ({ value: staffId, text: name }))}
          onChange={(v) => set("trainerId", v)}
        />
        {value("courseId") || value("trainerId") || value("words") ? (
          <Link to={state ? `?state=${encodeURIComponent(state)}` : "?"}>Clear the filters</Link>
        ) : null}
      </div>
    </>
  );
}

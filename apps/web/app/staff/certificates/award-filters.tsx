import type { Api, Reply } from "@shoreline/contract";
import { Link, useNavigate } from "react-router";
import { countText } from "../count-text.ts";
import { CourseFilter } from "../courses/course-chip.tsx";
import { filters } from "../filter-chips.module.css";
import { ChoiceChip, WordsChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useSearch } from "../use-search.ts";
import { readTab, withAwardFilter } from "./award-queries.ts";

type Learners = Reply<Api["award"]["learners"]>;

export function AwardFilters({ data }: { data: Learners | undefined }) {
  const search = useSearch();
  const navigate = useNavigate();
  const tab = readTab(search);
  const set = (name: "courseId" | "batchId" | "words") => (value: string) => {
    if (value !== (search.get(name) ?? "")) navigate(withAwardFilter(search, name, value));
  };
  const [courseId, batchId, words] = [search.get("courseId"), search.get("batchId"), search.get("words")];
  const counts = data?.counts;
  const batches = data?.batches.map(({ batchId: value, name: text }) => ({ value, text })) ?? [];
  const isOfLearners = tab === "ready" || tab === "not yet";
  return (
    <>
      <FilterTabs
        label="State"
        name="state"
        options={[
          { value: "", text: "Ready to issue", count: counts?.ready },
          { value: "not yet", text: "Not yet", count: counts?.notYet },
          { value: "issued", text: "Issued", count: counts?.issued ? countText(counts.issued) : undefined },
          { value: "revoked", text: "Revoked", count: counts?.revoked ? countText(counts.revoked) : undefined },
        ]}
      />
      <div className={filters}>
        <WordsChip
          hint={isOfLearners ? "name or number" : "name or certificate number"}
          key={words ?? ""}
          value={words ?? ""}
          onChange={set("words")}
        />
        <CourseFilter any="any" courseId={courseId ?? ""} onChange={set("courseId")} />
        {courseId && isOfLearners ? (
          <ChoiceChip label="Batch" any="any" value={batchId ?? ""} options={batches} onChange={set("batchId")} />
        ) : null}
        {courseId || batchId || words ? (
          <Link to={tab === "ready" ? "?" : `?state=${encodeURIComponent(tab)}`}>Clear the filters</Link>
        ) : null}
      </div>
    </>
  );
}

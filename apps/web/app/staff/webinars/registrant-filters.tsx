import { type Attendance, attendances } from "@shoreline/domain/webinar";
import { Link, useNavigate } from "react-router";
import { filters } from "../filter-chips.module.css";
import { WordsChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useSearch } from "../use-search.ts";
import { withRegistrantFilter } from "./webinar-queries.ts";
import { attendanceTexts } from "./webinar-words.ts";

export function RegistrantFilters({ counts }: { counts: Record<Attendance, number> | undefined }) {
  const search = useSearch();
  const navigate = useNavigate();
  const now = search.get("attendance") ?? "";
  const words = search.get("words") ?? "";
  const all = counts && counts.attended + counts.missed + counts.unknown;
  return (
    <>
      <FilterTabs
        label="Attendance"
        name="attendance"
        options={[
          { value: "", text: "All", count: all },
          ...attendances.map((one) => ({ value: one, text: attendanceTexts[one], count: counts?.[one] })),
        ]}
      />
      <div className={filters}>
        <WordsChip
          hint="name or number"
          key={words}
          value={words}
          onChange={(value) => {
            if (value !== words) navigate(withRegistrantFilter(search, "words", value));
          }}
        />
        {now || words ? <Link to="?">Clear the filters</Link> : null}
      </div>
    </>
  );
}

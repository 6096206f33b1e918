import { type Attendance, attendances } from "@shoreline/domain/webinar";
import { Link, useNavigate } from "react-router";
import { filters } from "../filter-chips.module.css";
import { WordsChip } from "../filter-chips.tsx";
import * as views from "../leads/lead-views.module.css";
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
      <nav className={views.tabs} aria-label="Attendance">
        {(["", ...attendances] as const).map((one) => (
          <Link
            key={one}
            to={withRegistrantFilter(search, "attendance", one)}
            className={views.tab}
            aria-current={now === one ? "page" : undefined}
            preventScrollReset
          >
            {one ? attendanceTexts[one] : "All"} {one ? counts?.[one] : all}
          </Link>
        ))}
      </nav>
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

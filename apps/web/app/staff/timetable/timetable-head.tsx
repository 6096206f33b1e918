import type { Timetable } from "@shoreline/contract";
import { useState } from "react";
import { Button, ButtonLink, IconButton, Key } from "../controls.tsx";
import { CourseFilter } from "../courses/course-chip.tsx";
import { todayDate } from "../date/date-text.ts";
import { ChoiceChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { PageHead } from "../page-head.tsx";
import * as styles from "./timetable.module.css";
import { type Period, periodText, step } from "./timetable-days.ts";
import type { readFilter } from "./timetable-queries.ts";

type Filter = ReturnType<typeof readFilter>;
type Go = (change: Record<string, string>) => void;
type Props = {
  period: Period;
  filter: Filter;
  data: Timetable | undefined;
  mayMove: boolean;
  isNarrow: boolean;
  go: Go;
};

/** Which days, and whose classes. On a phone the classes come first: filters are behind a button. */
export function TimetableHead({ period, filter, data, mayMove, isNarrow, go }: Props) {
  const [isOpen, setOpen] = useState(false);
  const chosen = [filter.trainerId, filter.roomId, filter.courseId].filter(Boolean).length;
  const rows = period.view === "month" ? null : <FilterTabs label="Rows" name="by" options={rowOptions} />;
  return (
    <>
      <PageHead title="Timetable" isShort>
        {isNarrow ? (
          <Button look="line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {chosen > 0 ? `Filter (${chosen})` : "Filter"}
          </Button>
        ) : mayMove ? (
          <ProposeLink />
        ) : null}
      </PageHead>
      {isNarrow && isOpen ? (
        <div>
          {data ? <Filters {...{ data, filter, go }} /> : null}
          {rows}
        </div>
      ) : null}
      <div className={styles.bar}>
        <IconButton icon="left" label={`${period.view} before`} onClick={() => go({ day: step(period, -1) })} />
        <IconButton icon="right" label={`${period.view} after`} onClick={() => go({ day: step(period, 1) })} />
        <h2>{periodText(period, { isShort: isNarrow })}</h2>
        <Button look="quiet" onClick={() => go({ day: todayDate() })}>
          Today <Key>D</Key>
        </Button>
        {data && !isNarrow ? <Filters {...{ data, filter, go }} /> : null}
      </div>
      {isNarrow ? null : (
        <div className={styles.tabs}>
          <FilterTabs label="Period" name="view" options={viewOptions} />
          {rows}
        </div>
      )}
    </>
  );
}

export function ProposeLink() {
  return (
    <ButtonLink look="line" to="/staff/timetable/proposal">
      Propose a timetable
    </ButtonLink>
  );
}

const viewOptions = [
  { value: "", text: "Week" },
  { value: "month", text: "Month" },
];
const rowOptions = [
  { value: "", text: "By trainer" },
  { value: "room", text: "By room" },
];

function Filters({ data, filter, go }: { data: Timetable; filter: Filter; go: Go }) {
  const toOptions = (list: { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, text: name }));
  return (
    <div className={styles.filters}>
      <ChoiceChip
        label="Trainer"
        any="all"
        value={filter.trainerId ?? ""}
        options={toOptions(data.trainers)}
        onChange={(trainer) => go({ trainer })}
      />
      <ChoiceChip
        label="Room"
        any="all"
        value={filter.roomId ?? ""}
        options={toOptions(data.rooms)}
        onChange={(room) => go({ room })}
      />
      <CourseFilter any="all" courseId={filter.courseId ?? ""} onChange={(course) => go({ course })} />
    </div>
  );
}

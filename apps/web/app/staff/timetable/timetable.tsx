import type { TimetableClass, Timetable as TimetableData } from "@shoreline/contract";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { Button, ButtonLink, IconButton, Key } from "../controls.tsx";
import { todayDate } from "../date/date-text.ts";
import { ChoiceChip } from "../filter-chips.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { formatWhole } from "../when.ts";
import { block, cut } from "./block.module.css";
import { StillBlock } from "./block.tsx";
import { ClassDialog } from "./class-dialog.tsx";
import { DayList } from "./day-list.tsx";
import { WeekGrid } from "./grid.tsx";
import { Month } from "./month.tsx";
import { MoveDialog, type MoveWish, wishFor } from "./move-dialog.tsx";
import * as styles from "./timetable.module.css";
import { periodText, readPeriod, step } from "./timetable-days.ts";
import { type Held, readFilter, useProposal, useTimetable } from "./timetable-queries.ts";
import { useIsNarrow } from "./use-narrow.ts";

/** Who teaches when and where. Days, filters and the open class are in the address. */
export default function Timetable() {
  const me = useMe();
  const search = useSearch();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  // A phone shows one day of a week.
  const period = readPeriod(isNarrow ? without(search, "view") : search);
  // A month has no rows.
  const filter = readFilter(period.view === "month" ? without(search, "by") : search);
  const { data, error, refetch } = useTimetable(period, filter);
  const { data: proposal } = useProposal(search.get("proposal"));
  const [wish, setWish] = useState<MoveWish | null>(null);
  const mayMove = may(me, "change timetable");
  const go = (change: Record<string, string>) => {
    const next = without(search, ...Object.keys(change));
    for (const [name, value] of Object.entries(change)) if (value) next.set(name, value);
    return navigate(`?${next}`, { preventScrollReset: true });
  };
  const all = data ? [...data.classes, ...data.without.classes] : [];
  const opened = all.find(({ classId }) => classId === search.get("class"));
  const open = (one: TimetableClass) => go({ class: one.classId });
  const close = () => go({ class: "" });
  const drop = ({ one, rowId, day, minutes }: Held) =>
    setWish(wishFor(one, { day, minutes, ...(filter.by === "trainer" ? { trainerId: rowId } : { roomId: rowId }) }));
  const moveOpened = (does: MoveWish["does"]) => {
    if (opened) setWish(wishFor(opened, { does }));
    close();
  };
  useRowKeys();
  useKeys({ d: () => go({ day: todayDate() }) });
  const shared = { mayMove, onOpen: open };
  return (
    <>
      <PageHead title="Timetable">
        {mayMove ? (
          <ButtonLink look="line" to="/staff/timetable/proposal">
            Propose a timetable
          </ButtonLink>
        ) : null}
      </PageHead>
      <div className={styles.bar}>
        <IconButton icon="left" label={`${period.view} before`} onClick={() => go({ day: step(period, -1) })} />
        <IconButton icon="right" label={`${period.view} after`} onClick={() => go({ day: step(period, 1) })} />
        <h2>{periodText(period)}</h2>
        <Button look="quiet" onClick={() => go({ day: todayDate() })}>
          Today <Key>D</Key>
        </Button>
        {data ? <Filters {...{ data, filter, go }} /> : null}
      </div>
      <div className={styles.tabs}>
        {isNarrow ? null : <FilterTabs label="Period" name="view" options={viewOptions} />}
        {period.view === "month" ? null : <FilterTabs label="Rows" name="by" options={rowOptions} />}
      </div>
      {proposal ? (
        <p>
          Dashed: proposed, not planned yet. <Link to="/staff/timetable/proposal">Back to the proposal</Link>
        </p>
      ) : null}
      {error ? <LoadProblem what="The timetable" error={error} onRetry={refetch} /> : null}
      {data ? (
        <>
          {data.isCut ? <p>There are more classes than fit here. Choose a trainer, a room or a course.</p> : null}
          {period.view === "month" ? (
            <Month {...{ data, period, onOpen: open }} />
          ) : isNarrow ? (
            <DayList {...{ ...shared, data, period, by: filter.by }} onMove={(one) => setWish(wishFor(one))} />
          ) : (
            <WeekGrid {...{ ...shared, data, by: filter.by, proposed: proposal?.lines ?? [] }} onDrop={drop} />
          )}
          {data.rows.length === 0 ? (
            <NothingYet title={filter.by === "room" ? "There are no rooms yet." : "There are no trainers yet."}>
              <p>{filter.by === "room" ? "Rooms at the campus show up here." : "Owners invite trainers in People."}</p>
            </NothingYet>
          ) : null}
          <Without data={data} onOpen={open} />
          {isNarrow || period.view === "month" ? null : <Legend mayMove={mayMove} />}
          {opened ? (
            <ClassDialog
              key={opened.classId}
              {...{ one: opened, now: data.now, mayMove, onClose: close }}
              room={data.rooms.find(({ id }) => id === opened.roomId)?.name ?? ""}
              onMove={() => moveOpened("move")}
              onCancel={() => moveOpened("cancel")}
            />
          ) : null}
          {wish ? (
            <MoveDialog
              key={`${wish.one.classId} ${wish.does}`}
              {...{ wish, lists: data }}
              onClose={() => setWish(null)}
            />
          ) : null}
        </>
      ) : error ? null : (
        <Loading lines={10} />
      )}
    </>
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

type FilterProps = {
  data: TimetableData;
  filter: ReturnType<typeof readFilter>;
  go(change: Record<string, string>): void;
};

function Filters({ data, filter, go }: FilterProps) {
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
      <ChoiceChip
        label="Course"
        any="all"
        value={filter.courseId ?? ""}
        options={data.courses.map(({ courseId, name }) => ({ value: courseId, text: name }))}
        onChange={(course) => go({ course })}
      />
    </div>
  );
}

function Without({ data, onOpen }: { data: TimetableData; onOpen(one: TimetableClass): void }) {
  const { count, classes } = data.without;
  if (count === 0) return null;
  return (
    <PageSection id="without" title="Without a trainer" count={count}>
      <div className={styles.without}>
        <ul>
          {classes.map((one) => (
            <li key={one.classId}>
              <button type="button" className={block} data-look="act" onClick={() => onOpen(one)}>
                <span className={cut}>
                  {formatWhole(one.startsAt)}: {one.batch || one.course}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {count > classes.length ? (
          <p>The first {classes.length} of these days. Choose a course to see its own.</p>
        ) : null}
      </div>
    </PageSection>
  );
}

function Legend({ mayMove }: { mayMove: boolean }) {
  return (
    <div className={styles.legend}>
      {(
        [
          ["online", "Online"],
          ["campus", "On campus"],
          ["live", "Running"],
          ["act", "Needs a link"],
          ["over", "Over"],
        ] as const
      ).map(([look, text]) => (
        <span key={look}>
          <StillBlock look={look} />
          {text}
        </span>
      ))}
      {mayMove ? (
        <span>
          <Key>M</Key> move with arrows
        </span>
      ) : null}
    </div>
  );
}

import type { TimetableClass } from "@shoreline/contract";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { Key } from "../controls.tsx";
import { todayDate } from "../date/date-text.ts";
import { useKeys, useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { may, useMe } from "../queries.ts";
import { useSearch } from "../use-search.ts";
import { StillBlock } from "./block.tsx";
import { ClassDialog } from "./class-dialog.tsx";
import { DayList } from "./day-list.tsx";
import { WeekGrid } from "./grid.tsx";
import { Month } from "./month.tsx";
import { MoveDialog, type MoveWish, wishFor } from "./move-dialog.tsx";
import * as styles from "./timetable.module.css";
import { readPeriod } from "./timetable-days.ts";
import { ProposeLink, TimetableHead } from "./timetable-head.tsx";
import { type Held, readFilter, useProposal, useTimetable } from "./timetable-queries.ts";
import { Unstaffed } from "./unstaffed.tsx";
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
  const all = data ? [...data.classes, ...data.without.classes, ...data.byName.classes] : [];
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
      <TimetableHead {...{ period, filter, data, mayMove, isNarrow, go }} />
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
          <Unstaffed title="Without a trainer" look="act" {...data.without} onOpen={open} />
          <Unstaffed title="Trainers without an account" look="over" {...data.byName} onOpen={open} />
          {isNarrow || period.view === "month" ? null : <Legend mayMove={mayMove} />}
          {isNarrow && mayMove ? <ProposeLink /> : null}
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

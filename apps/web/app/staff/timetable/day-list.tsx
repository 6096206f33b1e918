import type { Timetable, TimetableClass } from "@shoreline/contract";
import { Link } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { Button } from "../controls.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { useSearch } from "../use-search.ts";
import { block } from "./block.module.css";
import { BlockInside, isMovable, lookOf } from "./block.tsx";
import * as styles from "./day-list.module.css";
import { holiday as holidayLook } from "./timetable.module.css";
import { dateNumber, daysOf, longDay, type Period, placeOf, weekdayName } from "./timetable-days.ts";

type Props = {
  data: Timetable;
  period: Period;
  by: "trainer" | "room";
  mayMove: boolean;
  onOpen(one: TimetableClass): void;
  onMove(one: TimetableClass): void;
};

/** On a phone: one day, with a list for each trainer or room that has classes. */
export function DayList({ data, period, by, mayMove, onOpen, onMove }: Props) {
  const search = useSearch();
  const to = (day: string) => {
    const next = without(search, "class");
    next.set("day", day);
    return `?${next}`;
  };
  const isToday = ({ startsAt }: TimetableClass) => placeOf(startsAt).day === period.day;
  const isOver = (one: TimetableClass) => lookOf(one, data.now) === "over";
  const rows = data.rows
    .flatMap((row) => {
      const classes = data.classes.filter(
        (one) => isToday(one) && (by === "trainer" ? one.trainerId : one.roomId) === row.id,
      );
      return classes.length > 0 ? [{ ...row, classes: overLast(classes, isOver) }] : [];
    })
    .toSorted((one, other) => Number(one.classes.every(isOver)) - Number(other.classes.every(isOver)));
  const holiday = data.holidays.find(({ day }) => day === period.day);
  return (
    <div className={styles.dayList}>
      <nav className={styles.days} aria-label="Day">
        {daysOf(data).map((day) => (
          <Link key={day} to={to(day)} aria-current={day === period.day ? "date" : undefined} preventScrollReset>
            {weekdayName(day)}
            <b>{dateNumber(day)}</b>
          </Link>
        ))}
      </nav>
      <h2>{longDay(period.day)}</h2>
      {holiday ? <p className={holidayLook}>{holiday.name}: a day without classes</p> : null}
      {rows.length === 0 ? <NothingYet title="No classes on this day.">{null}</NothingYet> : null}
      {rows.map(({ id, name, classes }) => (
        <section key={id} aria-label={name}>
          <h3>{name}</h3>
          <ul>
            {classes.map((one) => (
              <li key={one.classId}>
                <button
                  type="button"
                  className={block}
                  data-size="large"
                  data-look={lookOf(one, data.now)}
                  onClick={() => onOpen(one)}
                >
                  <BlockInside one={one} look={lookOf(one, data.now)} />
                </button>
                {mayMove && isMovable(one, data.now) ? (
                  <Button look="line" onClick={() => onMove(one)}>
                    Move…
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What runs or comes is what somebody looks for. */
function overLast(classes: TimetableClass[], isOver: (one: TimetableClass) => boolean): TimetableClass[] {
  return classes.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
}

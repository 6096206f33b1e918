import type { Timetable, TimetableClass } from "@shoreline/contract";
import { Link } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { todayDate } from "../date/date-text.ts";
import { useSearch } from "../use-search.ts";
import { block } from "./block.module.css";
import { BlockInside, lookOf } from "./block.tsx";
import * as styles from "./month.module.css";
import { holiday } from "./timetable.module.css";
import { dateNumber, daysOf, longDay, type Period, placeOf, weekdayName } from "./timetable-days.ts";

const mostShown = 3;

type Props = { data: Timetable; period: Period; onOpen(one: TimetableClass): void };

/** Every day with how many classes it has, and the first of them. */
export function Month({ data, period, onOpen }: Props) {
  const search = useSearch();
  const today = todayDate(new Date(data.now));
  const counts = new Map(data.perDay.map(({ day, classes }) => [day, classes]));
  const holidays = new Map(data.holidays.map(({ day, name }) => [day, name]));
  const byDay = Map.groupBy([...data.classes, ...data.without.classes], ({ startsAt }) => placeOf(startsAt).day);
  const weekOf = (day: string) => {
    const next = without(search, "view", "class");
    next.set("day", day);
    return `?${next}`;
  };
  return (
    <ul className={styles.month} aria-label="Month">
      {daysOf(period).map((day) => {
        const count = counts.get(day) ?? 0;
        const shown = (byDay.get(day) ?? []).filter(({ isCancelled }) => !isCancelled).slice(0, mostShown);
        return (
          <li
            key={day}
            data-today={day === today}
            data-holiday={holidays.has(day)}
            data-outside={day.slice(0, 7) !== period.day.slice(0, 7)}
          >
            <Link to={weekOf(day)} className={styles.dayHead}>
              <b>{dateNumber(day)}</b> {weekdayName(day)}
              <span className="sr-only">, {longDay(day)}</span>
              {count > 0 ? <span>{countText(count)}</span> : null}
            </Link>
            {holidays.has(day) ? <span className={holiday}>{holidays.get(day)}</span> : null}
            <ul>
              {shown.map((one) => (
                <li key={one.classId}>
                  <button type="button" className={block} data-look={lookOf(one, data.now)} onClick={() => onOpen(one)}>
                    <BlockInside one={one} look={lookOf(one, data.now)} />
                  </button>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

function countText(count: number): string {
  return count === 1 ? "1 class" : `${count} classes`;
}

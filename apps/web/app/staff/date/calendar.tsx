import { daysLater, mondayOf } from "@shoreline/domain/report";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "../controls.tsx";
import * as styles from "./calendar.module.css";
import { isSameMonth, monthsLater, todayDate, weeksOf } from "./date-text.ts";

type Props = { value: string; onChoose(date: string): void };

/** A month of days. The arrows go from day to day, Page up and Page down from month to month. */
export function Calendar({ value, onChoose }: Props) {
  const today = todayDate();
  const [cursor, setCursor] = useState(value || today);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => focusCursor(grid.current), []);

  const move = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(cursor);
    if (!next) return;
    event.preventDefault();
    setCursor(next);
    requestAnimationFrame(() => focusCursor(grid.current));
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton icon="left" label="Previous month" onClick={() => setCursor(monthsLater(cursor, -1))} />
        <b aria-live="polite">{monthText(cursor)}</b>
        <IconButton icon="right" label="Next month" onClick={() => setCursor(monthsLater(cursor, 1))} />
      </div>
      <table ref={grid} onKeyDown={move}>
        <thead>
          <tr>
            {["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date}>
                  {isSameMonth(date, cursor) ? (
                    <button
                      type="button"
                      tabIndex={date === cursor ? 0 : -1}
                      aria-label={longText(date)}
                      aria-pressed={date === value}
                      aria-current={date === today ? "date" : undefined}
                      onClick={() => onChoose(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of all days only this one is reached with Tab. */
function focusCursor(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

const moves: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => daysLater(date, -1),
  ArrowRight: (date) => daysLater(date, 1),
  ArrowUp: (date) => daysLater(date, -7),
  ArrowDown: (date) => daysLater(date, 7),
  Home: mondayOf,
  End: (date) => daysLater(mondayOf(date), 6),
  PageUp: (date) => monthsLater(date, -1),
  PageDown: (date) => monthsLater(date, 1),
};

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const longFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });

/** November 2026 */
function monthText(date: string): string {
  return monthFormat.format(new Date(date));
}

/** Tuesday 17 November 2026 */
function longText(date: string): string {
  return longFormat.format(new Date(date)).replace(",", "");
}

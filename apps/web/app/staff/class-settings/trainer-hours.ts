import type { Trainers } from "@shoreline/contract";
import { minutesOf } from "@shoreline/domain/weekly";

export type Trainer = Trainers["trainers"][number];

/** 540 is 09:00. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** What is written for one day; both empty: not on that day. */
export type WrittenHours = { weekday: number; from: string; to: string };

/** Days of which a time is missing are left out. "00:00" as an end is midnight. */
export function toHours(written: WrittenHours[]): Trainer["hours"] {
  return written.flatMap(({ weekday, from, to }) => {
    const [begins, ends] = [minutesOf(from), minutesOf(to)];
    return begins === null || ends === null ? [] : [{ weekday, from: begins, to: ends === 0 ? 1440 : ends }];
  });
}

import type { Trainers } from "@shoreline/contract";
import { clockName, minutesOf } from "@shoreline/domain/weekly";
import { weekdays } from "../batches/batch-words.ts";

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

/** Mon to Fri, 9:00 AM to 5:00 PM; Sat, 10:00 AM to 1:00 PM */
export function hoursText(hours: Trainer["hours"]): string {
  const alike = Map.groupBy(hours, ({ from, to }) => `${clockName(from)} to ${clockName(to)}`);
  return [...alike].map(([times, days]) => `${daysText(days.map(({ weekday }) => weekday))}, ${times}`).join("; ");
}

/** Three days in a row and more are a span. */
function daysText(days: number[]): string {
  const runs: string[][] = [[]];
  for (const { weekday, short } of weekdays)
    if (days.includes(weekday)) runs.at(-1)?.push(short);
    else runs.push([]);
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run)).join(", ");
}

import type { TodayEntries, TodayEntry } from "@shoreline/contract";

/** A page of a list: `after` is the end of the one before. */
export type Wanted = { after?: string | undefined; size: number };

/** A tile says "100+": nobody needs to know more. */
export const mostCounted = 100;
export const mostShown = 8;

/** Of a page with as many as are counted. */
export function beginningOf({ entries, next }: { entries: TodayEntry[]; next: string | null }): TodayEntries {
  return { count: entries.length, isMore: next !== null, entries: entries.slice(0, mostShown) };
}

import type { LeadReport } from "@shoreline/contract";
import type { LeadSource } from "@shoreline/domain/inbox";
import { leadSourceText } from "../leads/lead-words.ts";

/** The textures that a reader can tell apart; the last is an outline. */
const mostSeries = 5;

export type Series = { name: string; sources: LeadSource[] };

/** From below: the sources with most leads, and what is left together as one. */
export function seriesOf(sources: LeadReport["sources"]): Series[] {
  const names = sources.map(({ source }) => source);
  const own = names.length > mostSeries ? names.slice(0, mostSeries - 1) : names;
  const others = names.slice(own.length);
  return [
    ...own.map((source) => ({ name: leadSourceText[source], sources: [source] })),
    ...(others.length > 0 ? [{ name: "Others", sources: others }] : []),
  ];
}

export function countIn({ bySource }: LeadReport["weeks"][number], { sources }: Series): number {
  return sources.reduce((sum, source) => sum + (bySource[source] ?? 0), 0);
}

/** Where the lines of the chart are: round numbers, four at most. */
export function scaleOf(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1) / 4));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => highest <= one * 4) ?? 1);
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) }, (_, n) => (n + 1) * step);
}

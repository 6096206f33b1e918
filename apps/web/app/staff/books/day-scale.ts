import { scaleOf } from "../reports/chart-series.ts";

/** Where the lines of the chart are, in rupees: round numbers at one distance, below zero for credit notes. */
export function dayScale({ highest, lowest }: { highest: number; lowest: number }): number[] {
  const step = scaleOf(Math.max(highest, -lowest))[0] ?? 1;
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

import type { Counted } from "@shoreline/contract";

const numbers = new Intl.NumberFormat("en-IN");

/** 148, or 1,000+ where nobody has counted on. */
export function countText({ count, isMore }: Counted): string {
  return `${numbers.format(count)}${isMore ? "+" : ""}`;
}

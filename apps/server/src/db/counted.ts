import type { Counted } from "@shoreline/contract";

/** `found` was counted to `most` and one more, which says that there are more. */
export function toCounted(found: number, most: number): Counted {
  return { count: Math.min(found, most), isMore: found > most };
}

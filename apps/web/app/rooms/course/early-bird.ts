import type { CourseCard } from "@shoreline/contract";
import { formatDay, formatPrice } from "../../lib/format.ts";

export type EarlyBirdText = { listPrice: string; until: string };

/** Undefined without an early-bird price. The last day is the one before it ends. */
export function earlyBirdText(
  { earlyBird }: Pick<CourseCard, "earlyBird">,
  at: { timeZone: string },
): EarlyBirdText | undefined {
  if (!earlyBird) return undefined;
  const last = new Date(Date.parse(earlyBird.endsAt) - 1).toISOString();
  return { listPrice: formatPrice(earlyBird.listPrice), until: formatDay(last, at) };
}

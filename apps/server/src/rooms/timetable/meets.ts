import type { WeeklySlot } from "@shoreline/domain/weekly";
import { overlap, periodOf } from "@shoreline/domain/weekly-plan";

export type Planned = {
  pattern: WeeklySlot[];
  from: string;
  until: string;
  trainerId: string;
  roomId: string | null;
};

/** Whether two planned batches would need the same trainer or room at the same time. */
export function meets(one: Planned, other: Planned): "trainer" | "room" | null {
  const isSameTime =
    one.from <= other.until &&
    other.from <= one.until &&
    one.pattern.some((slot) =>
      other.pattern.some((there) => there.weekday === slot.weekday && overlap(periodOf(slot), periodOf(there))),
    );
  if (!isSameTime) return null;
  if (one.trainerId === other.trainerId) return "trainer";
  return one.roomId !== null && one.roomId === other.roomId ? "room" : null;
}

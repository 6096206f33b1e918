/** Moving classes of a series, and what the timetable waits for. */

import { momentAt, wallTime } from "./zone.ts";

/** Staff may undo a move for so long; the notice goes out a little later. */
export const undoMs = 10_000;
export const tellAfterMs = 15_000;

const dayMs = 86_400_000;

type Move = { from: Date; to: Date };

/** A class of the series moves by the same days and hours as the one in the hand, whatever the clocks do in between. */
export function moveAlike(startsAt: Date, { from, to }: Move, timeZone: string): Date {
  const [old, next] = [wallTime(from, timeZone), wallTime(to, timeZone)];
  const dayNumber = ({ year, month, day }: typeof old) => Date.UTC(year, month - 1, day) / dayMs;
  const minuteOf = ({ hour, minute }: typeof old) => hour * 60 + minute;
  const wall = wallTime(startsAt, timeZone);
  const day = wall.day + dayNumber(next) - dayNumber(old);
  return momentAt({ ...wall, day, minute: wall.minute + minuteOf(next) - minuteOf(old) }, timeZone);
}

/** Moving classes of a series, and what the timetable waits for. */

import { momentAt, wallTime } from "./zone.ts";

/** Staff may undo a move for so long; the notice goes out a little later. */
export const undoMs = 10_000;
export const tellAfterMs = 15_000;

const dayMs = 86_400_000;

type Move = { from: Date; to: Date };

/** How many days and minutes later a class is on the wall, whatever the clocks do in between. */
export function shiftOf({ from, to }: Move, timeZone: string): { days: number; minutes: number } {
  const [old, next] = [wallTime(from, timeZone), wallTime(to, timeZone)];
  const dayNumber = ({ year, month, day }: typeof old) => Date.UTC(year, month - 1, day) / dayMs;
  const minuteOf = ({ hour, minute }: typeof old) => hour * 60 + minute;
  return { days: dayNumber(next) - dayNumber(old), minutes: minuteOf(next) - minuteOf(old) };
}

/** A class of the series moves by the same days and hours as the one in the hand. */
export function moveAlike(startsAt: Date, move: Move, timeZone: string): Date {
  const { days, minutes } = shiftOf(move, timeZone);
  const wall = wallTime(startsAt, timeZone);
  return momentAt({ ...wall, day: wall.day + days, minute: wall.minute + minutes }, timeZone);
}

import { mergeParts, type Part } from "@shoreline/domain/watching";

/** A player tells its time a few times a second, in a tab behind others once a second; a longer step was a jump. */
const longestStep = 5;
const mostSent = 200;

/** What was played, until it has been reported. */
export function createWatchLog() {
  let waiting: [number, number][] = [];
  let open: [number, number] | null = null;

  const close = () => {
    if (open && open[1] > open[0]) waiting.push(open);
    open = null;
  };
  return {
    /** The film plays and is at this second. */
    playAt(second: number) {
      if (open && second >= open[1] && second - open[1] < longestStep) open[1] = second;
      else {
        close();
        open = [second, second];
      }
    },
    /** It stopped, or jumps. */
    stop: close,
    /** What was played since the last time, in whole seconds. What was not delivered is given back. */
    take(): Part[] {
      const goesOnAt = open?.[1];
      close();
      if (goesOnAt !== undefined) open = [goesOnAt, goesOnAt];
      const parts = mergeParts(
        waiting.map(([from, to]): Part => [Math.round(from), Math.round(to)]),
        null,
      ).slice(-mostSent);
      waiting = [];
      return parts;
    },
    giveBack(parts: Part[]) {
      waiting = [...parts, ...waiting];
    },
  };
}

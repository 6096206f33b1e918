/** How much of a film somebody has really played. */

/** Of whole seconds: from, and up to but without the second number. */
export type Part = [number, number];

/** So many parts are kept of one film; after that the shortest are forgotten. */
export const mostParts = 300;
/** The fastest speed of the player is 2; the rest is for clocks that do not agree. */
export const fastest = 2.2;
/** Once for each film and learner. */
const graceSeconds = 3;
export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];
export const longestFilmSeconds = 360_000;

export const defaultRecordingRules = { recordingPercent: 80, countRecordings: false };
export type RecordingRules = {
  /** So much of a recording is played by who has watched it. */
  recordingPercent: number;
  /** Who has missed a class and watched its recording was there. */
  countRecordings: boolean;
};

export const sumOf = (parts: readonly Part[]) => parts.reduce((sum, [from, to]) => sum + to - from, 0);

/** In order and apart from each other, within the film. `seconds` is its length; null: unknown. */
export function mergeParts(parts: readonly Part[], seconds: number | null): Part[] {
  const end = seconds ?? longestFilmSeconds;
  const inside = parts
    .map(([from, to]): Part => [Math.max(0, from), Math.min(end, to)])
    .filter(([from, to]) => from < to)
    .toSorted(([one], [other]) => one - other);
  const merged: Part[] = [];
  for (const [from, to] of inside) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

type Report = {
  known: readonly Part[];
  /** What was played since the last report. */
  played: readonly Part[];
  /** Since the learner opened the film first, by the server's clock. */
  openSeconds: number;
  /** The length of the film; null: unknown. */
  seconds: number | null;
};

/**
 * What is known after a report. All that was ever played fits into the time since the film was opened: what is beyond that is left out.
 * Parts that are played a second time take none of it.
 */
export function addPlayed({ known, played, openSeconds, seconds }: Report): Part[] {
  const before = mergeParts(known, seconds);
  let room = Math.max(0, Math.floor(Math.max(0, openSeconds) * fastest) + graceSeconds - sumOf(before));
  const fresh: Part[] = [];
  for (const [from, to] of mergeParts(played, seconds).flatMap((part) => without(part, before))) {
    const length = Math.min(to - from, room);
    room -= length;
    if (length > 0) fresh.push([from, from + length]);
  }
  return longest(mergeParts([...before, ...fresh], seconds));
}

/** The pieces of a part that are in none of the others, which are in order. */
function without([from, to]: Part, others: readonly Part[]): Part[] {
  const pieces: Part[] = [];
  let at = from;
  for (const [start, end] of others) {
    if (end <= at) continue;
    if (start >= to) break;
    if (start > at) pieces.push([at, start]);
    at = end;
  }
  if (at < to) pieces.push([at, to]);
  return pieces;
}

function longest(parts: Part[]): Part[] {
  if (parts.length <= mostParts) return parts;
  return parts
    .toSorted((one, other) => other[1] - other[0] - (one[1] - one[0]))
    .slice(0, mostParts)
    .toSorted(([one], [other]) => one - other);
}

/** A film of unknown length is never watched: nobody knows how much is enough. */
export function isWatched(watchedSeconds: number, { seconds, percent }: { seconds: number | null; percent: number }) {
  return seconds !== null && seconds > 0 && watchedSeconds * 100 >= seconds * percent;
}

/** For people, rounded down, so that 100 means all of it. */
export function percentOf(watchedSeconds: number, seconds: number | null): number | null {
  return seconds ? Math.min(100, Math.floor((watchedSeconds * 100) / seconds)) : null;
}

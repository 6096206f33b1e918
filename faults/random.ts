export type Random = ReturnType<typeof randomFrom>;

/** The same seed gives the same numbers (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    between: (low: number, high: number) => low + below(high - low + 1),
    isLucky: (chance: number) => next() < chance,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    /** A version 4 UUID. */
    uuid() {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16));
      hex[12] = "4";
      hex[16] = "8";
      return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}

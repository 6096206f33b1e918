import { expect, test } from "vitest";
import { addPlayed, fastest, isWatched, mergeParts, mostParts, type Part, percentOf, sumOf } from "./watching.ts";

test("parts that touch become one, in order, within the film", () => {
  expect(
    mergeParts(
      [
        [20, 30],
        [0, 5],
        [5, 9],
        [28, 40],
        [50, 50],
        [-3, 1],
        [90, 200],
      ],
      100,
    ),
  ).toEqual([
    [0, 9],
    [20, 40],
    [90, 100],
  ]);
});

test("somebody who plays at double speed loses nothing; who claims more than time allows gets that much", () => {
  const report = { known: [] as Part[], openSeconds: 15, seconds: 3600 };
  expect(addPlayed({ ...report, played: [[0, 30]] })).toEqual([[0, 30]]);
  expect(addPlayed({ ...report, played: [[0, 3600]] })).toEqual([[0, 36]]);
  expect(addPlayed({ ...report, openSeconds: -50, played: [[0, 3600]] })).toEqual([[0, 3]]);
});

test("a thousand reports in one moment add three seconds in all", () => {
  let known: Part[] = [];
  for (let turn = 0; turn < 1000; turn++)
    known = addPlayed({ known, played: [[turn * 3, turn * 3 + 3]], openSeconds: 0, seconds: 3600 });
  expect(known).toEqual([[0, 3]]);
});

test("a film that is watched over several days, or a second time, loses nothing", () => {
  const day = 86_400;
  const first = addPlayed({ known: [], played: [[0, 1800]], openSeconds: 900, seconds: 3600 });
  const second = addPlayed({ known: first, played: [[1800, 3600]], openSeconds: 3 * day, seconds: 3600 });
  expect(second).toEqual([[0, 3600]]);
  expect(addPlayed({ known: second, played: [[0, 3600]], openSeconds: 4 * day, seconds: 3600 })).toEqual(second);
});

test("the same report again changes nothing, and what is known already takes none of the time", () => {
  const once = addPlayed({ known: [], played: [[10, 25]], openSeconds: 15, seconds: 100 });
  expect(addPlayed({ known: once, played: [[10, 25]], openSeconds: 15, seconds: 100 })).toEqual(once);
  expect(addPlayed({ known: [[0, 50]], played: [[0, 60]], openSeconds: 27, seconds: 100 })).toEqual([[0, 60]]);
});

test("watched is a share of a known length", () => {
  expect(isWatched(80, { seconds: 100, percent: 80 })).toBe(true);
  expect(isWatched(79, { seconds: 100, percent: 80 })).toBe(false);
  expect(isWatched(10_000, { seconds: null, percent: 1 })).toBe(false);
  expect([percentOf(999, 1000), percentOf(1000, 1000), percentOf(1, null)]).toEqual([99, 100, null]);
});

// A small generator with a seed: every run draws the same.
function drawer(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

test("whatever is reported: in order, apart, within the film, never less than before, never faster than time allows", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const draw = drawer(seed);
    const seconds = draw(10) === 0 ? null : 1 + draw(5000);
    let known: Part[] = [];
    let openSeconds = 0;
    for (let turn = 0; turn < 20; turn++) {
      openSeconds += draw(200);
      const played = Array.from({ length: draw(30) }, (): Part => [draw(6000) - 100, draw(6000) - 100]);
      const after = addPlayed({ known, played, openSeconds, seconds });
      for (const [at, [from, to]] of after.entries()) {
        expect(from).toBeGreaterThanOrEqual(at === 0 ? 0 : (after[at - 1]?.[1] ?? 0) + 1);
        expect(to).toBeGreaterThan(from);
        if (seconds !== null) expect(to).toBeLessThanOrEqual(seconds);
      }
      expect(sumOf(after)).toBeLessThanOrEqual(Math.floor(openSeconds * fastest) + 3);
      expect(sumOf(after)).toBeGreaterThanOrEqual(sumOf(known));
      expect(after.length).toBeLessThanOrEqual(mostParts);
      expect(addPlayed({ known: after, played: after, openSeconds, seconds })).toEqual(after);
      known = after;
    }
  }
});

test("merging does not depend on the order of the parts", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const draw = drawer(seed);
    const parts = Array.from({ length: 40 }, (): Part => {
      const from = draw(1000);
      return [from, from + draw(60)];
    });
    expect(mergeParts(parts.toReversed(), 900)).toEqual(mergeParts(parts, 900));
    expect(mergeParts([...parts, ...parts], 900)).toEqual(mergeParts(parts, 900));
  }
});

test("of too many parts the longest stay", () => {
  const known = Array.from({ length: mostParts }, (_, at): Part => [at * 10, at * 10 + 5]);
  const after = addPlayed({
    known,
    played: [
      [9000, 9001],
      [9100, 9108],
    ],
    openSeconds: 3600,
    seconds: 10_000,
  });
  expect(after).toHaveLength(mostParts);
  expect(after.at(-1)).toEqual([9100, 9108]);
});

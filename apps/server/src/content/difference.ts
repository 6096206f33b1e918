import { isDeepStrictEqual } from "node:util";
import type { Difference } from "./compare.ts";

type Sides = { stored: unknown; wanted: unknown };
/** `field` leads to a place within a field of the item: `syllabus.2.topics.0`. */
type Part = Sides & { field: string };

const mostLines = 8;

/** The lines about one field: what differs within it, and who wins. */
export function describeDifference({ field, stored, wanted, winner, why }: Difference): string[] {
  const found = findParts({ field, stored, wanted });
  const parts = found.length > 0 ? found : [{ field, stored, wanted }];
  const lines = parts.slice(0, mostLines).map((part) => describePart(part, winner));
  const verdict = `${winner} win: ${why}`;
  if (parts.length === 1) return [`    ${lines[0]}   ${verdict}`];
  const more = parts.length - lines.length;
  const inside = [...lines, ...(more > 0 ? [`and ${more} more`] : [])];
  return [`    ${field}: ${parts.length} changes   ${verdict}`, ...inside.map((line) => `      ${line}`)];
}

function findParts({ field, stored, wanted }: Part): Part[] {
  if (isDeepStrictEqual(stored ?? null, wanted ?? null)) return [];
  if (Array.isArray(stored) && Array.isArray(wanted))
    return alignLists(stored, wanted).flatMap(({ at, ...sides }) => findParts({ field: `${field}.${at}`, ...sides }));
  if (isRecord(stored) && isRecord(wanted))
    return [...new Set([...Object.keys(stored), ...Object.keys(wanted)])].flatMap((key) =>
      findParts({ field: `${field}.${key}`, stored: stored[key], wanted: wanted[key] }),
    );
  return [{ field, stored, wanted }];
}

const onlyOneHas = {
  files: { wanted: "added", stored: "removed" },
  // Nothing is added or removed then: the database stays as it is.
  staff: { wanted: "only in the files:", stored: "only in the database:" },
};

function describePart({ field, stored, wanted }: Part, winner: Difference["winner"]): string {
  const words = onlyOneHas[winner];
  if (isNothing(stored)) return `${field}: ${words.wanted} ${short(wanted)}`;
  if (isNothing(wanted)) return `${field}: ${words.stored} ${short(stored)}`;
  const from = typeof stored === "string" && typeof wanted === "string" ? firstDifference(stored, wanted) : 0;
  return `${field}: ${short(stored, from)} -> ${short(wanted, from)}`;
}

/**
 * The pairs of two lists, in order: items that are equal or alike belong together, so that one more line in front does not change
 * all others. What is only in the database is counted as there, everything else as in the files.
 */
function alignLists(stored: unknown[], wanted: unknown[]): (Sides & { at: number })[] {
  const best = scoreLists(stored, wanted);
  const score = (s: number, w: number) => best[s]?.[w] ?? 0;
  const pairs: (Sides & { at: number })[] = [];
  let gap = { stored: 0, wanted: 0 };
  const closeGap = (s: number, w: number) => {
    for (let n = 0; gap.stored + n < s || gap.wanted + n < w; n++) {
      const hasWanted = gap.wanted + n < w;
      pairs.push({
        at: hasWanted ? gap.wanted + n : gap.stored + n,
        stored: gap.stored + n < s ? stored[gap.stored + n] : undefined,
        wanted: hasWanted ? wanted[gap.wanted + n] : undefined,
      });
    }
  };
  let [s, w] = [0, 0];
  while (s < stored.length && w < wanted.length) {
    const like = likeness(stored[s], wanted[w]);
    if (like > 0 && score(s, w) === like + score(s + 1, w + 1)) {
      closeGap(s, w);
      pairs.push({ at: w, stored: stored[s++], wanted: wanted[w++] });
      gap = { stored: s, wanted: w };
    } else if (score(s + 1, w) >= score(s, w + 1)) s++;
    else w++;
  }
  closeGap(stored.length, wanted.length);
  return pairs;
}

/** For each place in both lists, how well what follows can be paired. */
function scoreLists(stored: unknown[], wanted: unknown[]): number[][] {
  const best = Array.from({ length: stored.length + 1 }, () => new Array<number>(wanted.length + 1).fill(0));
  for (let s = stored.length - 1; s >= 0; s--)
    for (let w = wanted.length - 1; w >= 0; w--) {
      const [row = [], below = []] = [best[s], best[s + 1]];
      const paired = likeness(stored[s], wanted[w]) + (below[w + 1] ?? 0);
      row[w] = Math.max(paired, below[w] ?? 0, row[w + 1] ?? 0);
    }
  return best;
}

/** Items that share a text, such as the title of a section, are alike. */
function likeness(one: unknown, other: unknown): 0 | 1 | 2 {
  if (isDeepStrictEqual(one, other)) return 2;
  if (!isRecord(one) || !isRecord(other)) return 0;
  return Object.entries(one).some(([key, value]) => typeof value === "string" && value === other[key]) ? 1 : 0;
}

const longest = 60;
const lead = 20;
const letters = new Intl.Segmenter("en");
const lettersOf = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment);

function firstDifference(one: string, other: string): number {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  const at = a.findIndex((letter, n) => letter !== b[n]);
  return at < 0 ? a.length : at;
}

/** A long text is cut to what is around its letter `from`. */
function short(value: unknown, from = 0): string {
  if (isNothing(value)) return "nothing";
  if (typeof value !== "string") return cut(lettersOf(JSON.stringify(value)), 0);
  return JSON.stringify(cut(lettersOf(value), from));
}

function cut(all: string[], from: number): string {
  if (all.length <= longest) return all.join("");
  const start = Math.max(0, Math.min(from - lead, all.length - longest));
  const part = all.slice(start, start + longest).join("");
  return `${start > 0 ? "…" : ""}${part}${start + longest < all.length ? "…" : ""}`;
}

const isNothing = (value: unknown) => value === undefined || value === null;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

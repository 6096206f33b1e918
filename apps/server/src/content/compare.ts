import { isDeepStrictEqual } from "node:util";
import type { Values } from "./kind.ts";

/** What the files want for one item, what the database has, and what the files had when they were applied the last time. */
export type Sides = {
  wanted: Values | undefined;
  stored: Values | undefined;
  /** Null when it is not known what the files had. */
  applied: Values | null | undefined;
};

/** A field on which files and database differ. */
export type Difference = { field: string; stored: unknown; wanted: unknown; winner: "files" | "staff"; why: string };

export type Verdict =
  | { action: "none" }
  | { action: "add" }
  /** `values` is the whole item as it will be. */
  | { action: "change"; differences: Difference[]; values: Values }
  | { action: "remove" }
  /** It should be removed, but somebody relies on it. */
  | { action: "hide"; why: string }
  /** Files and database differ, and nothing is done. */
  | { action: "keep"; why: string; differences?: Difference[] };

type Options = {
  isDocument?: boolean | undefined;
  /** The files win where staff have changed the same. */
  filesWin?: boolean | undefined;
  /** Fields in which the files win while nothing is known of what they had: the dates of an older demo. */
  moving?: string[] | undefined;
};

/** Decides about one item. Staff's changes stay, and what only the files changed is taken over, field by field. */
export function compare({ wanted, stored, applied }: Sides, options: Options = {}): Verdict {
  if (!wanted) return withoutFile({ stored, applied }, options);
  if (!stored)
    return applied === undefined || options.filesWin
      ? { action: "add" }
      : { action: "keep", why: "staff have removed it" };
  const differences = findDifferences(wanted, stored, applied, options);
  if (differences.length === 0) return { action: "none" };
  if (differences.some(({ winner }) => winner === "files"))
    return { action: "change", differences, values: merge(stored, differences) };
  return { action: "keep", why: "staff have changed it", differences };
}

function withoutFile({ stored, applied }: Pick<Sides, "stored" | "applied">, { filesWin }: Options): Verdict {
  // Staff's own item, or one that both sides have removed.
  if (!stored || applied === undefined) return { action: "none" };
  const isUntouched = applied !== null && Object.keys(applied).every((field) => isSame(stored[field], applied[field]));
  if (isUntouched || filesWin) return { action: "remove" };
  const changed = applied === null ? "nobody knows whether staff have changed it" : "staff have changed it";
  return { action: "keep", why: `it is no longer in the files, but ${changed}` };
}

function findDifferences(
  wanted: Values,
  stored: Values,
  applied: Values | null | undefined,
  { isDocument, filesWin, moving = [] }: Options,
): Difference[] {
  // Files that win leave nothing that somebody has put into a document by hand.
  const known = { ...applied, ...(filesWin ? stored : {}) };
  const gone = isDocument ? Object.keys(known).filter((field) => !(field in wanted)) : [];
  return [...Object.keys(wanted), ...gone].flatMap((field): Difference[] => {
    if (isSame(stored[field], wanted[field])) return [];
    const sides = { field, stored: stored[field], wanted: wanted[field] };
    if (filesWin) return [{ ...sides, winner: "files", why: "the files were told to win" }];
    const isNew = stored[field] === undefined;
    if (applied ? isSame(stored[field], applied[field]) : isNew || moving.includes(field))
      return [{ ...sides, winner: "files", why: "only the files have changed" }];
    const why = !applied
      ? "it was there before the files"
      : isSame(wanted[field], applied[field])
        ? "only staff have changed it"
        : "both have changed it";
    return [{ ...sides, winner: "staff", why }];
  });
}

/** JSON tells a missing field, null and an empty list apart. Here they are the same: a new column begins with its default. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(orNone(one), orNone(other));
}

function orNone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : (value ?? null);
}

/** The stored item with the fields that the files won. */
function merge(stored: Values, differences: Difference[]): Values {
  const merged = { ...stored };
  for (const { field, wanted, winner } of differences) {
    if (winner === "staff") continue;
    if (wanted === undefined) delete merged[field];
    else merged[field] = wanted;
  }
  return merged;
}

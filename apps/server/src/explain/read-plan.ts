/** A node of what `explain (format json)` answers. */
export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Total Cost": number;
  Plans?: Plan[];
};

type Known = { largeTables: Set<string>; partialIndexes: Set<string> };

/**
 * What a plan reads from its beginning to its end, although it is large: tables without an index, and indexes without a condition. An
 * index that has only a part of the rows is a condition itself, and below a limit an index gives the first rows in order. A limit that is
 * reached soon ends any reading.
 */
export function wholeReads(plan: Plan, known: Known, { isLimited = false, isSoonOver = false } = {}): string[] {
  const table = plan["Relation Name"] ?? "";
  const index = plan["Index Name"] ?? "";
  const type = plan["Node Type"];
  const found: string[] = [];
  if (type === "Seq Scan" && known.largeTables.has(table) && !isSoonOver) found.push(`reads all of ${table}`);
  if (/^Index (Only )?Scan$/.test(type) && known.largeTables.has(table) && !plan["Index Cond"])
    if (!isLimited && !known.partialIndexes.has(index)) found.push(`reads all of ${table} in the order of ${index}`);
  const isLimit = type === "Limit";
  const below = {
    isLimited: isLimit || (isLimited && passing.has(type)),
    isSoonOver: (isLimit && plan["Total Cost"] < soonCost) || (isSoonOver && passing.has(type)),
  };
  return [...found, ...(plan.Plans ?? []).flatMap((part) => wholeReads(part, known, below))];
}

/** In PostgreSQL's unit, a page that is read in order: the 1,000 rows of a step among rows of which one in three fits. */
const soonCost = 500;

/** They hand on rows as they come, so a limit above them also limits what is below. */
const passing = new Set([
  "Hash Join",
  "Subquery Scan",
  "Nested Loop",
  "LockRows",
  "Result",
  "Incremental Sort",
  "Append",
  "Merge Append",
  "Memoize",
]);

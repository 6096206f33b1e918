import type { SettlementMonth } from "@shoreline/contract";

type Difference = SettlementMonth["differences"][number];

const numbers = new Intl.NumberFormat("en-IN");
const counted = (count: number, one: string) => `${numbers.format(count)} ${count === 1 ? one : `${one}s`}`;

/** What an import brought. */
export function importedText({ settlements, lines, changed }: Record<"settlements" | "lines" | "changed", number>) {
  if (lines === 0) return "The provider has settled nothing in this month yet.";
  if (changed === 0) return "Nothing new: all of this was imported before.";
  return `Imported ${counted(changed, "line")} of ${counted(settlements, "settlement")}.`;
}

export function mistakesText(count: number): string {
  return counted(count, "mistake");
}

/** 3 lines */
export function linesText(count: number): string {
  return counted(count, "line");
}

export const differenceText: Record<Difference["kind"], string> = {
  "not settled": "In no settlement after seven days",
  "unknown payment": "A payment that we do not know",
  "unknown refund": "A refund that we do not know",
  "another amount": "Another amount",
  "settled twice": "In two settlements",
  correction: "Correction by the provider",
};

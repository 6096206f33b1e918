import type { BookSum } from "@shoreline/contract";

type Amounts = Omit<BookSum, "documents">;

/** What credit notes take back. */
export function negative({ documents, ...amounts }: BookSum): BookSum {
  const turned = Object.entries(amounts).map(([name, paise]) => [name, 0 - paise]);
  return { documents, ...(Object.fromEntries(turned) as Amounts) };
}

/** The foot of a table is added up here, from what it shows, and then compared with what the server says. */
export function addUp<Row>(rows: Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

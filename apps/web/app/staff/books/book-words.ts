import type { BookDocument } from "@shoreline/contract";
import { leadSourceText } from "../leads/lead-words.ts";

const numbers = new Intl.NumberFormat("en-IN");

/** 1 document, 1,248 documents */
export function documentsText(count: number): string {
  return `${numbers.format(count)} ${count === 1 ? "document" : "documents"}`;
}

/** Who bought without asking anything first has no source. */
export function sourceText(source: string): string {
  const texts: Record<string, string> = { ...leadSourceText, unknown: "Not known" };
  return texts[source] ?? source;
}

export const kindText: Record<BookDocument["kind"], string> = { invoice: "Invoice", "credit note": "Credit note" };

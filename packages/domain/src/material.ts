export const materialKinds = ["file", "link", "snippet"] as const;
export type MaterialKind = (typeof materialKinds)[number];

export const mostMaterialsOfClass = 50;
export const mostMaterialsOfCourse = 200;
export const longestSnippet = 10_000;

const mostWords = 8;

/** What people type into a search, as words of a text search: each may go on, so that "work" finds "Worksheet". */
export function toSearch(typed: string): string | null {
  const words = typed.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length > 0
    ? words
        .slice(0, mostWords)
        .map((word) => `${word}:*`)
        .join(" & ")
    : null;
}

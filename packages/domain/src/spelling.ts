/** Finds what a visitor meant who has mistyped a search. */

/**
 * The words with slips of the keyboard corrected to known words, or null when none is corrected. A word that begins a known one
 * is right.
 */
export function correctWords(words: string[], known: string[]): string[] | null {
  const corrected = words.map((word) => closest(word, known) ?? word);
  return corrected.some((word, at) => word !== words[at]) ? corrected : null;
}

// In words of two letters, one slip changes too much.
const shortest = 3;
const longWord = 6;

function closest(word: string, known: string[]): string | null {
  if (word.length < shortest || known.some((one) => one.startsWith(word))) return null;
  const most = word.length < longWord ? 1 : 2;
  let best: { text: string; slips: number } | null = null;
  for (const text of known) {
    if (Math.abs(text.length - word.length) > most) continue;
    const slips = slipsBetween(word, text);
    if (slips <= most && slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { text, slips };
  }
  return best?.text ?? null;
}

/** How many letters were left out, added, mistaken, or swapped with their neighbour. */
export function slipsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const [above = [], twoAbove = []] = [rows[i - 1], rows[i - 2]];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (twoAbove[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows[i] = row;
  }
  return rows[a.length]?.[b.length] ?? 0;
}

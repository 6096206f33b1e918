type TextPart = { at: number; text: string; isMatch: boolean };

/** Cuts a text where it has one of the typed words. */
export function splitMatches(text: string, words: string): TextPart[] {
  const wanted = words.split(" ").filter(Boolean).map(literally);
  if (wanted.length === 0) return [{ at: 0, text, isMatch: false }];
  let at = 0;
  return text.split(new RegExp(`(${wanted.join("|")})`, "i")).flatMap((part, place) => {
    const from = at;
    at += part.length;
    // A pattern in brackets stays in the list, at every second place.
    return part ? [{ at: from, text: part, isMatch: place % 2 === 1 }] : [];
  });
}

function literally(word: string): string {
  const letters = [...word].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  // A phone number is shown in groups, and often typed without.
  return letters.join(/^\+?\d+$/.test(word) ? " ?" : "");
}

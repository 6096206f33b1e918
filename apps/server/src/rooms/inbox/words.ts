import { type SQL, sql } from "drizzle-orm";

/** Every word, from its beginning. A number may have spaces and a country code. */
export function contains(words: string, vector: SQL): SQL {
  const digits = words.replace(/[\s()+-]/g, "");
  const parts = /^\d{4,}$/.test(digits) ? [digits.slice(-10)] : words.split(/\s+/);
  const terms = parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).map(termOf);
  if (terms.length === 0) return sql`false`;
  // The index has small letters, as PostgreSQL writes them. A subquery, or it would take so many beginnings for half of the table
  // and read all of it.
  return sql`${vector} @@ (select lower(${terms.join(" & ")})::tsquery)`;
}

/**
 * The index splits some names and keeps others whole: O'Brien is two words in it, S.Kumar and an address are one. So each word
 * is looked up as it was typed, in its parts, and after an initial.
 */
function termOf(word: string): string {
  const parts = word.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const whole = [word, word.replaceAll("'", "’"), word.replaceAll("’", "'"), ...withInitials(word)];
  const found = [...new Set(whole)].map(beginning);
  return `(${[...found, `(${parts.map(beginning).join(" & ")})`].join(" | ")})`;
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

function withInitials(word: string): string[] {
  return /^[a-z]{2,}$/i.test(word) ? letters.map((letter) => `${letter}.${word}`) : [];
}

function beginning(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;
}

/** A pattern for what may be a part of an e-mail address: its beginning up to the @, or its domain. Null for other words. */
export function addressLike(words: string): string | null {
  const word = words.trim().toLowerCase();
  if (!/^\S*(@|\.[a-z]{2})\S*$/.test(word)) return null;
  const safe = word.replace(/[\\%_]/g, "\\$&");
  return /^[^@]+@/.test(word) ? `${safe}%` : `%@%${safe.replace(/^@/, "")}%`;
}

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { addressGrams, learnerWords } from "../../db/tables/account.ts";

const fewLearners = 2000;

/**
 * Whether a learner has these words in their name, number or address. Few learners are found by the index, and then the rows of each.
 * Where many have them, so do many rows of a list, and a page is found sooner by looking at one row after the other.
 */
export async function isOfLearnerWith(db: Db, words: string, learnerId: SQLWrapper): Promise<SQL> {
  const some = (most: number) => sql`(select id from learner where ${contains(words, learnerWords)} limit ${most})`;
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${some(fewLearners + 1)} found`,
  );
  const [{ count = 0 } = {}] = rows;
  return count > fewLearners
    ? sql`(select ${contains(words, learnerWords)} from learner where id = ${learnerId})`
    : sql`${learnerId} = any(array${some(fewLearners)})`;
}

/** Every word, from its beginning. A number may have spaces and a country code. */
export function contains(words: string, vector: SQL): SQL {
  const digits = words.replace(/[\s()+-]/g, "");
  const parts = words.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  const terms = /^\d{4,}$/.test(digits) ? [numberTerm(digits)] : parts.map(termOf);
  if (terms.length === 0) return sql`false`;
  // The index has small letters, as PostgreSQL writes them. A subquery, or it would take so many beginnings for half of the table
  // and read all of it.
  return sql`${vector} @@ (select lower(${terms.join(" & ")})::tsquery)`;
}

/** Somebody may still be typing it: with the country code, with a 0 in front, or without either. */
function numberTerm(digits: string): string {
  if (digits.length > 10) return beginning(digits.slice(-10));
  const bare = [digits, digits.replace(/^0+/, ""), digits.replace(/^91/, "")].filter((one) => one.length > 2);
  return `(${[...new Set(bare)].map(beginning).join(" | ")})`;
}

/**
 * The index splits some names and keeps others whole: O'Brien and K.R. are two words in it, an address is one, and 8e4f is the
 * number 8e4 and an f. So each word is looked up as it was typed and in its parts.
 */
function termOf(word: string): string {
  const parts = word.split(/[^\p{L}\p{M}\p{N}]+|(?<=^\d+e\d+)(?=\p{L})/iu).filter(Boolean);
  const whole = [word, word.replaceAll("'", "’"), word.replaceAll("’", "'")];
  const found = [...new Set(whole)].map(beginning);
  return `(${[...found, `(${parts.map(beginning).join(" & ")})`].join(" | ")})`;
}

function beginning(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;
}

/** Whether the words are a part of an e-mail address: its beginning up to the @, or of its domain. Null for other words. */
export function isInAddress(words: string, address: SQL): SQL | null {
  const word = words.trim().toLowerCase();
  if (!/^\S*(@|\.[a-z]{2})\S*$/.test(word)) return null;
  const rest = word.replace(/^@/, "");
  const isBeginning = /^[^@]+@/.test(word);
  const isShort = rest.length < gramLength;
  // Most addresses end alike: the end of a domain would only make the index work.
  const named = rest.replace(/\.[^.]*$/, "");
  const ofDomain = named.length < gramLength ? rest : named;
  const grams = gramsOf(isBeginning ? `^${word}` : isShort ? `@${rest}` : ofDomain);
  if (grams.length === 0) return null;
  const safe = rest.replace(/[\\%_]/g, "\\$&");
  const pattern = isBeginning ? `${safe}%` : isShort ? `%@${safe}%` : `%@%${safe}%`;
  return sql`(${addressGrams(address)} @> ${sql.param(grams)}::text[] and lower(${address}) like ${pattern})`;
}

const gramLength = 3;

/** As `address_grams` of the database splits an address. */
function gramsOf(text: string): string[] {
  const letters = [...text];
  const count = Math.max(letters.length - gramLength + 1, 0);
  return [...new Set(Array.from({ length: count }, (_, n) => letters.slice(n, n + gramLength).join("")))];
}

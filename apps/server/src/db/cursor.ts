import { Refusal } from "@shoreline/contract";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";

/** Where a page of a list ends: the value that it is sorted by, and the id. */
type Cursor = { key: string; id: string };

export const notAnEnd = "This is not the end of a page";

/** PostgreSQL cannot compare with the others. */
const isText = (key: string) => key.isWellFormed() && !key.includes("\0");
const Key = z.string().max(400).refine(isText);

export function writeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

export function readCursor(text: string, Id: z.ZodType<string> = z.uuid()): Cursor {
  try {
    const [key, id] = z.tuple([Key, Id.refine(isText)]).parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { key, id };
  } catch {
    throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
  }
}

/** For lists in the order of a moment, which is exact in microseconds. */
export const inTime = (column: SQL) => ({
  column,
  key: sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`,
  from(key: string) {
    if (!/^\d{1,17}$/.test(key)) throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
    return sql`(timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond')`;
  },
});

type InTime = ReturnType<typeof inTime>;

/** What comes after the end of a page, when the latest come first. */
export function isBefore({ column, from }: InTime, idColumn: SQLWrapper, after: string): SQL {
  const { key, id } = readCursor(after);
  return sql`(${column}, ${idColumn}) < (${from(key)}, ${id}::uuid)`;
}

/** The same when the earliest come first. */
export function isAfter({ column, from }: InTime, idColumn: SQLWrapper, after: string): SQL {
  const { key, id } = readCursor(after);
  return sql`(${column}, ${idColumn}) > (${from(key)}, ${id}::uuid)`;
}

/** Of rows that were read with one more than a page has. */
export function cutPage<Row extends { key: string; id: string }>(rows: Row[], size: number) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last ? writeCursor(last) : null };
}

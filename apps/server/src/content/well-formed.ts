import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Logger } from "pino";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import type { ContentKind } from "./kind.ts";

/** A date of our time, in a row or as JSON. */
export const Moment = z
  .union([z.date(), z.iso.datetime().transform((text) => new Date(text))])
  .refine((date) => date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 10_000, "must be a date of our time");

type Shape<Row> = {
  kind: string;
  /** How staff know the row: its key. */
  key(row: Row): string;
  schema: z.ZodType;
};

/**
 * Leaves out rows whose columns do not have the form that pages need: somebody has changed them by hand. The others are shown.
 * Staff see the broken ones on the health page.
 */
export function keepWellFormed<Row>(log: Logger, shape: Shape<NoInfer<Row>>, rows: Row[]): Row[] {
  return rows.filter((row) => isWellFormed(log, shape, row));
}

export function isWellFormed<Row>(log: Logger, { kind, key, schema }: Shape<NoInfer<Row>>, row: Row): boolean {
  const parsed = schema.safeParse(row);
  if (!parsed.success) log.error({ kind, key: key(row), problem: problemOf(parsed.error) }, "a broken row is left out");
  return parsed.success;
}

export function hasWellFormed({ schema }: { schema: z.ZodType }, rows: unknown[]): boolean {
  return rows.some((row) => schema.safeParse(row).success);
}

export type BrokenRow = { kind: string; key: string; problem: string };

/** Every stored item that pages leave out. */
export async function findBroken(db: Db, kinds: ContentKind[]): Promise<BrokenRow[]> {
  const lists = await Promise.all(
    kinds.map(async ({ name, list, schema }) => ({ name, schema, items: await list(db) })),
  );
  return lists.flatMap(({ name, schema, items }) =>
    [...items].flatMap(([key, values]) => {
      const parsed = (typeof schema === "function" ? schema(key) : schema)?.safeParse(values);
      return !parsed || parsed.success ? [] : [{ kind: name, key, problem: problemOf(parsed.error) }];
    }),
  );
}

/** A quick look for rows that are not content and that handlers leave out, without reading them all. */
export type RecordCheck = { kind: string; table: PgTable; key: PgColumn; isBroken: SQL; problem: string };

export async function findBrokenRecords(db: Db, checks: RecordCheck[]): Promise<BrokenRow[]> {
  const lists = await Promise.all(
    checks.map(async ({ kind, table, key, isBroken, problem }) => {
      const rows = await db
        .select({ key: sql<string>`${key}::text` })
        .from(table)
        .where(isBroken)
        .limit(maxRecords);
      return rows.map((row) => ({ kind, key: row.key, problem }));
    }),
  );
  return lists.flat();
}

const maxRecords = 20;

function problemOf({ issues }: z.ZodError): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join(".") || "the whole"}: ${message}`)
    .join("; ");
}

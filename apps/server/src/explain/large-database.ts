import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";

/** What PostgreSQL knows about a table of the large model. The files have a page of 8 KB for each of `pages`. */
type Relation = { pages: number; rows: number };
export type Column = { nulls: number; width: number; distinct: number; order: number | null; common?: Common };
type Common = { values: string; shares: string };
export type Statistics = {
  tables: Record<string, Relation & { columns: Record<string, Column> }>;
  indexes: Record<string, Relation & { columns: Record<string, Column> }>;
};

export const statisticsFile = path.join(import.meta.dirname, "statistics.json");

export function readStatistics(): Statistics {
  return JSON.parse(readFileSync(statisticsFile, "utf8")) as Statistics;
}

/**
 * Makes an empty database look like the large one to the planner: it believes the statistics, and the size of the files. These
 * get holes, which take no room on the disk. Nothing may read or write such a table.
 */
export async function makeLarge(pool: pg.Pool, { tables, indexes }: Statistics): Promise<void> {
  const { rows: found } = await pool.query<{ name: string; file: string }>(
    `select relname as name, current_setting('data_directory') || '/' || pg_relation_filepath(oid) as file from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  );
  const fileOf = new Map(found.map(({ name, file }) => [name, file]));
  for (const [name, { pages, rows, columns }] of Object.entries({ ...tables, ...indexes })) {
    const file = fileOf.get(name);
    if (!file) continue;
    extend(file, pages);
    await pool.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', $2::int, 'reltuples', $3::real,
         'relallvisible', $2::int)`,
      [name, pages, rows],
    );
    for (const [column, known] of Object.entries(columns)) await describeColumn(pool, { name, column, known });
  }
}

const pageBytes = 8192;
const pagesPerFile = (1024 * 1024 * 1024) / pageBytes;

/** PostgreSQL cuts a table into files of one gigabyte. */
function extend(file: string, pages: number): void {
  for (let at = 0; at * pagesPerFile < pages; at++) {
    const segment = at === 0 ? file : `${file}.${at}`;
    if (at > 0) writeFileSync(segment, "");
    truncateSync(segment, Math.min(pages - at * pagesPerFile, pagesPerFile) * pageBytes);
  }
}

type Described = { name: string; column: string; known: Column };

async function describeColumn(pool: pg.Pool, { name, column, known }: Described): Promise<void> {
  const { nulls, width, distinct, order, common } = known;
  // A column of an index has no name of its own that stays: it is told by its number.
  const which = /^\d+$/.test(column) ? "'attnum', $2::smallint" : "'attname', $2::text";
  const commonly = common ? ", 'most_common_vals', $7::text, 'most_common_freqs', $8::real[]" : "";
  await pool.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, ${which}, 'inherited', false, 'null_frac', $3::real,
       'avg_width', $4::int, 'n_distinct', $5::real, 'correlation', $6::real${commonly})`,
    [name, column, nulls, width, distinct, order ?? 0, ...(common ? [common.values, common.shares] : [])],
  );
}

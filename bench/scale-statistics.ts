import { writeFileSync } from "node:fs";
import type { Pool } from "pg";
import { type Column, type Statistics, statisticsFile } from "../apps/server/src/explain/large-database.ts";

/** Smaller ones are read as a whole in a moment. */
const fewestRows = 5000;

/** Writes what PostgreSQL knows about the large database, for the test of the plans. */
export async function writeStatistics(pool: Pool): Promise<void> {
  const statistics: Statistics = { tables: {}, indexes: {} };
  const { rows: relations } = await pool.query<{ name: string; isIndex: boolean; pages: number; rows: number }>(
    `select c.relname as name, c.relkind = 'i' as "isIndex", c.relpages as pages, c.reltuples::float8 as rows
     from pg_class c left join pg_index x on x.indexrelid = c.oid join pg_class t on t.oid = coalesce(x.indrelid, c.oid)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and t.reltuples >= $1 order by 1`,
    [fewestRows],
  );
  for (const { name, isIndex, pages, rows } of relations)
    statistics[isIndex ? "indexes" : "tables"][name] = { pages, rows: Math.round(rows), columns: {} };
  const { rows: columns } = await pool.query<Known>(
    `select s.tablename as relation, s.attname as column, a.attnum as number, s.null_frac as nulls, s.avg_width as width, s.n_distinct as distinct,
       s.correlation as order, s.most_common_vals::text as values, s.most_common_freqs::text as shares
     from pg_stats s join pg_attribute a on a.attrelid = format('public.%I', s.tablename)::regclass and a.attname = s.attname
     where s.schemaname = 'public' order by 1, 3`,
  );
  for (const known of columns) {
    const relation = statistics.tables[known.relation] ?? statistics.indexes[known.relation];
    const isOfIndex = known.relation in statistics.indexes;
    if (relation) relation.columns[isOfIndex ? String(known.number) : known.column] = shorten(known);
  }
  writeFileSync(statisticsFile, `${JSON.stringify(statistics, null, 2)}\n`);
}

type Known = Column & {
  relation: string;
  column: string;
  number: number;
  values: string | null;
  shares: string | null;
};

function shorten({ nulls, width, distinct, order, values, shares }: Known): Column {
  const short: Column = {
    nulls: round(nulls),
    width,
    distinct: round(distinct),
    order: order === null ? null : round(order),
  };
  // The others have as many values as rows, or nearly so: how often one of them stands there says nothing.
  if (values && shares && distinct > 0 && distinct <= 12) short.common = { values, shares };
  return short;
}

const round = (value: number) => Number(value.toPrecision(3));

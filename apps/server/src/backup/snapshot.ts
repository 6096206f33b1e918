import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { StartError } from "../start-error.ts";
import { hashInto } from "./hash.ts";
import { type Manifest, quoted, type Table } from "./manifest.ts";
import { listOthers, productTables } from "./product-tables.ts";

export type Snapshot = Pick<Manifest, "migrations" | "tables" | "sequences"> & {
  /** What lies beside our tables, and is not in the backup. */
  others: string[];
};

/** Copies all rows of one moment to files in the folder `tables`, while the product keeps running. */
export async function copyTables({ pool, folder }: { pool: pg.Pool; folder: string }): Promise<Snapshot> {
  fs.mkdirSync(path.join(folder, "tables"));
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0");
    // Other settings of the server would write the same values in other ways, and a check of the backup compares the text.
    await client.query(
      "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1",
    );
    const { rows: found } = await client.query("select to_regclass('public.migration') as migration");
    if (!found[0]?.migration)
      throw new StartError("The database is empty. Start the product once with npm start, then try again.");
    const migrations = await client.query<{ tag: string }>("select tag from migration order by tag");
    const tables: Table[] = [];
    for (const table of inOrder(await listTables(client), await listReferences(client))) {
      tables.push(await copyOut(client, { ...table, folder }));
    }
    const snapshot = {
      migrations: migrations.rows.map((row) => row.tag),
      tables,
      sequences: await listSequences(client),
      others: await listOthers(client),
    };
    await client.query("commit");
    return snapshot;
  } finally {
    client.release(true);
  }
}

type Listed = { schema: string; name: string; columns: string[] };

const queueTables = ["_private_tasks", "_private_job_queues", "_private_jobs", "_private_known_crontabs"];

/** Our tables and the waiting jobs. Rate-limit counts are not worth a backup. */
async function listTables(client: pg.ClientBase): Promise<Listed[]> {
  const own = productTables().filter((name) => name !== "migration" && name !== "rate_limit");
  return (await listColumns(client)).filter(({ schema, name }) =>
    (schema === "public" ? own : queueTables).includes(name),
  );
}

/** The tables of `public` and of the job queue with the columns that can be filled. */
export async function listColumns(client: pg.ClientBase): Promise<Listed[]> {
  const { rows } = await client.query<Listed>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

async function listReferences(client: pg.ClientBase): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select a.relname as from, b.relname as to from pg_constraint k join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
     where k.contype = 'f' and a.oid <> b.oid and a.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  const references = new Map<string, Set<string>>();
  for (const { from, to } of rows) references.set(from, (references.get(from) ?? new Set()).add(to));
  return references;
}

/** The counters behind the columns of our tables. */
async function listSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<Manifest["sequences"][number]>(
    `select quote_ident(s.schemaname) || '.' || quote_ident(s.sequencename) as name, s.last_value::text as value
     from pg_sequences s
     join pg_namespace n on n.nspname = s.schemaname
     join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid
     where s.last_value is not null
       and (s.schemaname = 'graphile_worker' or s.schemaname = 'public' and t.relname = any ($1::text[]))
     order by 1`,
    [productTables()],
  );
  return rows;
}

/** Referenced tables come first, so that a restore can fill them in the same order. */
function inOrder(tables: Listed[], references: Map<string, Set<string>>): Listed[] {
  const ordered: Listed[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const waiting = new Set(rest.map((table) => table.name));
    const next = rest.filter((table) => ![...(references.get(table.name) ?? [])].some((name) => waiting.has(name)));
    if (next.length === 0) throw new Error(`These tables reference each other in a circle: ${[...waiting].join(", ")}`);
    ordered.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}

async function copyOut(
  client: pg.ClientBase,
  { folder, schema, name, columns }: Listed & { folder: string },
): Promise<Table> {
  const file = `tables/${schema}.${name}.copy`;
  const out = client.query(copyTo(copyStatement({ schema, name, columns })));
  const { sha256 } = await hashInto(out, path.join(folder, file));
  await client.query("select"); // the number of rows comes after the last row, and before the answer to another query
  return { schema, name, columns, rows: out.rowCount, file, sha256 };
}

export function copyStatement({ schema, name, columns }: Listed): string {
  return `copy ${quoted(schema, name)} (${columns.map((column) => quoted(column)).join(", ")}) to stdout`;
}

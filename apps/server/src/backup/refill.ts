import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { applyMigrations, migrations } from "../db/migrate.ts";
import { type Manifest, quoted, type Table } from "./manifest.ts";
import { listColumns } from "./snapshot.ts";

type Options = {
  manifest: Manifest;
  folder: string;
  /** Called after each table, with all columns that the backup has. */
  afterTable?: ((table: Table) => Promise<void>) | undefined;
};

/**
 * Fills an empty schema: migrates to the version of the backup, copies the rows, and migrates to our version. Returns what the
 * backup has and its version of the product does not know, such as a table of somebody else.
 */
export async function refill(client: pg.ClientBase, { manifest, folder, afterTable }: Options): Promise<string[]> {
  await applyMigrations(
    client,
    migrations().filter((migration) => manifest.migrations.includes(migration.tag)),
  );
  await client.query(
    "truncate graphile_worker._private_jobs, graphile_worker._private_job_queues, graphile_worker._private_tasks, graphile_worker._private_known_crontabs",
  );
  const known = new Map((await listColumns(client)).map((table) => [`${table.schema}.${table.name}`, table.columns]));
  const leftOut: string[] = [];
  // Rows that come back are not new: the inbox has them already.
  await client.query("select set_config('shoreline.is_restoring', 'yes', false)");
  for (const table of manifest.tables) {
    const columns = known.get(`${table.schema}.${table.name}`);
    if (columns) leftOut.push(...(await copyIn(client, table, { folder, columns, afterTable })));
    else leftOut.push(`table ${table.schema}.${table.name}`);
  }
  await client.query("select set_config('shoreline.is_restoring', '', false)");
  for (const sequence of manifest.sequences)
    if (!(await setSequence(client, sequence))) leftOut.push(`sequence ${sequence.name}`);
  // The workers that had locked jobs at the time of the backup no longer exist.
  await client.query(
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null; update graphile_worker._private_job_queues set locked_at = null, locked_by = null",
  );
  await applyMigrations(client, migrations());
  return leftOut;
}

type Into = Pick<Options, "folder" | "afterTable"> & { columns: string[] };

async function copyIn(client: pg.ClientBase, table: Table, { folder, columns, afterTable }: Into): Promise<string[]> {
  const place = quoted(table.schema, table.name);
  const unknown = table.columns.filter((column) => !columns.includes(column));
  // COPY cannot skip a column, so the unknown ones exist for as long as it takes.
  for (const column of unknown) await client.query(`alter table ${place} add column ${quoted(column)} text`);
  const into = client.query(
    copyFrom(`copy ${place} (${table.columns.map((column) => quoted(column)).join(", ")}) from stdin`),
  );
  await pipeline(fs.createReadStream(path.join(folder, table.file)), into);
  if (into.rowCount !== table.rows) throw new Error(`${place}: restored ${into.rowCount} of ${table.rows} rows.`);
  await afterTable?.(table);
  for (const column of unknown) await client.query(`alter table ${place} drop column ${quoted(column)}`);
  return unknown.map((column) => `column ${table.schema}.${table.name}.${column}`);
}

async function setSequence(client: pg.ClientBase, { name, value }: Manifest["sequences"][number]): Promise<boolean> {
  const { rowCount } = await client.query(
    "select setval(found, $2::bigint) from to_regclass($1) as found where found is not null",
    [name, value],
  );
  return rowCount === 1;
}

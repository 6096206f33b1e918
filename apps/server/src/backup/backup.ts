import { createHash } from "node:crypto";
import fs from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import * as tar from "tar";
import { makeFolders } from "../db/data-folder.ts";
import { StartError } from "../start-error.ts";
import { encrypt } from "./encryption.ts";
import { type Manifest, quoted, type Table } from "./manifest.ts";

type Options = {
  pool: pg.Pool;
  filesFolder: string | null;
  target: string;
  now: Date;
  /** The public key to encrypt for; without one the backup is not encrypted. */
  recipient?: string | undefined;
};

/** Writes one consistent snapshot of everything to one file, while the product keeps running. */
export async function makeBackup({ pool, filesFolder, target, now, recipient }: Options): Promise<Manifest> {
  const folder = await makeWorkFolder(target);
  try {
    const manifest = await collect({ pool, filesFolder, folder, now });
    await writeFile(path.join(folder, "manifest.json"), JSON.stringify(manifest, null, 2));
    const partial = path.join(folder, "partial");
    const parts = ["manifest.json", "tables", ...(manifest.files === null ? [] : ["files"])];
    const packed = tar.create({ gzip: true, portable: true, cwd: folder }, parts);
    const bytes = recipient ? await encrypt(packed, recipient) : packed;
    await pipeline(Readable.from(bytes), fs.createWriteStream(partial, { mode: 0o600 })); // it contains personal data
    await rename(partial, target);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Next to the target, so that the finished file only needs a rename. mkdtemp makes it 0700: it holds tables in the clear. */
async function makeWorkFolder(target: string): Promise<string> {
  try {
    if (fs.existsSync(target) && !fs.statSync(target).isFile()) throw new Error("it is a folder");
    makeFolders(path.dirname(target));
    return await mkdtemp(`${target}-`);
  } catch (error) {
    throw new StartError(`The backup cannot be written to ${target}: ${(error as Error).message}`);
  }
}

async function collect({
  pool,
  filesFolder,
  folder,
  now,
}: Omit<Options, "target" | "recipient"> & { folder: string }): Promise<Manifest> {
  fs.mkdirSync(path.join(folder, "tables"));
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0");
    const migrations = await client.query<{ tag: string }>("select tag from migration order by tag");
    const tables: Table[] = [];
    for (const table of inOrder(await listTables(client), await listReferences(client))) {
      tables.push(await copyOut(client, { ...table, folder }));
    }
    const sequences = await client.query<{ name: string; value: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
       from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null`,
    );
    await client.query("commit");
    // After the rows: then no row names a missing file, and an extra file does no harm.
    const files = filesFolder === null ? null : copyFiles(filesFolder, path.join(folder, "files"));
    return {
      format: 1,
      madeAt: now.toISOString(),
      migrations: migrations.rows.map((row) => row.tag),
      tables,
      sequences: sequences.rows,
      files,
    };
  } finally {
    client.release(true);
  }
}

type Listed = { schema: string; name: string; columns: string[] };

/** Our tables and the waiting jobs. Rate-limit counts are not worth a backup. */
async function listTables(client: pg.ClientBase): Promise<Listed[]> {
  const { rows } = await client.query<Listed>(
    `select t.table_schema as schema, t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (t.table_schema = 'public' and t.table_name not in ('migration', 'rate_limit')
         or t.table_schema = 'graphile_worker' and t.table_name in ('_private_tasks', '_private_job_queues', '_private_jobs', '_private_known_crontabs'))
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

async function listReferences(client: pg.ClientBase): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select a.relname as from, b.relname as to from pg_constraint k join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
     where k.contype = 'f' and a.oid <> b.oid`,
  );
  const references = new Map<string, Set<string>>();
  for (const { from, to } of rows) references.set(from, (references.get(from) ?? new Set()).add(to));
  return references;
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
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(part, _encoding, done) {
      hash.update(part);
      done(null, part);
    },
  });
  const out = client.query(
    copyTo(`copy ${quoted(schema, name)} (${columns.map((column) => quoted(column)).join(", ")}) to stdout`),
  );
  await pipeline(out, hashing, fs.createWriteStream(path.join(folder, file)));
  await client.query("select"); // the number of rows comes after the last row, and before the answer to another query
  return { schema, name, columns, rows: out.rowCount, file, sha256: hash.digest("hex") };
}

function copyFiles(from: string, to: string): number {
  fs.mkdirSync(to);
  if (!fs.existsSync(from)) return 0;
  fs.cpSync(from, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE, preserveTimestamps: true });
  return fs.readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

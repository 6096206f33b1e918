import { createHash } from "node:crypto";
import fs from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import * as tar from "tar";
import { applyMigrations, migrations } from "../db/migrate.ts";
import { grantRights, refuseSharedOwnership } from "../db/roles.ts";
import { personal } from "../house.ts";
import { StartError } from "../start-error.ts";
import { afterRestore, readErasures } from "./after-restore.ts";
import { decrypt, isEncrypted, readIdentities, WrongIdentity } from "./encryption.ts";
import { Manifest, quoted, type Table } from "./manifest.ts";

type Options = {
  pool: pg.Pool;
  filesFolder: string | null;
  source: string;
  mayReplace: boolean;
  /** The account of the running product, when it is not the one that restores. */
  role?: string | null;
  /** The file with the key, for a backup that is encrypted. */
  identityFile?: string | undefined;
};

/** Restores a backup completely or not at all: the database changes in one transaction. */
export async function restoreBackup({
  pool,
  filesFolder,
  source,
  mayReplace,
  role = null,
  identityFile,
}: Options): Promise<Manifest> {
  if (!fs.existsSync(source)) throw new StartError(`There is no file ${source}.`);
  const folder = await mkdtemp(`${path.resolve(source)}-`);
  try {
    const manifest = await unpack({ source, folder, identityFile });
    await runMigrations({ pgPool: pool });
    await refill({ pool, manifest, folder, mayReplace, role });
    if (filesFolder !== null && manifest.files !== null) await swapFolder(path.join(folder, "files"), filesFolder);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Packed = { source: string; folder: string; identityFile: string | undefined };

async function unpack({ source, folder, identityFile }: Packed): Promise<Manifest> {
  const broken = (why: string) =>
    new StartError(`${path.basename(source)} is not a complete backup: ${why}. Nothing was changed.`);
  const archive = isEncrypted(source) ? path.join(folder, "decrypted.tar.gz") : source;
  if (archive !== source) await decryptWith({ source, target: archive, identityFile, broken });
  try {
    // The asynchronous form keeps writing for a while after it has failed.
    tar.extract({ file: archive, cwd: folder, strict: true, sync: true });
  } catch (error) {
    throw broken((error as Error).message);
  }
  const file = path.join(folder, "manifest.json");
  if (!fs.existsSync(file)) throw broken("it has no manifest.json");
  const parsed = Manifest.safeParse(parseJson(fs.readFileSync(file, "utf8")));
  if (!parsed.success) throw broken("its manifest.json is not valid");
  for (const table of parsed.data.tables) {
    const hash = createHash("sha256");
    await pipeline(fs.createReadStream(path.join(folder, table.file)), hash).catch((error) => {
      throw broken(error.message);
    });
    if (hash.digest("hex") !== table.sha256) throw broken(`${table.file} was changed`);
  }
  const known = new Set(migrations().map((migration) => migration.tag));
  const unknown = parsed.data.migrations.find((tag) => !known.has(tag));
  if (unknown)
    throw new StartError(
      `This backup was made by a newer version of the product (it has migration ${unknown}). Update the product first. Nothing was changed.`,
    );
  return parsed.data;
}

type Encrypted = {
  source: string;
  target: string;
  identityFile: string | undefined;
  broken(why: string): StartError;
};

async function decryptWith({ source, target, identityFile, broken }: Encrypted): Promise<void> {
  const name = path.basename(source);
  if (!identityFile)
    throw new StartError(
      `${name} is encrypted. Set BACKUP_IDENTITY_FILE to the file with its AGE-SECRET-KEY. Nothing was changed.`,
    );
  const identities = await readIdentities(identityFile);
  await decrypt({ source, target, identities }).catch((error) => {
    throw error instanceof WrongIdentity
      ? new StartError(`${name} is encrypted for another key than the one in ${identityFile}. Nothing was changed.`)
      : broken("it is damaged or was cut off");
  });
}

async function refill({
  pool,
  manifest,
  folder,
  mayReplace,
  role,
}: {
  pool: pg.Pool;
  manifest: Manifest;
  folder: string;
  mayReplace: boolean;
  role: string | null;
}) {
  const client = await pool.connect();
  try {
    await client.query("begin; set local statement_timeout = 0");
    await refuseWhileInUse(client);
    if (role !== null) await refuseSharedOwnership(client, role);
    if (!mayReplace) await refuseUnlessEmpty(client);
    const erasures = await readErasures(client);
    await client.query("drop schema public cascade; create schema public");
    await applyMigrations(
      client,
      migrations().filter((migration) => manifest.migrations.includes(migration.tag)),
    );
    await client.query(
      "truncate graphile_worker._private_jobs, graphile_worker._private_job_queues, graphile_worker._private_tasks, graphile_worker._private_known_crontabs",
    );
    for (const table of manifest.tables) await copyIn(client, table, folder);
    for (const { name, value } of manifest.sequences)
      await client.query("select setval($1::regclass, $2::bigint)", [name, value]);
    // The workers that had locked jobs at the time of the backup no longer exist.
    await client.query(
      "update graphile_worker._private_jobs set locked_at = null, locked_by = null; update graphile_worker._private_job_queues set locked_at = null, locked_by = null",
    );
    await applyMigrations(client, migrations());
    await afterRestore(client, { erasures, places: personal, since: new Date(manifest.madeAt) });
    if (role !== null) await grantRights(client, role);
    await client.query("commit");
  } finally {
    client.release(true); // an open transaction ends with its connection
  }
}

/** PostgreSQL hides the type of a connection from an ordinary account when the connection is another account's. */
async function refuseWhileInUse(client: pg.ClientBase) {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
       and coalesce(backend_type, 'client backend') = 'client backend'
       and application_name is distinct from current_setting('application_name')`,
  );
  if (rows[0]?.others) throw new StartError("The database is in use. Stop the product first. Nothing was changed.");
}

async function refuseUnlessEmpty(client: pg.ClientBase) {
  const { rows } = await client.query<{ filled: string | null }>(
    "select to_regclass('public.institute')::text as filled",
  );
  if (!rows[0]?.filled) return;
  const { rowCount } = await client.query("select from institute limit 1");
  if (rowCount)
    throw new StartError(
      "The database is not empty. Add --replace to replace everything in it with the backup. Nothing was changed.",
    );
}

async function copyIn(client: pg.ClientBase, { schema, name, columns, rows, file }: Table, folder: string) {
  const into = client.query(
    copyFrom(`copy ${quoted(schema, name)} (${columns.map((column) => quoted(column)).join(", ")}) from stdin`),
  );
  await pipeline(fs.createReadStream(path.join(folder, file)), into);
  if (into.rowCount !== rows) throw new Error(`${schema}.${name}: restored ${into.rowCount} of ${rows} rows.`);
}

async function swapFolder(fresh: string, folder: string) {
  const beside = `${folder}.restored`;
  await rm(beside, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  fs.cpSync(fresh, beside, { recursive: true, preserveTimestamps: true });
  const old = `${folder}.old`;
  if (fs.existsSync(folder)) await rename(folder, old);
  await rename(beside, folder);
  await rm(old, { recursive: true, force: true });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

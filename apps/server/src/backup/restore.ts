import path from "node:path";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { grantRights, refuseSharedOwnership } from "../db/roles.ts";
import { personal } from "../house.ts";
import { StartError } from "../start-error.ts";
import { afterRestore, readErasures, readOpenWebhooks, readRevokedKeys } from "./after-restore.ts";
import type { Manifest } from "./manifest.ts";
import { listOthers } from "./product-tables.ts";
import { refill } from "./refill.ts";
import { keepSigningKeys, readSigningKeys } from "./signing-keys.ts";
import type { StoredFiles } from "./stored-files.ts";
import { type Source, type Unpacked, unpack } from "./unpack.ts";
import { withWorkFolder } from "./work-folder.ts";

type Options = {
  pool: pg.Pool;
  source: Source;
  /** Null to leave the files as they are. */
  files: StoredFiles | null;
  mayReplace: boolean;
  /** Whether what is not the product's may be dropped from the schema `public`. */
  mayDropOthers?: boolean;
  /** The account of the running product, when it is not the one that restores. */
  role?: string | null;
};

export type Restored = Unpacked & { leftOut: string[] };

/** Restores a backup completely or not at all: the database changes in one transaction. */
export async function restoreBackup({ pool, source, files, ...rights }: Options): Promise<Restored> {
  return withWorkFolder(source.workIn, async (folder) => {
    const unpacked = await unpack({ ...source, folder, isFetching: files !== null });
    const content = path.join(folder, "content");
    await runMigrations({ pgPool: pool });
    const client = await pool.connect();
    try {
      await client.query("begin; set local statement_timeout = 0");
      const leftOut = await replaceAll(client, { manifest: unpacked.manifest, folder: content, ...rights });
      const keys = unpacked.manifest.files?.map(({ key }) => key);
      const finish = files && keys && (await files.replace(path.join(content, "files"), keys));
      await client.query("commit");
      await finish?.();
      return { ...unpacked, leftOut };
    } finally {
      client.release(true); // an open transaction ends with its connection
    }
  });
}

type Replace = Pick<Options, "mayReplace" | "mayDropOthers" | "role"> & { manifest: Manifest; folder: string };

async function replaceAll(
  client: pg.ClientBase,
  { manifest, folder, role = null, ...may }: Replace,
): Promise<string[]> {
  await refuseWhileInUse(client);
  if (role !== null) await refuseSharedOwnership(client, role);
  if (!may.mayReplace) await refuseUnlessEmpty(client);
  const erasures = await readErasures(client);
  const revokedKeys = await readRevokedKeys(client);
  const openWebhooks = await readOpenWebhooks(client);
  const signingKeys = await readSigningKeys(client);
  if (await hasTable(client, "migration")) {
    if (!may.mayDropOthers) await refuseOthers(client);
    await client.query("drop schema public cascade; create schema public");
  }
  const leftOut = await refill(client, { manifest, folder });
  await afterRestore(client, {
    erasures,
    revokedKeys,
    openWebhooks,
    places: personal,
    since: new Date(manifest.madeAt),
  });
  await keepSigningKeys(client, signingKeys);
  if (role !== null) await grantRights(client, role);
  return leftOut;
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
  if (!(await hasTable(client, "institute"))) return;
  const { rowCount } = await client.query("select from institute limit 1");
  if (rowCount)
    throw new StartError(
      "The database is not empty. Add --replace to replace everything in it with the backup. Nothing was changed.",
    );
}

/** Of a newer version of the product we cannot know which tables are its own, so they count as others too. */
async function refuseOthers(client: pg.ClientBase) {
  const others = await listOthers(client);
  if (others.length > 0)
    throw new StartError(
      `The restore would drop what is not in the backup: ${others.join(", ")}. Move it to another schema, or add --drop-others. Nothing was changed.`,
    );
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('public.' || $1) as found", [name]);
  return rows[0]?.found !== null;
}

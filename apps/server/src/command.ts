import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { type Config, readConfig } from "./config.ts";
import { noTimeouts, openDatabase, waitForDatabase } from "./db/connect.ts";
import { makeSocketFolder } from "./db/data-folder.ts";
import { provideDatabase } from "./db/provide.ts";
import { appRole, grantRights, withClient } from "./db/roles.ts";
import { StartError } from "./start-error.ts";

/** Runs a command from the terminal. A mistake of the operator is reported in one line. */
export async function withConfig(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig({ env: process.env, envFile: ".env" }));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

type Pool = ReturnType<typeof openDatabase>["pool"];

type Access = {
  /** Shown to operators in pg_stat_activity. */
  name: string;
  /** Whether the command may use the PostgreSQL of a running product, or needs the database for itself. */
  mayShare: boolean;
  /** Whether the command works as the owner of the tables, or as the running product does. */
  isOwner?: boolean;
};

export async function withDatabase(
  config: Config,
  { name, mayShare, isOwner = false }: Access,
  work: (pool: Pool) => Promise<void>,
): Promise<void> {
  // A restore may fill a new folder.
  if (mayShare) refuseWithoutDatabase(config);
  const settings = { ...noTimeouts, application_name: `shoreline ${name}` };
  const socketFolder = makeSocketFolderIfAny(config);
  if (mayShare && socketFolder && fs.existsSync(path.join(socketFolder, ".s.PGSQL.5432"))) {
    const user = isOwner ? "postgres" : appRole;
    const shared = openDatabase({ host: socketFolder, user, database: "postgres", ...settings });
    const isUp = await shared.pool.query("select 1").then(
      () => true,
      () => false,
    );
    if (isUp) return work(shared.pool).finally(() => shared.pool.end());
    await shared.pool.end();
  }
  const database = await provideDatabase(config, () => {});
  const { pool } = openDatabase({ ...(isOwner ? database.owner : database.connection), ...settings });
  const setting = isOwner && config.databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL";
  try {
    await waitForDatabase(pool, { seconds: 5, setting });
    if (!isOwner) await refuseWithoutTables(database.owner);
    // The product may not have been started yet since an update that brought tables or the role.
    if (!isOwner && !config.databaseUrl) await withClient(database.owner, (owner) => grantRights(owner, appRole));
    await work(pool);
  } finally {
    await pool.end();
    await database.close();
  }
}

/** Before a mistyped DATA_DIR becomes a new folder with an empty database. */
function refuseWithoutDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || fs.existsSync(path.join(dataDir, "pg"))) return;
  throw new StartError(
    `There is no database in ${dataDir}. Check DATA_DIR. If it is right, start the product once with npm start, then try again.`,
  );
}

async function refuseWithoutTables(owner: pg.ClientConfig): Promise<void> {
  const { rows } = await withClient(owner, (client) =>
    client.query(
      "select to_regclass('public.migration') is not null and to_regnamespace('graphile_worker') is not null as ok",
    ),
  );
  if (!rows[0]?.ok)
    throw new StartError("The database is empty. Start the product once with npm start, then try again.");
}

function makeSocketFolderIfAny(config: Config): string | undefined {
  return config.databaseUrl || !fs.existsSync(config.dataDir) ? undefined : makeSocketFolder(config.dataDir);
}

import type pg from "pg";
import type { Config } from "../config.ts";
import { keepFilesPrivate, lockDataFolder, makeDataFolder, makeSocketFolder } from "./data-folder.ts";
import { startPostgres } from "./embedded.ts";
import { appRole, makeAppRole } from "./roles.ts";

/** Reports progress to the person at the terminal. */
export type Progress = (step: string, detail: string) => void;

export type RunningDatabase = {
  /** For the running product. */
  connection: pg.PoolConfig;
  /** For migrations, backups and restores. The same object where one account does everything. */
  owner: pg.PoolConfig;
  ended: Promise<string>;
  close(): Promise<void>;
};

/** The database named by DATABASE_URL, or the built-in one on the data folder, which only one process may use. */
export async function provideDatabase(config: Config, progress: Progress): Promise<RunningDatabase> {
  makeDataFolder(config.dataDir);
  if (config.databaseUrl) {
    keepFilesPrivate(config.dataDir);
    const connection = { connectionString: config.databaseUrl };
    return {
      connection,
      owner: config.databaseOwnerUrl ? { connectionString: config.databaseOwnerUrl } : connection,
      ended: new Promise(() => {}),
      close: async () => {},
    };
  }
  const socketFolder = makeSocketFolder(config.dataDir);
  const unlock = await lockDataFolder({ dataDir: config.dataDir, socketFolder });
  progress("database", "starting PostgreSQL");
  const postgres = await startPostgres({ folder: `${config.dataDir}/pg`, socketFolder });
  // Not before: PostgreSQL may run as another account, which must get into the data folder.
  keepFilesPrivate(config.dataDir);
  const owner = { host: postgres.host, user: postgres.user, database: "postgres" };
  await makeAppRole(owner);
  return {
    connection: { ...owner, user: appRole },
    owner,
    ended: postgres.ended,
    async close() {
      await postgres.stop();
      await unlock();
    },
  };
}

import type pg from "pg";
import type { Config } from "../config.ts";
import { keepFilesPrivate, lockDataFolder, makeDataFolder, makeSocketFolder } from "./data-folder.ts";
import { startPostgres } from "./embedded.ts";

/** Reports progress to the person at the terminal. */
export type Progress = (step: string, detail: string) => void;

export type RunningDatabase = { connection: pg.PoolConfig; ended: Promise<string>; close(): Promise<void> };

/** The database named by DATABASE_URL, or the built-in one on the data folder, which only one process may use. */
export async function provideDatabase(config: Config, progress: Progress): Promise<RunningDatabase> {
  makeDataFolder(config.dataDir);
  if (config.databaseUrl) {
    keepFilesPrivate(config.dataDir);
    return {
      connection: { connectionString: config.databaseUrl },
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
  const connection = { host: postgres.host, user: postgres.user, database: "postgres" };
  return {
    connection,
    ended: postgres.ended,
    async close() {
      await postgres.stop();
      await unlock();
    },
  };
}

import type pg from "pg";
import type { Config } from "../config.ts";
import { neededConnections } from "../workers/connections.ts";
import { keepFilesPrivate, lockDataFolder, makeDataFolder, makeSocketFolder } from "./data-folder.ts";
import { type Postgres, startPostgres } from "./embedded.ts";
import { appRole, makeAppRole } from "./roles.ts";

/** Reports progress to the person at the terminal. */
export type Progress = (step: string, detail: string) => void;

export type RunningDatabase = {
  /** For the running product. */
  connection: pg.PoolConfig;
  /** For migrations, backups and restores. The same object where one account does everything. */
  owner: pg.PoolConfig;
  /** Resolves with its last words when the database has stopped and cannot be started again. */
  ended: Promise<string>;
  close(): Promise<void>;
};

/** The database named by DATABASE_URL, or the built-in one on the data folder, which only one process may use. */
export async function provideDatabase(
  config: Config,
  progress: Progress,
  onRestart: (lastWords: string) => void = () => {},
): Promise<RunningDatabase> {
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
  const start = () => startPostgres({ folder: `${config.dataDir}/pg`, socketFolder, settings: settingsFor(config) });
  const postgres = keepRunning(await start(), { start, onRestart });
  // Not before: PostgreSQL may run as another account, which must get into the data folder.
  keepFilesPrivate(config.dataDir);
  const owner = { ...postgres.account, database: "postgres" };
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

/** PostgreSQL allows 100 connections by itself. */
function settingsFor({ workers }: Config): Record<string, string> {
  const needed = neededConnections(workers);
  return needed > 100 ? { max_connections: String(needed) } : {};
}

/** A server that ends more often than this is not worth another start. */
const maxRestarts = { count: 5, withinMs: 10 * 60_000 };

type Restarts = { start(): Promise<Postgres>; onRestart(lastWords: string): void };

/** Starts PostgreSQL again when it ends unexpectedly, for example when the system killed it for its memory. */
function keepRunning(first: Postgres, { start, onRestart }: Restarts) {
  let current = first;
  let isStopping = false;
  const restarts: number[] = [];

  async function watch(): Promise<string> {
    for (;;) {
      const lastWords = await current.ended;
      const now = Date.now();
      restarts.push(now);
      if (isStopping || restarts.filter((at) => at > now - maxRestarts.withinMs).length > maxRestarts.count)
        return lastWords;
      onRestart(lastWords);
      try {
        current = await start();
      } catch (error) {
        return (error as Error).message;
      }
      if (isStopping) await current.stop();
    }
  }
  return {
    account: { host: first.host, user: first.user },
    ended: watch(),
    async stop() {
      isStopping = true;
      await current.stop();
    },
  };
}

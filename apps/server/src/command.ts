import fs from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "./config.ts";
import { noTimeouts, openDatabase, waitForDatabase } from "./db/connect.ts";
import { makeSocketFolder } from "./db/data-folder.ts";
import { provideDatabase } from "./start.ts";
import { StartError } from "./start-error.ts";

/** What a person at the terminal has asked for; a mistake of theirs is told in a line. */
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

/** For commands: `mayShare` asks the PostgreSQL of a running product; otherwise the command needs it for itself. */
export async function withDatabase(
  config: Config,
  { mayShare }: { mayShare: boolean },
  work: (pool: Pool) => Promise<void>,
): Promise<void> {
  const socketFolder = makeSocketFolderIfAny(config);
  if (mayShare && socketFolder && fs.existsSync(path.join(socketFolder, ".s.PGSQL.5432"))) {
    const shared = openDatabase({ host: socketFolder, user: "postgres", database: "postgres", ...noTimeouts });
    const isUp = await shared.pool.query("select 1").then(
      () => true,
      () => false,
    );
    if (isUp) return work(shared.pool).finally(() => shared.pool.end());
    await shared.pool.end();
  }
  const database = await provideDatabase(config, () => {});
  const { pool } = openDatabase({ ...database.connection, ...noTimeouts, application_name: "restore" });
  try {
    await waitForDatabase(pool, { seconds: 5 });
    await work(pool);
  } finally {
    await pool.end();
    await database.close();
  }
}

function makeSocketFolderIfAny(config: Config): string | undefined {
  return config.databaseUrl || !fs.existsSync(config.dataDir) ? undefined : makeSocketFolder(config.dataDir);
}

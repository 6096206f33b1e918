import type { Config } from "../config.ts";
import { keepFilesPrivate, makeSocketFolder } from "./data-folder.ts";
import { provideDatabase, type RunningDatabase } from "./provide.ts";
import { appRole } from "./roles.ts";

/** The database that another process has started and looks after, or the one of DATABASE_URL. */
export async function joinDatabase(config: Config): Promise<RunningDatabase> {
  if (config.databaseUrl) return provideDatabase(config, () => {});
  keepFilesPrivate(config.dataDir);
  const owner = { host: makeSocketFolder(config.dataDir), user: "postgres", database: "postgres" };
  return { connection: { ...owner, user: appRole }, owner, ended: new Promise(() => {}), close: async () => {} };
}

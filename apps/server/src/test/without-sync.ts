import fs from "node:fs";
import path from "node:path";
import { makeSocketFolder } from "../db/data-folder.ts";
import { startPostgres } from "../db/embedded.ts";

/**
 * For a PostgreSQL that a test may kill. `fsync` protects only against a power cut: what a killed process has written stays.
 * Waiting for the disk would take most of the time of a start.
 */
export const withoutSync = { fsync: "off" };

/** Gives a new data folder an empty PostgreSQL that does not wait for the disk. */
export async function makeUnsyncedFolder(dataDir: string): Promise<void> {
  fs.mkdirSync(dataDir, { recursive: true });
  const folder = path.join(dataDir, "pg");
  const postgres = await startPostgres({ folder, socketFolder: makeSocketFolder(dataDir), settings: withoutSync });
  await postgres.stop();
  stopSyncing(dataDir);
}

/** From the next start on. */
export function stopSyncing(dataDir: string): void {
  fs.appendFileSync(path.join(dataDir, "pg/postgresql.conf"), "fsync = off\n");
}

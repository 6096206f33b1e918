import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { StartError } from "../start-error.ts";
import { keepConnection } from "./standing-connection.ts";

type Options = { connection: pg.PoolConfig; pool: pg.Pool; dataDir: string; log: Logger };

const lockSpace = 7_464_675; // any number, as long as every process uses the same

/**
 * Several processes may share a database. Pictures and unfinished uploads are files, so without an object store all of these
 * processes need the same data folder. Each process holds a lock named after its folder; one with another folder does not start.
 */
export async function holdFolderLock({ connection, pool, dataDir, log }: Options): Promise<{ stop(): Promise<void> }> {
  const folder = readFolderId(dataDir);
  const lock = keepConnection({
    connection,
    log,
    warning: "this process cannot show which data folder it uses",
    async onConnect(client) {
      await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [lockSpace, folder]);
    },
  });
  const isHeld = await lock.ready;
  const { rows } = await pool.query<{ isOurs: boolean }>(
    `select distinct objid = (hashtext($2)::bigint & 4294967295)::oid as "isOurs" from pg_locks
     where locktype = 'advisory' and objsubid = 2 and classid = $1::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [lockSpace, folder],
  );
  if (isHeld && rows.every(({ isOurs }) => isOurs)) return lock;
  await lock.stop();
  if (!isHeld) throw new StartError("The database gave this process no connection for its lock. Try again.");
  throw new StartError(
    `Another process uses this database with another data folder. An upload that began there could not go on here, and pictures would be missing. Give all processes the same DATA_DIR, or set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY. (${dataDir})`,
  );
}

function readFolderId(dataDir: string): string {
  const file = path.join(dataDir, "folder-id");
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, randomUUID(), { mode: 0o600 });
  try {
    // Only one of several processes succeeds, and nobody reads half an id.
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  fs.rmSync(draft);
  return fs.readFileSync(file, "utf8");
}

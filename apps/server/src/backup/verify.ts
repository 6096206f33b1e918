import { createHash } from "node:crypto";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { noTimeouts, openDatabase } from "../db/connect.ts";
import { makeSocketFolder } from "../db/data-folder.ts";
import { startPostgres } from "../db/embedded.ts";
import { StartError } from "../start-error.ts";
import type { Table } from "./manifest.ts";
import { refill } from "./refill.ts";
import { copyStatement } from "./snapshot.ts";
import { type Source, type Unpacked, unpack } from "./unpack.ts";
import { removeAbandoned, withWorkFolder } from "./work-folder.ts";

export type Verified = Unpacked & { leftOut: string[] };

/** Restores a backup into a PostgreSQL of its own, which exists only for this, and compares every row and every file. */
export async function verifyBackup(source: Source): Promise<Verified> {
  return withWorkFolder(source.workIn, async (folder) => {
    const unpacked = await unpack({ ...source, folder, isFetching: false });
    const content = path.join(folder, "content");
    const leftOut = await withScratchDatabase(async (pool) => {
      await runMigrations({ pgPool: pool });
      const client = await pool.connect();
      try {
        await client.query("begin");
        const afterTable = unpacked.isFirstFormat
          ? undefined // its text depends on settings of the server that it came from; `refill` has counted the rows
          : (table: Table) => compareRows(client, table, content);
        const found = await refill(client, { manifest: unpacked.manifest, folder: content, afterTable });
        await client.query("commit");
        return found;
      } finally {
        client.release(true);
      }
    });
    return { ...unpacked, leftOut };
  });
}

async function withScratchDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  removeAbandoned(tmpdir());
  const folder = await mkdtemp(path.join(tmpdir(), "shoreline-verify-"));
  // PostgreSQL may run as another account, which must get in.
  fs.chmodSync(folder, 0o711);
  const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
  try {
    const postgres = await startPostgres({
      folder: path.join(folder, "pg"),
      socketFolder: makeSocketFolder(folder),
      settings,
    });
    const { host, user } = postgres;
    const { pool } = openDatabase({ host, user, database: "postgres", ...noTimeouts });
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareRows(client: pg.ClientBase, table: Table, folder: string): Promise<void> {
  const packed = await sumOfRows(fs.createReadStream(path.join(folder, table.file)));
  const restored = await sumOfRows(client.query(copyTo(copyStatement(table))));
  if (packed !== restored)
    throw new StartError(`The restored rows of ${table.schema}.${table.name} differ from those in the backup.`);
}

/** A sum of the hashes of all rows: tables have no order. */
async function sumOfRows(bytes: AsyncIterable<Buffer>): Promise<bigint> {
  let sum = 0n;
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of bytes) {
    const all = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let start = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, start)) {
      sum += BigInt(`0x${createHash("sha256").update(all.subarray(start, end)).digest("hex")}`);
      start = end + 1;
    }
    rest = all.subarray(start);
  }
  return sum;
}

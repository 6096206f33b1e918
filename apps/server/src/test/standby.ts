import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

type Running = { data: string; account: pg.ClientConfig };

/** The packaged PostgreSQL has no pg_basebackup: this copies the files of a running server as the manual says, for a standby. */
export async function copyRunning({ data, account }: Running, to: string): Promise<void> {
  const client = new pg.Client({ ...account, database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await copyFolder(data, to);
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    await writeFile(path.join(to, "backup_label"), rows[0].labelfile);
    await writeFile(path.join(to, "standby.signal"), "");
    // A standby does not wait for itself once it is promoted.
    await rm(path.join(to, "postgresql.auto.conf"), { force: true });
  } finally {
    await client.end();
  }
}

const left = new Set(["postmaster.pid", "postmaster.opts"]);
/** Their folders are needed, their files are not. */
const emptied = new Set(["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp", "pg_subtrans"]);

async function copyFolder(from: string, to: string, isEmptied = false): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [at, name] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(at, name, isEmptied || emptied.has(entry.name));
    else if (!isEmptied && !left.has(entry.name)) await copyFile(at, name).catch(ignoreGone);
  }
}

/** Tables may be dropped meanwhile. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

import fs from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "../config.ts";
import { openDatabase, patient, waitForDatabase } from "../db/connect.ts";
import { makeSocketFolder } from "../db/data-folder.ts";
import { provideDatabase } from "../start.ts";
import { StartError } from "../start-error.ts";
import { makeBackup } from "./backup.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";

/** `npm run backup [-- FILE]` and `npm run restore -- FILE [--replace]`. */
export async function runCommand(command: "backup" | "restore", args: string[]): Promise<void> {
  try {
    const config = readConfig({ env: process.env, envFile: ".env" });
    await (command === "backup" ? backup(config, args) : restore(config, args));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function backup(config: Config, [file]: string[]) {
  const target = path.resolve(file ?? `backups/shoreline-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.tar.gz`);
  await withPool(config, { mayShare: true }, async (pool) => {
    const manifest = await makeBackup({ pool, filesFolder: filesFolderOf(config), target, now: new Date() });
    console.log(`${summary(manifest)} written to ${target}`);
  });
}

async function restore(config: Config, args: string[]) {
  const [source] = args.filter((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--replace");
  if (!source || unknown) throw new StartError("Usage: npm run restore -- FILE [--replace]");
  await withPool(config, { mayShare: false }, async (pool) => {
    const manifest = await restoreBackup({
      pool,
      filesFolder: filesFolderOf(config),
      source: path.resolve(source),
      mayReplace: args.includes("--replace"),
    });
    console.log(`${summary(manifest)} restored, as of ${manifest.madeAt}`);
  });
}

type Pool = ReturnType<typeof openDatabase>["pool"];

/** A backup may ask the PostgreSQL of a running product; a restore needs it for itself. */
async function withPool(config: Config, { mayShare }: { mayShare: boolean }, work: (pool: Pool) => Promise<void>) {
  const socketFolder = makeSocketFolderIfAny(config);
  if (mayShare && socketFolder && fs.existsSync(path.join(socketFolder, ".s.PGSQL.5432"))) {
    const shared = openDatabase({ host: socketFolder, user: "postgres", database: "postgres", ...patient });
    const isUp = await shared.pool.query("select 1").then(
      () => true,
      () => false,
    );
    if (isUp) return work(shared.pool).finally(() => shared.pool.end());
    await shared.pool.end();
  }
  const database = await provideDatabase(config, () => {});
  const { pool } = openDatabase({ ...database.connection, ...patient, application_name: "restore" });
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

function filesFolderOf(config: Config): string | null {
  return config.s3 ? null : path.join(config.dataDir, "files");
}

function summary({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows${files === null ? " (files stay in S3)" : ` and ${files} files`}`;
}

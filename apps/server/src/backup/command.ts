import fs from "node:fs";
import path from "node:path";
import { withConfig, withDatabase } from "../command.ts";
import type { Config } from "../config.ts";
import { appRole, readAccount } from "../db/roles.ts";
import { StartError } from "../start-error.ts";
import { makeBackup } from "./backup.ts";
import { makeKeys } from "./encryption.ts";
import { findBackup } from "./find-backup.ts";
import { makeKeptBackup } from "./kept-backup.ts";
import type { Manifest } from "./manifest.ts";
import { filesOf, keptIn, trialIn } from "./places.ts";
import { listArchives } from "./prune.ts";
import { restoreBackup } from "./restore.ts";
import { recordRun, recordVerified } from "./runs.ts";
import { verifyBackup } from "./verify.ts";

/** `npm run backup [-- FILE | keys FILE | list | --verify [FILE]]` and `npm run restore -- FILE [--replace] [--drop-others]`. */
export async function runCommand(command: "backup" | "restore", args: string[]): Promise<void> {
  await withConfig((config) => {
    if (command === "restore") return restore(config, args);
    const [verb, file] = args;
    if (verb === "keys") return keys(file);
    if (verb === "list") return list(config);
    if (verb === "--verify") return verify(config, file);
    if (verb?.startsWith("-"))
      throw new StartError("Usage: npm run backup [-- FILE | keys FILE | list | --verify [FILE]]");
    return backup(config, verb);
  });
}

async function keys(file: string | undefined) {
  if (!file) throw new StartError("Usage: npm run backup -- keys FILE");
  const recipient = await makeKeys({ file: path.resolve(file), now: new Date() });
  console.log(`Put this line into .env, and backups will be encrypted:

BACKUP_RECIPIENT=${recipient}

Keep ${path.resolve(file)} in two safe places away from this machine: nobody can restore an encrypted backup without it.`);
}

async function backup(config: Config, file: string | undefined) {
  const recipient = config.backupRecipient;
  const now = new Date();
  const plan = config.backup;
  await withDatabase(config, { name: "backup", mayShare: true, isOwner: true }, async (pool) => {
    const shared = { pool, files: filesOf(config), now, recipient };
    const made =
      plan && !file
        ? await makeKeptBackup({ ...shared, ...keptIn(config, plan), keep: plan.keep })
        : await makeBackup({
            ...shared,
            workIn: config.dataDir,
            target: path.resolve(file ?? `backups/${nameAt(now, recipient)}`),
          });
    if (file || !plan) await recordRun(pool, { ...made, madeAt: made.manifest.madeAt });
    if (made.others.length > 0) console.log(`Not in the backup, as it is not the product's: ${made.others.join(", ")}`);
    console.log(`${summary(made.manifest)} ${recipient ? "encrypted and " : ""}written to ${made.place}`);
    console.log(`SHA-256 of its manifest: ${made.sha256}`);
  });
}

function nameAt(now: Date, recipient: string | undefined): string {
  return `shoreline-${now.toISOString().replaceAll(/[:.]/g, "-")}.tar.gz${recipient ? ".age" : ""}`;
}

async function list(config: Config) {
  if (!config.backup) throw new StartError("Set BACKUP_TO to the folder or bucket that keeps backups.");
  const { store } = keptIn(config, config.backup);
  const archives = await listArchives(store);
  for (const { name, bytes } of archives) console.log(`${name}  ${Math.ceil(bytes / 1000)} kB`);
  console.log(`${archives.length} backups in ${store.place}`);
}

async function verify(config: Config, wanted: string | undefined) {
  const { source, close } = await findBackup(config, wanted ?? "newest", trialIn(config));
  try {
    const { manifest, sha256, leftOut } = await verifyBackup(source);
    for (const { schema, name, rows } of manifest.tables) console.log(`${schema}.${name}: ${rows} rows`);
    if (leftOut.length > 0) console.log(`Not known to the product: ${leftOut.join(", ")}`);
    console.log(`${summary(manifest)} of ${manifest.madeAt} were restored on trial and are complete.`);
    console.log(`SHA-256 of its manifest: ${sha256}`);
    await remember(config, manifest);
  } finally {
    await close();
  }
}

/** The backup may be verified on another machine, which has the key and no database. */
async function remember(config: Config, { madeAt }: Manifest) {
  if (!config.databaseUrl && !fs.existsSync(path.join(config.dataDir, "pg"))) return;
  await withDatabase(config, { name: "backup", mayShare: true, isOwner: true }, async (pool) => {
    const isKnown = await recordVerified(pool, { madeAt, now: new Date() });
    console.log(isKnown ? "This was recorded." : "The database does not know this backup, so this was not recorded.");
  });
}

async function restore(config: Config, args: string[]) {
  const [wanted] = args.filter((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--replace" && arg !== "--drop-others");
  if (!wanted || unknown) throw new StartError("Usage: npm run restore -- FILE [--replace] [--drop-others]");
  const { source, close } = await findBackup(config, wanted, config.dataDir);
  try {
    await withDatabase(config, { name: "restore", mayShare: false, isOwner: true }, async (pool) => {
      const { manifest, sha256, leftOut } = await restoreBackup({
        pool,
        source,
        files: filesOf(config),
        mayReplace: args.includes("--replace"),
        mayDropOthers: args.includes("--drop-others"),
        role: await roleOf(config),
      });
      if (leftOut.length > 0) console.log(`Left out, as the product does not know it: ${leftOut.join(", ")}`);
      console.log(`${summary(manifest)} restored, as of ${manifest.madeAt}`);
      console.log(`SHA-256 of its manifest: ${sha256}`);
    });
  } finally {
    await close();
  }
}

/** The account that must be able to serve from the restored tables; null when it owns them. */
async function roleOf({ databaseUrl, databaseOwnerUrl }: Config): Promise<string | null> {
  if (!databaseUrl) return appRole;
  return databaseOwnerUrl ? readAccount({ connectionString: databaseUrl }) : null;
}

function summary({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows${files === null ? "" : ` and ${files.length} files`}`;
}

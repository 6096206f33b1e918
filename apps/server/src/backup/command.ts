import fs from "node:fs";
import path from "node:path";
import { withConfig, withDatabase } from "../command.ts";
import type { Config } from "../config.ts";
import { appRole, readAccount } from "../db/roles.ts";
import { StartError } from "../start-error.ts";
import { makeBackup } from "./backup.ts";
import { makeKeys } from "./encryption.ts";
import { folderStore } from "./folder-store.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { filesInBucket, filesInFolder, type StoredFiles } from "./stored-files.ts";

/** `npm run backup [-- FILE]`, `npm run backup -- keys FILE` and `npm run restore -- FILE [--replace] [--drop-others]`. */
export async function runCommand(command: "backup" | "restore", args: string[]): Promise<void> {
  await withConfig((config) => {
    if (command === "restore") return restore(config, args);
    return args[0] === "keys" ? keys(args) : backup(config, args);
  });
}

async function keys([, file]: string[]) {
  if (!file) throw new StartError("Usage: npm run backup -- keys FILE");
  const recipient = await makeKeys({ file: path.resolve(file), now: new Date() });
  console.log(`Put this line into .env, and backups will be encrypted:

BACKUP_RECIPIENT=${recipient}

Keep ${path.resolve(file)} in two safe places away from this machine: nobody can restore an encrypted backup without it.`);
}

async function backup(config: Config, [file]: string[]) {
  const recipient = config.backupRecipient;
  const name = `shoreline-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.tar.gz${recipient ? ".age" : ""}`;
  const target = path.resolve(file ?? `backups/${name}`);
  await withDatabase(config, { name: "backup", mayShare: true, isOwner: true }, async (pool) => {
    const made = await makeBackup({ pool, files: filesOf(config), target, now: new Date(), recipient });
    if (made.others.length > 0) console.log(`Not in the backup, as it is not the product's: ${made.others.join(", ")}`);
    console.log(`${summary(made.manifest)} ${recipient ? "encrypted and " : ""}written to ${made.place}`);
    console.log(`SHA-256 of its manifest: ${made.sha256}`);
  });
}

async function restore(config: Config, args: string[]) {
  const [source] = args.filter((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--replace" && arg !== "--drop-others");
  if (!source || unknown) throw new StartError("Usage: npm run restore -- FILE [--replace] [--drop-others]");
  const file = path.resolve(source);
  if (!fs.existsSync(file)) throw new StartError(`There is no file ${file}.`);
  await withDatabase(config, { name: "restore", mayShare: false, isOwner: true }, async (pool) => {
    const { manifest, sha256, leftOut } = await restoreBackup({
      pool,
      source: { file, store: folderStore(path.dirname(file)), identityFile: config.backupIdentityFile },
      files: filesOf(config),
      mayReplace: args.includes("--replace"),
      mayDropOthers: args.includes("--drop-others"),
      role: await roleOf(config),
    });
    if (leftOut.length > 0) console.log(`Left out, as the product does not know it: ${leftOut.join(", ")}`);
    console.log(`${summary(manifest)} restored, as of ${manifest.madeAt}`);
    console.log(`SHA-256 of its manifest: ${sha256}`);
  });
}

/** The account that must be able to serve from the restored tables; null when it owns them. */
async function roleOf({ databaseUrl, databaseOwnerUrl }: Config): Promise<string | null> {
  if (!databaseUrl) return appRole;
  return databaseOwnerUrl ? readAccount({ connectionString: databaseUrl }) : null;
}

function filesOf(config: Config): StoredFiles {
  return config.s3 ? filesInBucket(config.s3) : filesInFolder(path.join(config.dataDir, "files"));
}

function summary({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows${files === null ? "" : ` and ${files.length} files`}`;
}

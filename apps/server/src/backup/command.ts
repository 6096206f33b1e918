import path from "node:path";
import { withConfig, withDatabase } from "../command.ts";
import type { Config } from "../config.ts";
import { appRole, readAccount } from "../db/roles.ts";
import { StartError } from "../start-error.ts";
import { makeBackup } from "./backup.ts";
import { makeKeys } from "./encryption.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";

/** `npm run backup [-- FILE]`, `npm run backup -- keys FILE` and `npm run restore -- FILE [--replace]`. */
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
    const manifest = await makeBackup({ pool, filesFolder: filesFolderOf(config), target, now: new Date(), recipient });
    console.log(`${summary(manifest)} ${recipient ? "encrypted and " : ""}written to ${target}`);
  });
}

async function restore(config: Config, args: string[]) {
  const [source] = args.filter((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--replace");
  if (!source || unknown) throw new StartError("Usage: npm run restore -- FILE [--replace]");
  await withDatabase(config, { name: "restore", mayShare: false, isOwner: true }, async (pool) => {
    const manifest = await restoreBackup({
      pool,
      filesFolder: filesFolderOf(config),
      source: path.resolve(source),
      mayReplace: args.includes("--replace"),
      identityFile: config.backupIdentityFile,
      role: await roleOf(config),
    });
    console.log(`${summary(manifest)} restored, as of ${manifest.madeAt}`);
  });
}

/** The account that must be able to serve from the restored tables; null when it owns them. */
async function roleOf({ databaseUrl, databaseOwnerUrl }: Config): Promise<string | null> {
  if (!databaseUrl) return appRole;
  return databaseOwnerUrl ? readAccount({ connectionString: databaseUrl }) : null;
}

function filesFolderOf(config: Config): string | null {
  return config.s3 ? null : path.join(config.dataDir, "files");
}

function summary({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows${files === null ? " (files stay in S3)" : ` and ${files} files`}`;
}

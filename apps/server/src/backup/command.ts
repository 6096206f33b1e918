import path from "node:path";
import { withConfig, withDatabase } from "../command.ts";
import type { Config } from "../config.ts";
import { StartError } from "../start-error.ts";
import { makeBackup } from "./backup.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";

/** `npm run backup [-- FILE]` and `npm run restore -- FILE [--replace]`. */
export async function runCommand(command: "backup" | "restore", args: string[]): Promise<void> {
  await withConfig((config) => (command === "backup" ? backup(config, args) : restore(config, args)));
}

async function backup(config: Config, [file]: string[]) {
  const target = path.resolve(file ?? `backups/shoreline-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.tar.gz`);
  await withDatabase(config, { name: "backup", mayShare: true }, async (pool) => {
    const manifest = await makeBackup({ pool, filesFolder: filesFolderOf(config), target, now: new Date() });
    console.log(`${summary(manifest)} written to ${target}`);
  });
}

async function restore(config: Config, args: string[]) {
  const [source] = args.filter((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--replace");
  if (!source || unknown) throw new StartError("Usage: npm run restore -- FILE [--replace]");
  await withDatabase(config, { name: "restore", mayShare: false }, async (pool) => {
    const manifest = await restoreBackup({
      pool,
      filesFolder: filesFolderOf(config),
      source: path.resolve(source),
      mayReplace: args.includes("--replace"),
    });
    console.log(`${summary(manifest)} restored, as of ${manifest.madeAt}`);
  });
}

function filesFolderOf(config: Config): string | null {
  return config.s3 ? null : path.join(config.dataDir, "files");
}

function summary({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows${files === null ? " (files stay in S3)" : ` and ${files} files`}`;
}

import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { folderStore } from "../backup/folder-store.ts";
import { readConfig } from "../config.ts";

/** Empty whenever no backup is made or unpacked. */
export const workIn = fs.mkdtempSync(path.join(tmpdir(), "backup-work-"));

/** A backup in a folder, as the command finds it. */
export function backupFrom(file: string, identityFile?: string) {
  return { file, store: folderStore(path.dirname(file)), workIn, identityFile };
}

export const silent = pino({ level: "silent" });

export const configOf = (env: Record<string, string>) => readConfig({ env });

type Connection = { host: string; user: string; database: string };

/** Makes a backup of tables and files in another process, which can be killed or held short of disk space. */
export function backupInProcess({
  owner,
  files,
  target,
  shell = 'exec "$@"',
}: {
  owner: Connection;
  files: string;
  target: string;
  shell?: string;
}) {
  const server = path.resolve(import.meta.dirname, "..");
  const code = `
    const { openDatabase } = await import("${server}/db/connect.ts");
    const { makeBackup } = await import("${server}/backup/backup.ts");
    const { filesInFolder } = await import("${server}/backup/stored-files.ts");
    const [owner, files, target, workIn] = JSON.parse(process.argv[1]);
    const { pool } = openDatabase(owner);
    const made = makeBackup({ pool, files: filesInFolder(files), target, workIn, now: new Date() });
    await made.then(() => console.log("done"), (error) => console.log(error.constructor.name, error.message));
    process.exit(0);`;
  const command = [process.execPath, "--input-type=module", "-e", code, JSON.stringify([owner, files, target, workIn])];
  const child = spawn("/bin/sh", ["-c", shell, "sh", ...command], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (part) => {
    said += part;
  });
  const ended = new Promise<string>((done) => child.on("close", () => done(said)));
  return { child, ended };
}

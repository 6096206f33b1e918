import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { StartError } from "../start-error.ts";
import { hashInto } from "./hash.ts";
import { isKey, type Manifest, type PackedFile } from "./manifest.ts";
import { pack } from "./pack.ts";
import { publish } from "./publish.ts";
import { copyTables } from "./snapshot.ts";
import type { StoredFiles } from "./stored-files.ts";
import { prepareFolder, withWorkFolder } from "./work-folder.ts";

type Options = {
  pool: pg.Pool;
  /** Null for a backup of the tables alone. */
  files: StoredFiles | null;
  target: string;
  /** Where the work folder is made: on this machine, as it holds tables in the clear. */
  workIn?: string;
  now: Date;
  /** The public key to encrypt for; without one the backup is not encrypted. */
  recipient?: string | undefined;
};

export type Made = {
  manifest: Manifest;
  /** The hash of the manifest. */
  sha256: string;
  place: string;
  bytes: number;
  /** What is not in the backup, as it is not the product's. */
  others: string[];
};

/** Writes one consistent snapshot of everything to one file, while the product keeps running. */
export async function makeBackup({ pool, files, target, workIn = tmpdir(), now, recipient }: Options): Promise<Made> {
  if (fs.existsSync(target) && !fs.statSync(target).isFile())
    throw new StartError(`The backup cannot be written to ${target}: it is a folder`);
  prepareFolder(path.dirname(target));
  return withWorkFolder(workIn, async (folder) => {
    const { others, ...tables } = await copyTables({ pool, folder });
    // After the rows: then no row names a missing file, and an extra file does no harm.
    const copied = files && (await copyFiles(files, folder));
    const content = { format: 2 as const, madeAt: now.toISOString(), ...tables };
    const manifest: Manifest = { ...content, files: copied?.files ?? null, blobEnding: null };
    const { file, bytes, sha256 } = await pack({ folder, manifest, recipient });
    await publish(file, target);
    return { manifest, sha256, place: target, bytes, others: [...others, ...(copied?.others ?? [])] };
  });
}

async function copyFiles(from: StoredFiles, folder: string): Promise<{ files: PackedFile[]; others: string[] }> {
  const [files, others]: [PackedFile[], string[]] = [[], []];
  fs.mkdirSync(path.join(folder, "files"));
  for await (const { name } of from.list()) {
    if (!isKey(name)) {
      others.push(`file ${name}`);
      continue;
    }
    const bytes = await from.read(name);
    if (!bytes) continue; // removed since it was listed
    const copy = path.join(folder, "files", name);
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    files.push({ key: name, ...(await hashInto(bytes, copy)) });
  }
  return { files, others };
}

import { createReadStream, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BackupKeep } from "@shoreline/domain/backup";
import type pg from "pg";
import { StartError } from "../start-error.ts";
import type { Made } from "./backup.ts";
import { blobEnding, blobName } from "./blobs.ts";
import { encrypt } from "./encryption.ts";
import { type Hashed, hashInto } from "./hash.ts";
import { isKey, type Manifest, type PackedFile } from "./manifest.ts";
import { pack } from "./pack.ts";
import { archiveName, filesListName, removeOld } from "./prune.ts";
import type { Remembered } from "./remembered.ts";
import { forgetRuns, recordRun } from "./runs.ts";
import { copyTables } from "./snapshot.ts";
import type { Listed, Store } from "./store.ts";
import type { StoredFiles } from "./stored-files.ts";
import { withWorkFolder } from "./work-folder.ts";

type Options = {
  pool: pg.Pool;
  files: StoredFiles;
  store: Store;
  /** Where the work folder is made: on this machine, as it holds tables in the clear. */
  workIn: string;
  now: Date;
  recipient?: string | undefined;
  keep: BackupKeep;
  remembered: Remembered;
};

/** Adds a backup to a store: a small archive with the tables, and only those files that the store does not have yet. */
export async function makeKeptBackup(options: Options): Promise<Made> {
  const { pool, store, now, recipient, keep } = options;
  return withBackupLock(pool, async (refuseWithoutLock) => {
    await store.prepare();
    return withWorkFolder(options.workIn, async (folder) => {
      const ending = blobEnding(recipient);
      const { others, ...tables } = await copyTables({ pool, folder });
      const copied = await copyNewFiles({ ...options, folder, ending });
      const content = { format: 2 as const, madeAt: now.toISOString(), ...tables };
      const manifest: Manifest = { ...content, files: copied.files, blobEnding: ending };
      const { file, bytes, sha256 } = await pack({ folder, manifest, recipient });
      await refuseWithoutLock();
      const name = archiveName({ now, isEncrypted: recipient !== undefined });
      // The archive comes last: what has an archive is complete.
      await store.put(filesListName(name), await writeList(folder, manifest));
      await store.put(name, file);
      const place = `${store.place}/${name}`;
      await recordRun(pool, { madeAt: content.madeAt, place, bytes: bytes + copied.bytes });
      const removed = await removeOld({ store, keep, now });
      await forgetRuns(
        pool,
        removed.map((one) => `${store.place}/${one}`),
      );
      return { manifest, sha256, place, bytes: bytes + copied.bytes, others: [...others, ...copied.others] };
    });
  });
}

const backupLock = 7_464_677; // any number that all processes share, and no other lock has

/** One at a time: the end of one backup removes files that a second one might count on. */
async function withBackupLock<T>(pool: pg.Pool, work: (refuseWithoutLock: () => Promise<void>) => Promise<T>) {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [backupLock]);
    if (!rows[0].held) throw new StartError("Another backup is being made. Try again when it is done.");
    // If the connection is lost, so is the lock, and this query fails.
    return await work(async () => void (await client.query("select")));
  } finally {
    // The end of a connection releases the lock too, but a moment later.
    await client.query("select pg_advisory_unlock_all()").catch(() => {});
    client.release(true);
  }
}

type Copy = Options & { folder: string; ending: string };

async function copyNewFiles({ files: from, store, remembered, folder, ending, recipient }: Copy) {
  const stored = new Map<string, number>();
  for await (const { name, bytes } of store.list("files/")) stored.set(name, bytes);
  const has = ({ sha256, bytes }: Hashed) => {
    const found = stored.get(blobName(sha256, ending)) ?? -1;
    return recipient ? found > bytes : found === bytes;
  };
  const [files, others]: [PackedFile[], string[]] = [[], []];
  let written = 0;
  for await (const listed of from.list()) {
    if (!isKey(listed.name)) {
      others.push(`file ${listed.name}`);
      continue;
    }
    const known = await readHash(from, listed, remembered);
    const hashed = known && has(known) ? known : await copyFile(listed);
    if (!hashed) continue; // removed since it was listed
    files.push({ key: listed.name, ...hashed });
    remembered.keep(listed, hashed);
  }
  remembered.save();
  return { files, others, bytes: written };

  async function copyFile({ name }: Listed): Promise<Hashed | null> {
    const bytes = await from.read(name);
    if (!bytes) return null;
    const draft = path.join(folder, "draft");
    const hashed = await hashInto(bytes, draft);
    if (has(hashed)) return hashed;
    const sealed = recipient ? `${draft}.age` : draft;
    if (recipient) await hashInto(encrypt(createReadStream(draft), recipient), sealed);
    const { size } = statSync(sealed);
    const blob = blobName(hashed.sha256, ending);
    await store.put(blob, sealed);
    for (const file of [draft, sealed]) await rm(file, { force: true });
    stored.set(blob, size);
    written += size;
    return hashed;
  }
}

/** A folder is read to its last byte every time: SHA-256 is faster than most disks. */
async function readHash(from: StoredFiles, listed: Listed, remembered: Remembered): Promise<Hashed | null> {
  if (listed.mark !== undefined) return remembered.find(listed) ?? null;
  const bytes = await from.read(listed.name);
  return bytes && hashInto(bytes);
}

async function writeList(folder: string, { files, blobEnding: ending }: Manifest): Promise<string> {
  const list = path.join(folder, "list");
  const names = new Set(files?.map(({ sha256 }) => blobName(sha256, ending ?? "")));
  await writeFile(list, [...names, ""].join("\n"), { mode: 0o600 });
  return list;
}

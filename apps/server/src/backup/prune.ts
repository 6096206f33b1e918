import { text } from "node:stream/consumers";
import { type BackupKeep, backupsToKeep } from "@shoreline/domain/backup";
import type { Listed, Store } from "./store.ts";

const dayInMs = 24 * 3600 * 1000;
// Another name than that of a single file: those that somebody made by hand in the same folder stay.
const archive = /^shoreline-kept-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.tar\.gz(\.age)?$/;

export function archiveName({ now, isEncrypted }: { now: Date; isEncrypted: boolean }): string {
  return `shoreline-kept-${now.toISOString().replaceAll(/[:.]/g, "-")}.tar.gz${isEncrypted ? ".age" : ""}`;
}

/** The names of the files that an archive needs. It lies beside the archive, as only the key opens an encrypted one. */
export function filesListName(name: string): string {
  return name.replace(/\.tar\.gz(\.age)?$/, ".files");
}

export type Archive = Listed & { madeAt: Date };

/** The newest first. */
export async function listArchives(store: Store): Promise<Archive[]> {
  const archives: Archive[] = [];
  for await (const listed of store.list("shoreline-kept-")) {
    const [, day, hours, minutes, seconds, ms] = archive.exec(listed.name) ?? [];
    if (day) archives.push({ ...listed, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`) });
  }
  return archives.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

type Options = { store: Store; keep: BackupKeep; now: Date };

/** Removes the archives that are not to be kept, then the files that no archive needs. Returns the names of the archives. */
export async function removeOld({ store, keep, now }: Options): Promise<string[]> {
  const archives = await listArchives(store);
  const kept = backupsToKeep(
    archives.map(({ madeAt }) => madeAt),
    keep,
  );
  const old = archives.filter(({ madeAt }) => !kept.has(madeAt)).map(({ name }) => name);
  for (const name of old) {
    await store.remove(name);
    await store.remove(filesListName(name));
  }
  await removeUnneeded({ store, now, names: archives.map(({ name }) => name).filter((name) => !old.includes(name)) });
  return old;
}

async function removeUnneeded({ store, now, names }: { store: Store; now: Date; names: string[] }): Promise<void> {
  const needed = new Set<string>();
  for (const name of names) {
    const list = await store.read(filesListName(name));
    if (!list) return; // we cannot know what this archive needs
    needed.add(filesListName(name));
    for (const line of (await text(list)).split("\n")) needed.add(line);
  }
  // A backup that was broken off leaves files behind. Those of a day may belong to one that is being made from elsewhere.
  const isOld = ({ changedAt }: Listed) => now.getTime() - changedAt.getTime() > dayInMs;
  const isOurs = ({ name }: Listed) => name.startsWith("files/") || /^shoreline-kept-.*\.files$/.test(name);
  const unneeded: string[] = [];
  for await (const listed of store.list())
    if (isOurs(listed) && isOld(listed) && !needed.has(listed.name)) unneeded.push(listed.name);
  for (const name of unneeded) await store.remove(name);
}

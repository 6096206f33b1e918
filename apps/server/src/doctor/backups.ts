import { stat } from "node:fs/promises";
import { keptIn } from "../backup/places.ts";
import { type Archive, listArchives } from "../backup/prune.ts";
import type { Config } from "../config.ts";
import { type Exam, type Finding, fault, ok, warning } from "./check.ts";
import { isPublic } from "./configuration.ts";

const hour = 3_600_000;
/** The nightly one has failed twice. */
const oldHours = 48;

export async function checkBackups({ config, now }: Exam): Promise<Finding[]> {
  if (!config.backup) {
    const say = isPublic(config) ? fault : warning;
    return [say("No backups are made by themselves.", "Set BACKUP_TO to a folder on another disk, or to a bucket.")];
  }
  const { store } = keptIn(config, config.backup);
  return [
    ...describeNewest((await listArchives(store))[0], { place: store.place, now }),
    ...(await checkPlace(config)),
  ];
}

export function describeNewest(
  newest: Pick<Archive, "name" | "bytes" | "madeAt"> | undefined,
  { place, now }: { place: string; now: Date },
): Finding[] {
  const todo = "Run npm run backup, read what it says, and look at npm run jobs -- list.";
  if (!newest) return [fault(`There is no backup in ${place}.`, todo)];
  const hours = Math.floor((now.getTime() - newest.madeAt.getTime()) / hour);
  const text = `The newest backup is ${hours} h old and has ${Math.ceil(newest.bytes / 1000)} kB, without its files.`;
  return [
    hours > oldHours ? fault(text, todo) : ok(text),
    newest.name.endsWith(".age")
      ? ok("It is encrypted.")
      : warning("It is not encrypted.", "Make keys with npm run backup -- keys FILE, and set BACKUP_RECIPIENT."),
  ];
}

async function checkPlace({ backup, dataDir }: Config): Promise<Finding[]> {
  const folder = backup?.to.folder;
  if (!folder) return [];
  // A folder that is missing is named with the disks.
  const [here, there] = await Promise.all([dataDir, folder].map((one) => stat(one).catch(() => null)));
  if (!here || here.dev !== there?.dev) return [];
  return [
    warning(
      "Backups lie on the disk of the data: who loses one loses both.",
      "Set BACKUP_TO to another disk or a bucket.",
    ),
  ];
}

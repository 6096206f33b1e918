import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { codeOf, type Disk, type Exam, type Finding, fault, ok, warning } from "./check.ts";

const gigabyte = 1_000_000_000;

export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, bytes: blocks * bsize };
}

export async function checkDisk(exam: Exam): Promise<Finding[]> {
  const { config } = exam;
  const folders: [string, string][] = [["DATA_DIR", config.dataDir]];
  if (config.backup?.to.folder) folders.push(["BACKUP_TO", config.backup.to.folder]);
  return (await Promise.all(folders.map((folder) => checkFolder(exam, folder)))).flat();
}

async function checkFolder({ readDisk }: Exam, [name, folder]: [string, string]): Promise<Finding[]> {
  try {
    const probe = path.join(folder, `.doctor-${process.pid}`);
    await writeFile(probe, "").finally(() => rm(probe, { force: true }));
    return [describe(`${name} (${folder})`, await readDisk(folder))];
  } catch (error) {
    return [
      fault(`${name} (${folder}) cannot be written (${codeOf(error)}).`, "Make the folder, or correct its owner."),
    ];
  }
}

function describe(name: string, { freeBytes, bytes }: Disk): Finding {
  const text = `${name} can be written and has ${(freeBytes / gigabyte).toFixed(1)} GB free of ${(bytes / gigabyte).toFixed(1)}.`;
  if (freeBytes < gigabyte) return fault(text, "Free some space now: PostgreSQL stops when the disk is full.");
  if (freeBytes < 5 * gigabyte || freeBytes < bytes / 10)
    return warning(text, "Free some space, or get a larger disk.");
  return ok(text);
}

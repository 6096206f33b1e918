import path from "node:path";
import { folderStore } from "../backup/folder-store.ts";

/** A backup in a folder, as the command finds it. */
export function backupFrom(file: string, identityFile?: string) {
  return { file, store: folderStore(path.dirname(file)), identityFile };
}

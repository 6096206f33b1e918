import { keys, remove } from "./storage.ts";

const start = "upload ";

/** Under which a browser remembers an upload that has started. It holds the name of the file. */
export function uploadKey({ place, file }: { place: string; file: File }): string {
  return `${start}${place} ${file.size} ${file.lastModified} ${file.name}`;
}

/** A sign-out removes all of them: the next person at this computer must not find them. */
export function forgetUploads(): void {
  for (const key of keys("localStorage")) if (key.startsWith(start)) remove("localStorage", key);
}

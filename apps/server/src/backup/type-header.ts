import fs from "node:fs";

/** A folder keeps the type of a file in a line of JSON before its bytes. Backups do the same, so a bucket can become a folder. */
export function headerOf(type: string): Buffer {
  return Buffer.from(`${JSON.stringify({ type })}\n`);
}

/** The type of a file, and where its bytes start. A file without the line is all bytes. */
export function readHeader(file: string): { type: string; start: number } {
  const first = Buffer.alloc(1000);
  const opened = fs.openSync(file, "r");
  const length = fs.readSync(opened, first);
  fs.closeSync(opened);
  const end = first.subarray(0, length).indexOf("\n");
  try {
    const { type } = JSON.parse(first.toString("utf8", 0, end)) as { type: unknown };
    if (typeof type === "string") return { type, start: end + 1 };
  } catch {}
  return { type: "application/octet-stream", start: 0 };
}

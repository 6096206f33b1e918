import { z } from "zod";
import { checkKey } from "../adapters/file-key.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  // Earlier versions also packed tables of others, which may have any name.
  file: z.string().regex(/^tables\/[^/\\\0]*[^/\\\0.]$/),
  sha256,
});
export type Table = z.infer<typeof Table>;

const PackedFile = z.object({ key: z.string().refine(isKey), bytes: z.int().min(0), sha256 });
export type PackedFile = z.infer<typeof PackedFile>;

const shared = {
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
};

/** Earlier versions counted the files, and left out those in S3. */
export const FirstManifest = z.object({ format: z.literal(1), ...shared, files: z.int().nullable() });

/** The first entry of a backup: its content and its schema version. */
export const Manifest = z.object({
  format: z.literal(2),
  ...shared,
  /** Null when the backup holds no files. */
  files: z.array(PackedFile).nullable(),
  /** Null when the files are in the archive. Otherwise they lie beside it, by their hashes, with this ending of their names. */
  blobEnding: z
    .string()
    .regex(/^(\.[0-9a-f]{8}\.age)?$/)
    .nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Quotes a name for PostgreSQL. */
export function quoted(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}

/** Only such names can be restored. A bucket may hold others that are not ours. */
export function isKey(key: string): boolean {
  try {
    checkKey(key);
    return true;
  } catch {
    return false;
  }
}

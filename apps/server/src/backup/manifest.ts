import { z } from "zod";

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  file: z.string().regex(/^tables\/[\w.]+$/),
  sha256: z.string(),
});
export type Table = z.infer<typeof Table>;

/** The first entry of a backup: its content and its schema version. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Null when files are in S3, which has its own backups. */
  files: z.int().nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Quotes a name for PostgreSQL. */
export function quoted(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}

import type { Readable } from "node:stream";

/** A folder or a bucket, as backups see it: read from one with the product's files, written to one that keeps backups. */
export type Store = {
  /** How people call it: a path, or `s3://bucket/prefix`. */
  place: string;
  /** Everything whose name starts with `prefix`, a page at a time. */
  list(prefix?: string): AsyncIterable<Listed>;
  /** Null when there is no such name. */
  read(name: string): Promise<Readable | null>;
  /** Called before a backup is made: removes what killed ones left, and fails early if nothing can be written. */
  prepare(): Promise<void>;
  /** Copies a finished file. A reader of the name sees all of it or nothing. */
  put(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export type Listed = {
  name: string;
  bytes: number;
  changedAt: Date;
  /** Changes with the content. A store that has none is read again for every backup. */
  mark?: string;
};

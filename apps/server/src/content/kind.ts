import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import type { StoredFile } from "../ports.ts";
import type { ContentFolder } from "./folder.ts";
import type { PictureUse } from "./pictures.ts";

/** The fields of one item as JSON has them: a moment is an ISO text. */
export type Values = Record<string, unknown>;

/** One kind of content, such as courses: how it is read from files, and how it lies in the database. */
export type ContentKind = {
  name: string;
  /** By key. A field that is left out is not the files' concern: it gets a default when the item is added. */
  read(reading: Reading): Map<string, Values>;
  list(db: Db): Promise<Map<string, Values>>;
  add(db: Db, key: string, values: Values): Promise<void>;
  /** `values` are all fields of the item, as they should be. */
  change(db: Db, key: string, values: Values): Promise<void>;
  remove(db: Db, key: string): Promise<void>;
  /** Why an item must stay though its file is gone, such as "learners own it"; null if nobody relies on it. */
  whyKept?(db: Db, key: string): Promise<string | null>;
  /** The fields of an item that must stay: nobody else sees it until its file is back. */
  hidden?: Values;
  /** What staff should know after a change, one line each. */
  noteChange?(db: Db, key: string, changed: { fields: string[]; now: Date }): Promise<string[]>;
  /** Whether the product has made an item from another one: the files say nothing about it. */
  isCopy?(key: string, originals: Map<string, Values>): boolean;
  /** An item of this kind is one document: a field that the files no longer have is removed. */
  isDocument?: boolean;
  /** The form that pages need. A stored item of another form is left out. */
  schema?: z.ZodType | ((key: string) => z.ZodType | undefined);
};

/** `field` may lie in a list: starts.0.from. */
export type MomentOf = { kind: string; key: string; field: string; isFixed?: boolean };
/** The address at which the product will serve it, or why it cannot be used. */
export type FoundFile = { address: string } | { why: string };

/** One pass over the files of a content folder. */
export type Reading = {
  folder: ContentFolder;
  now: Date;
  /** Of this folder, or the product's own if this folder has none: legal texts and the like. */
  shipped: ContentFolder;
  /** The kinds that were read so far: later ones may refer to their keys. */
  kinds: Map<string, Map<string, Values>>;
  /** A picture of the folder, or one of the product's own. */
  picture(address: string, use: PictureUse): FoundFile;
  /** As ISO text. A relative date counts from the day on which it was first applied; in the demo from today, unless `isFixed`. */
  moment(item: MomentOf, text: string): string;
  /** Puts a file into the store when the content is applied. */
  store(key: string, file: StoredFile): void;
};

export function asJson(values: Values): Values {
  return JSON.parse(JSON.stringify(values));
}

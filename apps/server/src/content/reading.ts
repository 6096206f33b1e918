import type { StoredFile } from "../ports.ts";
import { isRelative, resolveDate } from "./dates.ts";
import { type ContentFolder, openFolder, shippedFolder } from "./folder.ts";
import { asJson, type ContentKind, type FoundFile, type MomentOf, type Reading, type Values } from "./kind.ts";
import { namePicture, type PictureSource, type PictureUse, whyNoPicture } from "./pictures.ts";

/** The moments of an item as the file writes them, such as "+2d 18:30". */
export type Written = Record<string, string>;
/** What was applied from the files before. */
export type Earlier = Values & { written?: Written };

export type ReadContent = {
  folder: ContentFolder;
  kinds: Map<string, Map<string, Values>>;
  written: Map<string, Written>;
  /** The fields whose dates follow the calendar. */
  moving: Map<string, string[]>;
  /** By the name under which they are stored. */
  pictures: Map<string, PictureSource>;
  /** Other files, by their key. */
  stored: Map<string, StoredFile>;
};

type Options = {
  root: string;
  kinds: ContentKind[];
  now: Date;
  earlier?: Map<string, Earlier>;
  /** For the demo, whose dates move with the calendar. */
  isDatedAnew?: boolean;
};

/** Their files are read when something names them. */
const otherFolders = ["pictures", "syllabuses", "node_modules"];

export const itemId = (kind: string, key: string) => `${kind} ${key}`;

export function readContent({ root, kinds, now, earlier, isDatedAnew = false }: Options): ReadContent {
  const folder = openFolder(root);
  const shipped = folder.root === shippedFolder ? folder : openFolder(shippedFolder);
  const read = new Map<string, Map<string, Values>>();
  const written = new Map<string, Written>();
  const moving = new Map<string, string[]>();
  const pictures = new Map<string, PictureSource>();
  const stored = new Map<string, StoredFile>();

  function picture(address: string, use: PictureUse): FoundFile {
    const own = folder === shipped ? null : folder.readBytes(address);
    if (!own) return shipped.readBytes(address) ? { address } : { why: `there is no picture ${address}` };
    const why = whyNoPicture(own);
    if (why) return { why: `${address} ${why}` };
    const name = namePicture(own, use);
    pictures.set(name, { address, bytes: own, use });
    return { address: `/media/picture/${name}` };
  }

  function moment({ kind, key, field, isFixed = false }: MomentOf, text: string): string {
    const id = itemId(kind, key);
    written.set(id, { ...written.get(id), [field]: text });
    const isMoving = isDatedAnew && !isFixed;
    if (isMoving) moving.set(id, [...(moving.get(id) ?? []), field.split(".")[0] ?? field]);
    const before = earlier?.get(id);
    const kept = valueAt(before, field);
    const isSame = isRelative(text) && before?.written?.[field] === text && typeof kept === "string";
    if (isSame && !isMoving) return kept;
    return resolveDate(text, { now, timeZone: timeZoneOf(read) }).toISOString();
  }

  const store = (key: string, file: StoredFile) => void stored.set(key, file);
  const reading: Reading = { folder, shipped, now, kinds: read, picture, moment, store };
  for (const kind of kinds)
    read.set(kind.name, new Map([...kind.read(reading)].map(([key, one]) => [key, asJson(one)])));
  folder.noteUnread(folder === shipped ? [...otherFolders, "certificates.yaml"] : otherFolders);
  return { folder, kinds: read, written, moving, pictures, stored };
}

/** Of the institute that has been read. */
export function timeZoneOf(kinds: Reading["kinds"]): string {
  return String(kinds.get("institute")?.get("institute")?.timeZone ?? "Asia/Kolkata");
}

/** The value of a field, or of one inside a list: starts.0.from. */
function valueAt(values: unknown, field: string): unknown {
  return field.split(".").reduce((value, part) => (value as Values | undefined)?.[part], values);
}

import { z } from "zod";
import type { Reading } from "./kind.ts";

const below = "/pictures/";

/** The address of a picture in a file: below the folder `pictures`. */
export const PicturePath = z.string().regex(/^\/pictures\/[\w./-]+$/, `must be a path below ${below}`);

export function isPicturePath(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(below);
}

export type NamedPicture = { file: string; folder: string; name: string; named: string | undefined };

const endings = ["svg", "avif", "webp", "png", "jpg", "jpeg"];

/** The picture that a file names, or the one in the folder that has the name of the file, or a neutral one. */
export function readPicture(reading: Reading, { file, folder, name, named }: NamedPicture): string {
  const candidates = endings.map((ending) => `${below}${folder}/${name}.${ending}`);
  const found = named ?? candidates.find((one) => reading.folder.readBytes(one)) ?? `${below}${folder}/none.svg`;
  return reading.picture({ file, field: named ? ["picture"] : [] }, found, "card");
}

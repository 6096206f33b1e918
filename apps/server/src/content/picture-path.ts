import { z } from "zod";
import type { FoundFile, Reading } from "./kind.ts";
import type { PictureUse } from "./pictures.ts";

const below = "/pictures/";

/** The address of a picture in a file: below the folder `pictures`. */
export const PicturePath = z.string().regex(/^\/pictures\/[\w./-]+$/, `must be a path below ${below}`);

export function isPicturePath(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(below);
}

/** A field that names a picture. It becomes the address at which the product will serve that picture. */
export function pictureField(reading: Reading, use: PictureUse) {
  return PicturePath.transform((address, context) => addressOf(reading.picture(address, use), context));
}

const endings = ["svg", "avif", "webp", "png", "jpg", "jpeg"];

/** A file that names no picture has the one in the folder with its own name, or a neutral one. */
export function cardPictureField(reading: Reading, { folder, name }: { folder: string; name: string }) {
  return PicturePath.optional().transform((named, context) => {
    const candidates = endings.map((ending) => `${below}${folder}/${name}.${ending}`);
    const found = named ?? candidates.find((one) => reading.folder.readBytes(one)) ?? `${below}${folder}/none.svg`;
    return addressOf(reading.picture(found, "card"), context);
  });
}

function addressOf(found: FoundFile, context: z.RefinementCtx): string {
  if ("address" in found) return found.address;
  context.addIssue(found.why);
  return "";
}

import { createHash } from "node:crypto";
import type { Brand, Institute } from "@shoreline/contract";
import sharp from "sharp";
import { pictureKey } from "../../content/pictures.ts";
import type { Deps } from "../../context.ts";
import { readDocument } from "../../documents.ts";
import { drawMailLogo, type MailLogo, type MailPicture } from "../../mail/logo.ts";
import { readPictureAt } from "./picture.ts";

/** Increase this when the drawing changes. The pictures of mails that have been sent stay. */
const layout = 1;

/** The logo for mails. No mail waits for a logo that cannot be drawn: it has the name instead. */
export async function readMailLogo(deps: Deps, { brand }: Institute): Promise<MailLogo | null> {
  const { logo, colours } = brand;
  if (!logo) return null;
  try {
    const light = await readMailPicture(deps, logo.light, { colours, isDark: false });
    const dark = logo.dark ? await readMailPicture(deps, logo.dark, { colours, isDark: true }) : null;
    return light && { light, dark };
  } catch (err) {
    deps.log.error({ err }, "the logo of a mail could not be drawn");
    return null;
  }
}

type Ground = Pick<Brand, "colours"> & { isDark: boolean };

/** The name follows from the content, because mailboxes keep what they have once fetched. */
async function readMailPicture(deps: Deps, address: string, ground: Ground): Promise<MailPicture | null> {
  const source = await readPictureAt(deps, address);
  if (!source) return null;
  const hash = createHash("sha256")
    .update(JSON.stringify([layout, ground]))
    .update(source);
  const name = `${hash.digest("hex").slice(0, 24)}.png`;
  const bytes = await readDocument(deps, {
    key: pictureKey(name),
    type: "image/png",
    make: async () => (await drawMailLogo(source, ground)).png,
  });
  const { width, height } = await sharp(bytes).metadata();
  return {
    url: `${deps.publicUrl}/media/picture/${name}`,
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  };
}

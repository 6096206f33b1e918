import type { Institute } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import { drawLogo } from "../../draw-logo.ts";
import type { Letterhead, PrintedBrand } from "../../pdf/look.ts";
import { drawInside, drawMonogram } from "./icons.ts";
import { readPictureAt } from "./picture.ts";

/** What a document remembers of the brand. */
export function printedBrand({ brand }: Institute): PrintedBrand {
  const { colours, icon, scene, logo } = brand;
  return { colours, icon, scene, ...(logo ? { logo } : {}) };
}

/** On paper a logo is printed with at least 300 dots per inch. */
const printed = { width: 1600, height: 320 };

/** Documents draw the product's own icon as shapes, so they need no picture of it. */
const shippedIcon = "/pictures/icon.svg";

type Named = { name: string; brand: PrintedBrand };

/**
 * The logo and the icon of a document. Buyers get their papers even while the file store is down: what cannot be read then is
 * left out, and `onMissing` is called.
 */
export async function readLetterhead(
  deps: Deps,
  { name, brand }: Named,
  onMissing: () => void = () => {},
): Promise<Letterhead> {
  const read = (address: string) =>
    readPictureAt(deps, address).catch((err) => {
      deps.log.error({ err }, "a picture of a document could not be read");
      onMissing();
      return null;
    });
  const drawAt = async (address: string | null | undefined) => {
    const source = address ? await read(address) : null;
    return source && drawLogo(source, printed);
  };
  const drawIcon = async () => {
    if (brand.icon === shippedIcon) return null;
    const own = brand.icon ? await read(brand.icon) : null;
    return drawInside(own ?? drawMonogram({ name, brand }), 256);
  };
  const [mark, logo, logoOnDeep] = await Promise.all([drawIcon(), drawAt(brand.logo?.light), drawAt(brand.logo?.dark)]);
  return { mark, logo, logoOnDeep };
}

import { createHash } from "node:crypto";
import type { Institute } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import { readDocument } from "../../documents.ts";
import type { Drawing } from "../../room.ts";
import { readIcon } from "./icons.ts";
import { readPictureAt } from "./picture.ts";
import { readInstitute } from "./queries.ts";
import type { CardInput } from "./share-card-drawing.ts";

/** What the picture of a shared link says about the page. */
export type Card = {
  title: string;
  /** One or two, such as hours and price. */
  facts: string[];
  /** Address of a picture. */
  picture: string | null;
};

type FindCard = (deps: Deps, id: string, institute: Institute) => Promise<Card | null>;

/** Cards at /share/{kind}/{id}.jpg. Only things that exist have one. */
export function shareCards(kind: string, find: FindCard): Drawing {
  return {
    address: `/share/${kind}/:name`,
    async draw(deps, name) {
      const [, id] = /^([^\0]{1,200})\.jpg$/.exec(name) ?? [];
      const institute = await readInstitute(deps.db);
      const card = id === undefined ? null : await find(deps, id, institute);
      return card && { type: "image/jpeg", bytes: await readCard(deps, institute, card) };
    },
  };
}

/** Increase this when the drawing changes, so that stored cards are drawn again. */
const layout = 1;

/** Every card is drawn once, and again when what it shows has changed. */
export async function readCard(deps: Deps, institute: Institute, card: Card): Promise<Uint8Array> {
  const { name, brand } = institute;
  const hasSea = brand.scene === "coast";
  const address = card.picture ?? brand.hero ?? (hasSea ? "/pictures/sign-in.svg" : null);
  const [logo, icon, picture] = await Promise.all([
    brand.logo ? readPictureAt(deps, brand.logo.light) : null,
    readIcon(deps, institute),
    address ? readPictureAt(deps, address) : null,
  ]);
  const { title, facts } = card;
  const shown = { name, title, facts, colours: brand.colours, isGeneral: card.picture === null };
  const hash = createHash("sha256").update(JSON.stringify([layout, shown]));
  for (const bytes of [logo, icon, picture]) hash.update(`${bytes?.byteLength ?? 0} `).update(bytes ?? "");
  const input: CardInput = { ...shown, logo, icon, picture };
  return readDocument(deps, {
    key: `share/${hash.digest("hex").slice(0, 32)}.jpg`,
    type: "image/jpeg",
    make: () => deps.draw(new URL("./share-card-thread.ts", import.meta.url), input),
  });
}

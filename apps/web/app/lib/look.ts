import type { Brand } from "@shoreline/contract";
import { changedTokens, palette, type Tokens } from "@shoreline/domain/brand";

/** The look of the institute in the head of a page. Only the server knows it; the browser keeps what it finds. */
export type Look = {
  /** Empty for the usual colours and the sea, which the style sheet has already. */
  style: string;
  /** The colour around the page in browsers that draw one. */
  light: string;
  dark: string;
};

export function lookOf({ colours, scene }: Pick<Brand, "colours" | "scene">): Look {
  const all = palette(colours);
  const { light, dark } = changedTokens(all);
  // The element name makes the rule win over that of the style sheet, whichever comes first.
  const rules = [rule(light), rule(dark) && `@media (prefers-color-scheme:dark){${rule(dark)}}`];
  if (scene === "none") rules.push(withoutSea);
  return { style: rules.join(""), light: all.light.paper, dark: all.dark.paper };
}

/** The picture of `ui/horizon.tsx` becomes a window with code in it. */
const withoutSea =
  "html:root{--art-sun:transparent;--art-water:transparent;--art-window:var(--deep);--art-bar:var(--on-deep-2)}";

function rule(tokens: Partial<Tokens>): string {
  const lines = Object.entries(tokens).map(([name, colour]) => `--${name}:${colour}`);
  return lines.length > 0 ? `html:root{${lines.join(";")}}` : "";
}

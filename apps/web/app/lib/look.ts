import { type Colours, changedTokens, palette, type Tokens } from "@shoreline/domain/brand";

/** The colours of the institute in the head of a page. Only the server knows them; the browser keeps what it finds. */
export type Look = {
  /** Empty for the usual colours, which the style sheet has already. */
  style: string;
  /** The colour around the page in browsers that draw one. */
  light: string;
  dark: string;
};

export function lookOf(colours: Colours): Look {
  const all = palette(colours);
  const { light, dark } = changedTokens(all);
  // The element name makes the rule win over that of the style sheet, whichever comes first.
  const rules = [rule(light), rule(dark) && `@media (prefers-color-scheme:dark){${rule(dark)}}`];
  return { style: rules.join(""), light: all.light.paper, dark: all.dark.paper };
}

function rule(tokens: Partial<Tokens>): string {
  const lines = Object.entries(tokens).map(([name, colour]) => `--${name}:${colour}`);
  return lines.length > 0 ? `html:root{${lines.join(";")}}` : "";
}

import type { Institute } from "@shoreline/contract";
import { palette, type Tokens } from "@shoreline/domain/brand";
import type { MailLogo } from "./logo.ts";

export type MailColours = {
  paper: string;
  card: string;
  rule: string;
  /** Behind programs. */
  box: string;
  ink: string;
  soft: string;
  quiet: string;
  /** Buttons and links. */
  sea: string;
  onSea: string;
  sun: string;
  correct: string;
  wrong: string;
};

export type MailLook = {
  wordmark: string;
  /** Shown instead of the wordmark. */
  logo: MailLogo | null;
  light: MailColours;
  dark: MailColours;
};

/** Everything about the look of a mail that an institute may choose. */
export function mailLook({ name, brand }: Pick<Institute, "name" | "brand">, logo: MailLogo | null): MailLook {
  const { light, dark } = palette(brand.colours);
  return {
    wordmark: name,
    logo,
    light: { ...coloursOf(light), ...signs.light },
    dark: { ...coloursOf(dark), ...signs.dark },
  };
}

/** The same whatever the brand. */
const signs = {
  light: { correct: "#17704a", wrong: "#b23318" },
  dark: { correct: "#6fcf9f", wrong: "#f79d86" },
};

function coloursOf(tokens: Tokens): Omit<MailColours, keyof typeof signs.light> {
  return {
    paper: tokens.paper,
    card: tokens.card,
    rule: tokens.rule,
    box: tokens.foam,
    ink: tokens.ink,
    soft: tokens["ink-2"],
    quiet: tokens["ink-3"],
    sea: tokens.sea,
    onSea: tokens["on-sea"],
    sun: tokens.sun,
  };
}

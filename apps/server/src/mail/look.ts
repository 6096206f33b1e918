import type { Institute } from "@shoreline/contract";

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
  /** Shown instead of the wordmark. The address is absolute, because a mailbox fetches the picture. */
  logo: { url: string; width: number; height: number } | null;
  light: MailColours;
  dark: MailColours;
};

/** Everything about the look of a mail that an institute may choose. The values are those of `styles/tokens.css`. */
export function mailLook({ name }: Institute): MailLook {
  return {
    wordmark: name,
    logo: null,
    light: {
      paper: "#fdfbf7",
      card: "#ffffff",
      rule: "#dcd6c9",
      box: "#e7f0f6",
      ink: "#0d2136",
      soft: "#3d5064",
      quiet: "#586a7c",
      sea: "#0b4f8f",
      onSea: "#ffffff",
      sun: "#f6b73c",
      correct: "#17704a",
      wrong: "#b23318",
    },
    dark: {
      paper: "#0b1622",
      card: "#122232",
      rule: "#26394b",
      box: "#11273a",
      ink: "#f3efe6",
      soft: "#bcc8d3",
      quiet: "#9aa9b7",
      sea: "#85bff2",
      onSea: "#05182a",
      sun: "#f6c35a",
      correct: "#6fcf9f",
      wrong: "#f79d86",
    },
  };
}

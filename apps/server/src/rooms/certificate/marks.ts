import type { Setting } from "../../pdf/typeset.ts";

/** Drawn once in these units, for the page and for the picture: the proportions are those of A4. */
export const sheet = { width: 1120, height: 792 };

export type Shape = {
  kind: "shape";
  path: string;
  fill?: string;
  stroke?: string;
  lineWidth?: number;
  opacity?: number;
  isRound?: boolean;
  /** Where it is drawn, turned by so many degrees; once at the origin if nothing is said. */
  at?: [x: number, y: number, degrees?: number][];
};
export type Words = { kind: "words"; type: "H1" | "P"; setting: Setting; x: number; y: number; colour: string };
/** The code of squares, which leads to the page. */
export type Code = { kind: "code"; path: string; x: number; y: number; size: number; url: string };
export type Mark = Shape | Words | Code;

export const cream = "#fdfbf7";

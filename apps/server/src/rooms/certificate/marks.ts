import type { Setting } from "../../pdf/typeset.ts";

/** The units of the drawing, for the page and for the picture. The proportions are those of A4. */
export const sheet = { width: 1120, height: 792 };

export type Shape = {
  kind: "shape";
  path: string;
  fill?: string;
  stroke?: string;
  lineWidth?: number;
  opacity?: number;
  /** Where to draw the shape, turned by so many degrees; by default once at the origin. */
  at?: [x: number, y: number, degrees?: number][];
};
/** `x` is the left edge of the lines, or their middle. */
export type Words = {
  kind: "words";
  type: "H1" | "P";
  setting: Setting;
  x: number;
  y: number;
  colour: string;
  isCentred?: boolean;
};
/** The QR code, which opens the page of the certificate. */
type Code = { kind: "code"; path: string; fill: string; x: number; y: number; size: number; url: string };
/** Drawn at the left edge of its box. Without `alt` it is decoration. */
export type Picture = {
  kind: "picture";
  png: Uint8Array;
  x: number;
  y: number;
  width: number;
  height: number;
  alt?: string;
};
export type Mark = Shape | Words | Code | Picture;

export const cream = "#fdfbf7";

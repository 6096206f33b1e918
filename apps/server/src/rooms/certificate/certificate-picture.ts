import { blankDocument } from "../../pdf/fonts.ts";
import { outlineSetting } from "../../pdf/outline.ts";
import { composeCertificate } from "./drawing.ts";
import type { CertificateInput } from "./drawing-parts.ts";
import { type Mark, type Picture, type Shape, sheet, type Words } from "./marks.ts";

/**
 * Draws the certificate as SVG. Words become shapes, so it needs no fonts and looks the same everywhere. The SVG has the size of the
 * picture: sharp would read one of another size twice.
 */
export async function pictureCertificate(certificate: CertificateInput, width = sheet.width): Promise<Uint8Array> {
  const marks = composeCertificate(blankDocument(), certificate).map(toSvg);
  const size = `viewBox="0 0 ${sheet.width} ${sheet.height}" width="${width}" height="${(width * sheet.height) / sheet.width}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${marks.join("")}</svg>`);
}

function toSvg(mark: Mark, n: number): string {
  if (mark.kind === "shape") return drawShape(mark, `m${n}`);
  if (mark.kind === "words") return drawWords(mark);
  if (mark.kind === "picture") return drawPicture(mark);
  const { path, fill, x, y } = mark;
  return drawShape({ kind: "shape", path, fill, at: [[x, y]] }, `m${n}`);
}

function drawPicture({ png, x, y, width, height }: Picture): string {
  const data = Buffer.from(png).toString("base64");
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMinYMid" href="data:image/png;base64,${data}"/>`;
}

/** A shape that is drawn in several places is written once, under `id`: every byte is parsed. */
function drawShape(
  { path, fill = "none", stroke, lineWidth = 1, opacity = 1, at = [[0, 0]] }: Shape,
  id: string,
): string {
  const line = stroke ? ` stroke="${stroke}" stroke-width="${lineWidth}"` : "";
  // A line or an area alone looks the same with either, and `opacity` takes longer: it is drawn apart first.
  const name = !stroke ? "fill-opacity" : fill === "none" ? "stroke-opacity" : "opacity";
  const paint = `fill="${fill}"${line}${opacity < 1 ? ` ${name}="${opacity}"` : ""}`;
  const places = at.map(([x, y, degrees = 0]) => `translate(${x} ${y})${degrees ? ` rotate(${degrees})` : ""}`);
  if (places.length === 1) return `<path transform="${places[0]}" d="${path}" ${paint}/>`;
  const uses = places.map((place) => `<use transform="${place}" href="#${id}"/>`);
  return `<defs><path id="${id}" d="${path}" ${paint}/></defs>${uses.join("")}`;
}

function drawWords({ setting, x, y, colour, isCentred = false }: Words): string {
  return `<path d="${outlineSetting(setting, { x, y, isCentred })}" fill="${colour}"/>`;
}

import { blankDocument } from "../../pdf/fonts.ts";
import { outlineSetting } from "../../pdf/outline.ts";
import { type CertificateInput, composeCertificate } from "./drawing.ts";
import { type Mark, type Picture, type Shape, sheet, type Words } from "./marks.ts";

/** Draws the certificate as SVG. Words become shapes, so it needs no fonts and looks the same everywhere. */
export async function pictureCertificate(certificate: CertificateInput): Promise<Uint8Array> {
  const doc = blankDocument();
  const marks = composeCertificate(doc, certificate).map(toSvg);
  const { width, height } = sheet;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  return Buffer.from(`${head}${marks.join("")}</svg>`);
}

function toSvg(mark: Mark): string {
  if (mark.kind === "shape") return drawShape(mark);
  if (mark.kind === "words") return drawWords(mark);
  if (mark.kind === "picture") return drawPicture(mark);
  const { path, fill, x, y } = mark;
  return drawShape({ kind: "shape", path, fill, at: [[x, y]] });
}

function drawPicture({ png, x, y, width, height }: Picture): string {
  const data = Buffer.from(png).toString("base64");
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMinYMid" href="data:image/png;base64,${data}"/>`;
}

function drawShape({ path, fill = "none", stroke, lineWidth = 1, opacity = 1, at = [[0, 0]] }: Shape): string {
  const line = stroke ? ` stroke="${stroke}" stroke-width="${lineWidth}"` : "";
  // A line or an area alone looks the same with either, and `opacity` takes longer: it is drawn apart first.
  const name = !stroke ? "fill-opacity" : fill === "none" ? "stroke-opacity" : "opacity";
  const paint = `fill="${fill}"${line}${opacity < 1 ? ` ${name}="${opacity}"` : ""}`;
  const places = at.map(([x, y, degrees = 0]) => `translate(${x} ${y})${degrees ? ` rotate(${degrees})` : ""}`);
  return places.map((place) => `<path transform="${place}" d="${path}" ${paint}/>`).join("");
}

function drawWords({ setting, x, y, colour }: Words): string {
  return `<path d="${outlineSetting(setting, { x, y })}" fill="${colour}"/>`;
}

import type { Draw } from "../ports.ts";

/** A fake document of the kind that was asked for, which contains its input. A real one takes a second of CPU. */
export const fakeDraw: Draw = async (module, input) => {
  const name = module.pathname.split("/").at(-1);
  const inside = `fake ${name} ${JSON.stringify(input)}`;
  const { as } = input as { as?: string };
  if (as === "png") return fakePng;
  if (as === "svg") return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>`);
  return fakePdf(inside);
};

const fakePng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** One empty page with the text in a comment: enough to be signed. */
function fakePdf(comment: string): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] >>",
  ].map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`);
  const parts = [Buffer.from(`%PDF-1.7 ${comment}\n`), ...objects.map((object) => Buffer.from(object))];
  let at = 0;
  const places = parts.map((part) => {
    const place = at;
    at += part.length;
    return place;
  });
  const rows = places.slice(1).map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 4\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}

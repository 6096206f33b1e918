import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipParts } from "./gzip-parts.ts";

const text = (parts: Buffer[]) => gunzipSync(gzipParts(parts)).toString();

test("the parts come out as one text, whatever they are and however often they came before", () => {
  const styles = Buffer.from("p{color:red}".repeat(5000));
  const page = (n: number) => [Buffer.from(`<p>${n} ஊழி</p><style>`), styles, Buffer.from("</style>")];
  for (const n of [1, 2, 3]) expect(text(page(n))).toBe(Buffer.concat(page(n)).toString());
  expect(text([])).toBe("");
  expect(text([Buffer.from("")])).toBe("");
  expect(text([Buffer.from("a"), Buffer.from(""), Buffer.from("b")])).toBe("ab");
});

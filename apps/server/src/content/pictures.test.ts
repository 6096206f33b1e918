import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { shippedFolder } from "./folder.ts";

const files = readdirSync(shippedFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".yaml"),
);

test("every picture that the content uses exists", () => {
  const named = files.flatMap((file) => {
    const text = readFileSync(path.join(shippedFolder, file), "utf8");
    return [...text.matchAll(/\/pictures\/[\w./-]+/g)].map(([address]) => ({ file, address }));
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ address }) => !existsSync(path.join(shippedFolder, address)))).toEqual([]);
});

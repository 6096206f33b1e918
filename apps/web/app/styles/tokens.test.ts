import { readFileSync } from "node:fs";
import path from "node:path";
import { palette, usualColours } from "@shoreline/domain/brand";
import { expect, test } from "vitest";

const sheet = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");

/** The colours of the two `:root` rules: by day, and what is different by night. */
function readSheet(): Record<string, string>[] {
  return [...sheet.matchAll(/:root \{([^}]*)\}/g)].map(([, rule = ""]) =>
    Object.fromEntries([...rule.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, colour]) => [name, colour])),
  );
}

test("the style sheet has the palette of the usual colours", () => {
  const [day = {}, night = {}] = readSheet();
  const { light, dark } = palette(usualColours);
  expect(day).toMatchObject(light);
  expect({ ...day, ...night }).toMatchObject(dark);
});

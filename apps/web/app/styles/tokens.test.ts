import { readFileSync } from "node:fs";
import path from "node:path";
import { palette, usualColours } from "@shoreline/domain/brand";
import { contrast, fromLch } from "@shoreline/domain/colour";
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

test("mistakes and warnings can be read on the grounds of every brand", () => {
  const [day = {}, night = {}] = readSheet();
  const hues = Array.from({ length: 24 }, (_, n) => n * 15);
  const brands = hues.map((hue) => ({
    main: fromLch({ lightness: 0.42, chroma: 0.2, hue }),
    accent: fromLch({ lightness: 0.88, chroma: 0.2, hue: hue + 90 }),
  }));
  const faults = [usualColours, ...brands].flatMap((colours) => {
    const { light, dark } = palette(colours);
    return [
      { ...day, ...light },
      { ...day, ...night, ...dark },
    ].flatMap((tokens: Record<string, string>) =>
      alerts.flatMap(({ front, on, needed }) =>
        on.flatMap((back) => {
          const found = contrast(tokens[front] ?? "", tokens[back] ?? "");
          return found >= needed ? [] : [`${colours.main}: ${front} on ${back}: ${found}`];
        }),
      ),
    );
  });
  expect(faults).toEqual([]);
});

const grounds = ["paper", "card", "sand", "foam"];
const alerts = [
  { front: "coral-ink", on: [...grounds, "coral-tint"], needed: 4.5 },
  { front: "green", on: [...grounds, "green-tint"], needed: 4.5 },
  { front: "coral", on: grounds, needed: 3 },
];

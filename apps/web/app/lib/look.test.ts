import { readFileSync } from "node:fs";
import path from "node:path";
import { palette, usualColours } from "@shoreline/domain/brand";
import { expect, test } from "vitest";
import { lookOf } from "./look.ts";

test("the usual colours need no style of their own", () => {
  expect(lookOf({ colours: usualColours, scene: "coast" })).toEqual({ style: "", light: "#fdfbf7", dark: "#0b1622" });
});

test("other colours are set by day and by night, in little space", () => {
  const colours = { main: "#7a1f3d", accent: "#e8b04a" };
  const { style, dark } = lookOf({ colours, scene: "coast" });
  const tokens = palette(colours);
  const [day = "", night = ""] = style.split("@media");
  expect(day).toMatch(/^html:root\{.*--sea:#7a1f3d;.*\}$/);
  expect(night).toContain(`--sea:${tokens.dark.sea};`);
  // Else the colour of the day would hold at night too.
  expect(day).toContain(`--ink:${tokens.light.ink};`);
  expect(night).toContain(`--ink:${tokens.dark.ink};`);
  expect(dark).toBe(tokens.dark.paper);
  expect(style.length).toBeLessThan(1500);
  expect(style).not.toMatch(/[<&]/);
});

test("an institute without the sea sees none of it, by day and by night", () => {
  const { style } = lookOf({ colours: usualColours, scene: "none" });
  for (const token of ["--art-sun:transparent", "--art-water:transparent", "--art-window:var(--deep)"])
    expect(style).toContain(token);
  const names = [...style.matchAll(/(--art-[a-z]+):/g)].map(([, name]) => name);
  const sheet = readFileSync(path.join(import.meta.dirname, "../styles/tokens.css"), "utf8");
  for (const name of names) expect(sheet).toContain(`${name}:`);
});

import { palette, usualColours } from "@shoreline/domain/brand";
import { expect, test } from "vitest";
import { lookOf } from "./look.ts";

test("the usual colours need no style of their own", () => {
  expect(lookOf(usualColours)).toEqual({ style: "", light: "#fdfbf7", dark: "#0b1622" });
});

test("other colours are set by day and by night, in little space", () => {
  const colours = { main: "#7a1f3d", accent: "#e8b04a" };
  const { style, dark } = lookOf(colours);
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

import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { expect } from "./test.ts";

type Windows = {
  widths: number[];
  /** Axe checks each theme and each layout once, at these widths. */
  axeAt: { light: number; dark: number };
};

/** The page fits every window in both themes, and axe finds nothing. */
export async function expectToFit(page: Page, { widths, axeAt }: Windows): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
      if (width === axeAt[colorScheme]) expect((await axe(page).analyze()).violations).toEqual([]);
    }
  }
}

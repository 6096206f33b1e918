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

/**
 * The page fits a computer and a phone, and axe finds nothing in either theme; `SHOTS=folder` keeps pictures. Without motion: a colour
 * on its way from one theme to the other is in neither.
 */
export async function expectToLookWell(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  const before = page.viewportSize();
  for (const [width, height] of [
    [360, 800],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} ${width}`).toBeLessThanOrEqual(
      width,
    );
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect((await axe(page).analyze()).violations, `${name} ${width} ${colorScheme}`).toEqual([]);
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ reducedMotion: null });
  if (before) await page.setViewportSize(before);
}

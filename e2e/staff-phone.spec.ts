import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

for (const width of [320, 360])
  test(`the tables of the reports are whole in a window of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await enterAs(page, "owner");
    await page.goto("/staff/reports");
    await page.getByText("Show weekly figures").click();
    const tables = page.getByRole("main").getByRole("table");
    await expect(tables.nth(3)).toBeVisible();
    const cut = await tables.evaluateAll((all) =>
      all
        .flatMap((table) => [table.parentElement as HTMLElement, ...table.querySelectorAll<HTMLElement>("tbody *")])
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

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

test("the menu of all rooms is whole in a window of a phone, and scrolls by itself", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await enterAs(page, "owner");
  await page.getByRole("button", { name: "More" }).click();
  const rooms = page.getByRole("navigation", { name: "Rooms, short" }).getByRole("link");
  for (const room of [rooms.nth(4), rooms.last()]) {
    await room.scrollIntoViewIfNeeded();
    await expect(room).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/** A journey fails on anything that the browser complains about, unless the journey itself expects it. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page, context, baseURL: url = "" }, use) => {
      // The enquiry popup has a journey of its own, and would lie over the others.
      await context.addCookies([{ name: "isAlert", value: "1", url }]);
      const complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** React has taken over the page from the server: needed only where a journey moves the clock itself. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
}

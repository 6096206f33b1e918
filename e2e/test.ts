import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { newLearner, signIn } from "./learner.ts";

export { expect };

type Fixtures = {
  /** A journey fails on every browser error that it does not expect. */
  complaints: string[];
  /** The page, signed in as a learner whom other journeys share: for journeys that buy and change nothing. */
  signedInPage: Page;
};

export const test = base.extend<Fixtures, { sharedToken: string }>({
  sharedToken: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? "" });
      await use((await newLearner(request)).token);
      await request.dispose();
    },
    { scope: "worker" },
  ],
  signedInPage: async ({ page, sharedToken }, use) => {
    await signIn(page, sharedToken);
    await use(page);
  },
  complaints: [
    async ({ page, context, baseURL: url = "" }, use) => {
      await closeEnquiryPopup(context, url);
      const complaints = collectComplaints(page);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The enquiry popup has its own journey, and would cover the page in the others. */
export async function closeEnquiryPopup(context: BrowserContext, url: string): Promise<void> {
  await context.addCookies([{ name: "isAlert", value: "1", url }]);
}

/** Everything that the browser reports as an error from now on. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

/** Waits until React has hydrated the page: needed only where a journey moves the clock. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
}

import { type BrowserContext, test as base, expect, type Page, type Route } from "@playwright/test";
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
      await delayHydration(context);
      waitForLife(page);
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

/**
 * `LATE_MS=1500` finds journeys that use a page before it is alive: it hydrates that long after it is loaded, as on a busy
 * machine. Only the page waits; `goto` does not.
 */
async function delayHydration(context: BrowserContext): Promise<void> {
  const lateMs = Number(process.env.LATE_MS ?? 0);
  if (lateMs === 0) return;
  const slowDown = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `await fetch("/late");${await response.text()}` });
  };
  // The journey may be over before the script has come.
  await context.route("**/assets/entry.client-*.js", (route) => slowDown(route).catch(() => {}));
  // Not a timer of the page: some journeys stop its clock.
  await context.route("**/late", async (route) => {
    await new Promise((wait) => setTimeout(wait, lateMs));
    await route.fulfill({ status: 204 }).catch(() => {});
  });
}

/** Everything that the browser reports as an error from now on. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

/**
 * A journey uses pages that are alive: on a busy machine it would press buttons before React knows them. Which pages keep what
 * a visitor types or chooses before that has journeys of its own, that go on at `waitUntil: "commit"`.
 */
function waitForLife(page: Page): void {
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goTo(url, options);
    if (!options?.waitUntil) await isAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await isAlive(page);
    return response;
  };
}

/** Waits until React has hydrated the page, if it is one of React's. Call it after a link that loads a document. */
export async function isAlive(page: Page): Promise<void> {
  // A page that nobody uses becomes React's much later.
  await page.evaluate(() => dispatchEvent(new PointerEvent("pointermove", { movementX: 1 })));
  await page.waitForFunction(
    () =>
      !("__reactRouterContext" in window) ||
      Object.keys(document.querySelector("main") ?? document.body).some((key) => key.startsWith("__react")),
  );
}

/** From now on an installed clock moves only when the journey says so, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

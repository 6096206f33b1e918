import type { APIRequestContext, Page } from "@playwright/test";
import { measureWeight, whyTooHeavy } from "../bench/weight.ts";
import { axe } from "./axe.ts";
import { expect, test } from "./test.ts";

// The last file: both workers share it.
test.describe.configure({ mode: "parallel" });

let people = 0;

function newEmail(): string {
  return `guest${Date.now()}-${++people}-${process.env.TEST_PARALLEL_INDEX ?? 0}@example.com`;
}

async function fillIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole("form", { name: "Registration" });
  await form.getByLabel("Name").fill("Asha Kumar");
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Mobile number").fill("9876543210");
}

const press = (page: Page) =>
  page
    .getByRole("form", { name: "Registration" })
    .getByRole("button", { name: /^Register/ })
    .click();

async function mailsTo(request: APIRequestContext, email: string) {
  const messages = (await (await request.get("/dev/outbox.json")).json()) as {
    to: string;
    subject: string;
    text: string;
  }[];
  return messages.filter(({ to }) => to === email);
}

const success = "Registration successful! Redirecting to WhatsApp group...";

test("a free seat: wrong input shows errors, the group opens, and the link in the mail confirms the one seat", async ({
  page,
  context,
}) => {
  await context.route("https://chat.example/**", (route) => route.fulfill({ body: "The group" }));
  await page.goto("/webinar/first-api");
  await expect(page.getByRole("timer", { name: "Time until the webinar starts" })).toHaveText(/\d\d days/);
  await fillIn(page, "asha@");
  await page.getByLabel("Mobile number").fill("98765");
  await press(page);
  await expect(page.getByText("invalid email")).toBeVisible();
  await expect(page.getByText("invalid mobileNumber")).toBeVisible();
  await expect(page.getByRole("form", { name: "Registration" }).getByLabel("E-mail")).toBeFocused();

  const email = newEmail();
  await fillIn(page, email);
  const popup = page.waitForEvent("popup");
  await press(page);
  const alert = page.getByRole("alert").filter({ hasText: success });
  await expect(alert.getByRole("link", { name: "Open the group" })).toBeVisible();
  await (await popup).waitForURL("https://chat.example/shoreline/first-api");
  await expect(alert).toBeHidden({ timeout: 15_000 });
  await expect(page.getByRole("heading", { name: "One step left: confirm your seat" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Join the WhatsApp group" })).toBeVisible();

  await page.goto(await joinLink(page.request, email));
  await expect(page.getByText("Your seat is confirmed.")).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(page.request, email)).map(({ subject }) => subject))
    .toEqual([
      "Your seat: Your first API in sixty minutes",
      "Please confirm your seat: Your first API in sixty minutes",
    ]);

  await page.goto("/webinar/first-api");
  await fillIn(page, email.toUpperCase());
  await press(page);
  await expect(page.getByRole("heading", { name: "One step left: confirm your seat" })).toBeVisible();
  expect(await mailsTo(page.request, email)).toHaveLength(2);
});

/** The address in the mail that asks to confirm a seat. */
async function joinLink(request: APIRequestContext, email: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const [mail] = await mailsTo(request, email);
    link = /\/webinar\/user\/join\/[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

test("a blocked window leaves a message with the link, and a server that does not answer is shown", async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.clock.install();
  await page.goto("/webinar/first-api");
  await page.route("**/api/webinar/user/add", (route) => route.abort());
  await fillIn(page, newEmail());
  await press(page);
  await page.getByRole("status").getByRole("button", { name: "Stop trying" }).click();
  await expect(page.getByRole("alert").getByText("Something went wrong. Try again.")).toBeVisible();
  await page.unroute("**/api/webinar/user/add");
  await press(page);
  const link = page.getByRole("alert").getByRole("link", { name: "Open the group" });
  await expect(link).toBeVisible();
  // Messages without a link are gone by then.
  await page.clock.runFor(4500);
  await expect(link).toBeVisible();
  complaints.length = 0;
});

test("a paid seat: after a failed payment and a closed window, and after a lost connection", async ({
  page,
  context,
  complaints,
}) => {
  await context.route("https://chat.example/**", (route) => route.fulfill({ body: "The group" }));
  await page.goto("/webinar/honest-charts");
  const email = newEmail();
  await fillIn(page, email);
  await press(page);
  const checkout = page.getByRole("dialog", { name: /Payment to/ });
  await expect(checkout.getByText("₹499").first()).toBeVisible();
  await checkout.getByRole("list", { name: "Simulate a failure" }).getByRole("button").first().click();
  await expect(page.getByText(/The payment failed\..*Order: order_/s)).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(checkout).toBeHidden();
  expect(await mailsTo(page.request, email)).toEqual([]);
  await press(page);
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page.getByRole("alert").getByText(success)).toBeVisible();
  await expect(page.getByRole("link", { name: "Your join page" })).toBeVisible();

  const lost = newEmail();
  await page.goto("/webinar/honest-charts");
  await fillIn(page, lost);
  await press(page);
  await checkout.getByRole("button", { name: /lose the connection/ }).click();
  await page.goto("/webinarview");
  await expect
    .poll(async () => (await mailsTo(page.request, lost))[0]?.text ?? "", { timeout: 25_000 })
    .toContain("/webinar/user/join/");
  complaints.length = 0;
});

test("a countdown that ends by the server's clock leads to the webinars that are live", async ({ page }) => {
  await page.clock.install({ time: new Date("2020-01-01T00:00:00Z") }); // the visitor's clock is years behind
  const webinar = await (await page.request.get("/api/webinar/upcoming/first-api")).json();
  const begins = Date.parse(webinar.startAt);
  const at = (ms: number) => new Date(begins + ms).toISOString();
  await page.route("**/api/webinar/upcoming/*", (route) =>
    route.fulfill({ json: { ...webinar, now: at(-50_000), seatsLeft: 0 } }),
  );
  await page.route("**/api/webinar/now", (route) => route.fulfill({ json: { now: at(2000), webinars: [] } }));
  await page.goto("/webinar/first-api");
  await expect(page.getByRole("heading", { name: "All seats are taken" })).toBeVisible();
  await expect(page.getByRole("timer", { name: "Time until the webinar starts" })).toHaveText(
    /00 days.*00 minutes.*[0-5]\d seconds/,
  );
  await page.clock.runFor(52_000);
  await expect(page).toHaveURL("/webinarview");
  await page.clock.runFor(1000);
  await expect(
    page.getByRole("region", { name: "Live now" }).getByText("open the link in your confirmation e-mail"),
  ).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Recent" }).getByRole("link", { name: /Watch the recording/ }),
  ).toHaveCount(2);
});

test("the join page: a countdown before, the meeting during, thanks afterwards; axe finds nothing", async ({
  page,
  context,
}) => {
  await context.route("https://meet.jit.si/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "Meeting" }),
  );
  const { userId } = await registerByCall(page);
  const path = `/webinar/user/join/${userId}`;
  const address = `**/api${path}`;
  const answer = await (await page.request.get(`/api${path}`)).json();
  expect(answer.zoomLink).toBe("");
  await page.goto(path);
  await expect(page.getByRole("timer", { name: "Time until the webinar starts" })).toBeVisible();

  const during = { ...answer, now: answer.webinar.startAt, zoomLink: "https://meet.jit.si/shoreline-journey" };
  await page.route(address, (route) => route.fulfill({ json: during }));
  await page.goto(path);
  await expect(page.frameLocator("iframe").getByText("Meeting")).toBeVisible();
  expect((await page.locator("iframe").boundingBox())?.height).toBeGreaterThan(300);
  await expect(page.getByRole("link", { name: "Open in a new window" })).toHaveAttribute("href", during.zoomLink);
  await page.unroute(address);
  await page.route(address, (route) =>
    route.fulfill({ json: { ...during, zoomLink: "https://meet.google.com/abc-defg-hij" } }),
  );
  await page.goto(path);
  await expect(page.getByText("opens in a new window")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await looksFine(page, 1280);

  await page.unroute(address);
  const after = {
    ...answer,
    now: answer.closesAt,
    webinar: { ...answer.webinar, recordingUrl: "https://films.example/x" },
  };
  await page.route(address, (route) => route.fulfill({ json: after }));
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Thank you for coming" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Watch the recording" })).toBeVisible();
  await looksFine(page, 320);
});

test("mails can be stopped, the join page is light, and an invalid link says so", async ({
  page,
  baseURL: baseUrl = "",
  complaints,
}) => {
  const { userId } = await registerByCall(page);
  const path = `/webinar/user/join/${userId}`;
  await page.goto(`/webinar/user/unsubscribe/${userId}`);
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await expect(page.getByText("You keep your seat.")).toBeVisible();
  // As on a first visit.
  await page.evaluate(() => localStorage.clear());
  const weight = await measureWeight({ page, baseUrl, path });
  expect(whyTooHeavy(weight, { title: "join", path })).toEqual([]);

  await page.goto("/webinar/user/join/nobody");
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  complaints.length = 0;
});

async function registerByCall(page: Page): Promise<{ userId: string }> {
  const email = newEmail();
  const data = { webinar: "first-api", username: "Asha Kumar", email, mobileNumber: "9876543210" };
  await page.request.post("/api/webinar/user/add", { data });
  const userId = (await joinLink(page.request, email)).split("/").at(-1) ?? "";
  await page.request.post(`/api/webinar/user/confirm/${userId}`, { data: {} });
  return { userId };
}

async function looksFine(page: Page, width: number): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 800 });
  expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
  // The meeting is a frame of another origin.
  expect((await axe(page).setLegacyMode(false).analyze()).violations).toEqual([]);
}

test("a webinar is described as an event, and can be added to a calendar and shared", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const html = await (await page.request.get("/webinar/honest-charts")).text();
  // The cached page contains nothing that changes by the minute, and no personal data.
  expect(html.includes("seats left")).toBe(false);
  await page.goto("/webinar/honest-charts");
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );
  const event = data.find((one) => one["@type"] === "Event");
  expect(event).toMatchObject({ name: "Honest charts from messy data", offers: { price: 499, priceCurrency: "INR" } });
  const google = page.getByRole("link", { name: "Google", exact: true });
  const dates = new URL((await google.getAttribute("href")) ?? "").searchParams.get("dates");
  expect(dates).toMatch(/^\d{8}T050000Z\/\d{8}T070000Z$/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Other calendars (.ics)" }).click();
  expect((await download).suggestedFilename()).toBe("honest-charts.ics");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/webinar\/honest-charts$/);
  await expect(page.getByRole("link", { name: "WhatsApp", exact: true })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=/,
  );
});

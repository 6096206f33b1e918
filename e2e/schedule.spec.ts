import type { Page } from "@playwright/test";
import { learnerWithClasses, room } from "./classes.ts";
import { query } from "./database.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { runCommand } from "./product.ts";
import { expect, test } from "./test.ts";

const card = (page: Page, topic: string) => page.getByRole("listitem").filter({ hasText: topic });

test("before, during, after and 35 hours after a class: its card, its link, and joining", async ({ page, context }) => {
  await context.route(`${room}**`, (route) => route.fulfill({ contentType: "text/html", body: "<h1>The class</h1>" }));
  await learnerWithClasses(page, { Components: -36 * 60, State: -90, Effects: -5, Context: 180 });
  await page.goto("/dashboard/schedule/react");
  await expect(page.getByRole("heading", { name: "Hello, Kavya." })).toBeVisible();

  await expect(card(page, "Components").getByText("Completed")).toBeVisible();
  await expect(card(page, "Components").getByRole("button")).toHaveCount(0);
  await expect(card(page, "Context").getByRole("button", { name: "Join" })).toBeDisabled();
  await expect(card(page, "Context").getByText(/Opens \d+:\d\d [AP]M/)).toBeVisible();

  // The button stands at the end of the window.
  await card(page, "State")
    .getByRole("button", { name: "Join" })
    .evaluate((button) => button.scrollIntoView({ block: "end" }));
  await card(page, "State").getByRole("button", { name: "Join" }).click();
  await expect(card(page, "State").getByRole("alert").getByText("its completed")).toBeInViewport();

  const running = page.getByRole("region", { name: "Effects" });
  await expect(running.getByText("Your class is in progress")).toBeVisible();
  const [meeting] = await Promise.all([
    context.waitForEvent("page"),
    running.getByRole("button", { name: "Join Effects" }).click(),
  ]);
  await expect(meeting.getByRole("heading", { name: "The class" })).toBeVisible();
  expect(meeting.url()).toBe(room);
  await meeting.close();
  await expect(card(page, "Effects").getByText("Attended")).toBeVisible();

  await running.getByRole("button", { name: "Join on this page" }).click();
  await expect(page).toHaveURL("/dashboard/zoompage");
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "The class" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in a new window" })).toHaveAttribute("href", room);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
});

test("a class can be joined as soon as its join window opens; a service that forbids frames opens in a new window", async ({
  page,
}) => {
  await learnerWithClasses(page, { "Google Meet and you": 15 });
  await page.goto("/dashboard/schedule/react");
  const next = page.getByRole("region", { name: "Google Meet and you" });
  await expect(next.getByRole("timer")).toHaveAttribute("aria-label", /Starts in 0 hours 1[45] minutes/);
  await expect(next.getByRole("button", { name: "Join Google Meet and you" })).toBeEnabled();
  await expect(next.getByRole("button", { name: "Join on this page" })).toHaveCount(0);
  await page.goto("/dashboard/zoompage");
  await expect(page.getByRole("heading", { name: "No class is open" })).toBeVisible();
  await page.evaluate((zoomLink) => {
    window.history.replaceState({ usr: { zoomLink, topic: "Hooks" }, key: "x", idx: 0 }, "");
  }, "https://meet.google.com/abc");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hooks" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Open in a new window" })).toBeVisible();
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Europe/Berlin", viewport: { width: 360, height: 780 } });

  test("times name their zone, the menu lists the course, and the calendar address can be renewed", async ({
    page,
  }) => {
    await learnerWithClasses(page, { Forms: 60 * 30 });
    await page.goto("/dashboard/mycourses");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page
      .getByRole("navigation", { name: "Classes and schedules" })
      .getByRole("link", { name: "React.js" })
      .click();
    await expect(page).toHaveURL("/dashboard/schedule/react");
    await expect(page.getByText(/All times are in the time zone of the institute \(IST\)/)).toBeVisible();
    await page.getByRole("button", { name: "Add to my calendar" }).click();
    const address = page.getByLabel(/Your calendar address/);
    const url = await address.inputValue();
    await expect(page.getByRole("link", { name: "Apple" })).toHaveAttribute("href", /^webcal:/);
    await expect(page.getByRole("link", { name: "Google" })).toHaveAttribute("href", /calendar\.google\.com/);
    const path = new URL(url).pathname;
    expect(await (await page.request.get(path)).text()).toContain("SUMMARY:React.js: Forms");
    await page.getByRole("button", { name: "Create a new address" }).click();
    await page.getByRole("button", { name: "Yes, create a new address" }).click();
    await expect(page.getByText("The old address no longer works.")).toBeVisible();
    await expect(address).not.toHaveValue(url);
    expect((await page.request.get(path)).status()).toBe(404);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test("the calendar feed rings before each class, begins with the purchase and says which class was moved", async ({
  page,
}) => {
  const { mobileNumber } = await learnerWithClasses(page, { Components: -72 * 60, State: -26 * 60, Forms: 50 * 60 });
  await query(
    `update purchase set purchased_at = now() - interval '2 days'
     where learner_id = (select id from learner where mobile_number = $1)`,
    [mobileNumber],
  );
  await page.goto("/dashboard/schedule/react");
  await page.getByRole("button", { name: "Add to my calendar" }).click();
  const { pathname } = new URL(await page.getByLabel(/Your calendar address/).inputValue());
  const readFeed = async () => {
    // A long line goes on in the next one, after a space.
    const text = (await (await page.request.get(pathname)).text()).replaceAll("\r\n ", "");
    const events = text.split("BEGIN:VEVENT").slice(1);
    return events.map((event) => ({
      title: /^SUMMARY:(.*)$/m.exec(event)?.[1],
      start: /^DTSTART:(.*)$/m.exec(event)?.[1],
      alarm: /^BEGIN:VALARM$.*^TRIGGER:(\S+)$.*^END:VALARM$/ms.exec(event)?.[1],
    }));
  };
  const before = await readFeed();
  expect(before).toMatchObject([
    { title: "React.js: State", alarm: "-PT15M" },
    { title: "React.js: Forms", alarm: "-PT15M" },
  ]);

  const [forms] = await query(
    `select c.id from live_class c join batch_place b using (batch_id) join purchase p on p.id = b.purchase_id
     join learner l on l.id = p.learner_id where l.mobile_number = $1 and c.topic = 'Forms'`,
    [mobileNumber],
  );
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  const moved = runCommand("class", ["move", String(forms?.id), `${day} 19:00`], {
    DATA_DIR: process.env.E2E_DATA ?? "",
  });
  expect(moved).toContain("The class has been moved.");
  expect(await readFeed()).toEqual([
    before[0],
    { title: "React.js: Forms (moved)", start: `${day.replaceAll("-", "")}T133000Z`, alarm: "-PT15M" },
  ]);
});

test("a learner who buys a course gets a schedule that teaches the whole syllabus", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "sql", batchTime: "3-4", batchType: "week-end" });
  await signIn(page, token);
  await page.goto("/dashboard/schedule/sql");
  await expect(page.getByText("Your next class")).toBeVisible();
  await page.getByText("Later classes").click();
  await expect(card(page, "Installing PostgreSQL, psql and a graphical client")).toBeVisible();
  await expect(card(page, "Final exercise: design, fill and query a library database")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "60 Minutes" })).toHaveCount(20);
});

test("All Courses shows when the next batch of each course starts", async ({ signedInPage: page }) => {
  await page.goto("/dashboard/allcourses");
  await expect(page.getByText(/Next batch starts \d+ \w{3} 20\d\d, \d+:00 [AP]M IST/).first()).toBeVisible();
});

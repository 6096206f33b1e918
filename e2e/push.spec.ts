import type { Page } from "@playwright/test";
import { startPushService } from "../apps/server/src/test/push-service.ts";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { expect, test } from "./test.ts";

const theSwitch = (page: Page) => page.getByRole("switch", { name: "Notifications on this device" });

test("a notification goes to the learner's browser, encrypted, until they sign out there", async ({ page }) => {
  const service = await startPushService();
  const { token, mobileNumber } = await newLearner(page.request);
  const send = (call: string, data: object) =>
    page.request.post(`/api/notification/push/${call}`, { data, headers: { authorization: `Bearer ${token}` } });
  expect((await send("subscribe", service.subscription)).status()).toBe(200);
  const notify = () =>
    query(
      `select graphile_worker.add_job('notification.add', json_build_object(
         'learnerId', l.id, 'title', 'Class moved', 'text', 'Loops is at 10 AM.', 'link', '/dashboard/schedule/react'))
       from learner l where mobile_number = $1`,
      [mobileNumber],
    );
  await notify();
  await expect
    .poll(() => service.pushed.map(({ payload }) => payload))
    .toContainEqual({
      ...{ title: "Class moved", text: "Loops is at 10 AM.", link: "/dashboard/schedule/react" },
      tag: expect.any(String),
    });
  await signIn(page, token);
  await page.goto("/dashboard/notification");
  await expect(page.getByRole("heading", { name: "Class moved" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Your other devices" }).getByRole("listitem")).toHaveCount(1);
  await page.request.post("/api/user/logout", { data: {}, headers: { authorization: `Bearer ${token}` } });
  const left = await query("select count(*)::int as count from push_subscription where endpoint = $1", [
    service.subscription.endpoint,
  ]);
  expect(left).toEqual([{ count: 0 }]);
  service.close();
});

for (const width of [360, 1280])
  test(`at ${width} px a browser that blocks notifications says what helps`, async ({ signedInPage: page }) => {
    await page.setViewportSize({ width, height: 800 });
    // A browser without windows blocks them everywhere.
    await page.goto("/dashboard/notification");
    await expect(theSwitch(page)).toBeDisabled();
    await expect(page.getByText(/^This browser blocks notifications of this site/)).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    const box = await page.getByText("Notifications on this device").locator("..").boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });

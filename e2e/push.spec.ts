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
    .toMatchObject([{ title: "Class moved", text: "Loops is at 10 AM.", link: "/dashboard/schedule/react" }]);
  await signIn(page, token);
  await page.goto("/dashboard/notification");
  await expect(page.getByRole("heading", { name: "Class moved" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Your other devices" }).getByRole("listitem")).toHaveCount(1);
  await page.request.post("/api/account/logout", { data: {}, headers: { authorization: `Bearer ${token}` } });
  const left = await query("select count(*)::int as count from push_subscription where endpoint = $1", [
    service.subscription.endpoint,
  ]);
  expect(left).toEqual([{ count: 0 }]);
  service.close();
});

for (const width of [360, 1280])
  test(`at ${width} px a browser that blocks notifications says what helps`, async ({
    signedInPage: page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await context.clearPermissions();
    await page.addInitScript(() => {
      Object.defineProperty(Notification, "permission", { get: () => "denied" });
    });
    await page.goto("/dashboard/notification");
    await expect(theSwitch(page)).toBeDisabled();
    await expect(page.getByText(/^This browser blocks notifications of this site/)).toBeVisible();
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    const box = await page.getByText("Notifications on this device").locator("..").boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });

test("a browser without a push service says so, and the switch stays off", async ({ signedInPage: page, context }) => {
  await context.grantPermissions(["notifications"]);
  await page.goto("/dashboard/notification");
  await theSwitch(page).click();
  await expect(page.getByText(/could not reach its notification service/)).toBeVisible();
  await expect(theSwitch(page)).not.toBeChecked();
});

test("what is pushed is shown, and a press opens its page of this site only", async ({
  signedInPage: page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await page.goto("/dashboard/notification");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(new URL(page.url()).origin));
    if (own) registered.resolve(own.registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered.promise;
  const push = (data: string) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin: new URL(page.url()).origin, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.map(({ title, body, data }) => [title, body, data.link]);
    });
  await push(JSON.stringify({ title: "Class moved", text: "At 10 AM.", link: "/dashboard/schedule/react", tag: "n1" }));
  await expect.poll(shown).toEqual([["Class moved", "At 10 AM.", "/dashboard/schedule/react"]]);
  await push(JSON.stringify({ title: "Class moved again", text: "", link: "//evil.example/x", tag: "n1" }));
  await expect.poll(shown).toEqual([["Class moved again", "", "/dashboard/notification"]]);
  await push("not JSON");
  await expect.poll(shown).toContainEqual(["You have a new notification", "", "/dashboard/notification"]);
});

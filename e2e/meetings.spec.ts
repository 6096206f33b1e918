import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { giveClasses } from "./classes.ts";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

/** A learner in a batch that makes meetings; the class runs since some minutes. */
async function learnerWithMeeting(page: Page, topic: string) {
  const { token, mobileNumber } = await newLearner(page.request);
  const batchId = await giveClasses({ mobileNumber, courseId: "react", classes: { [topic]: -5 } });
  await query("update batch set makes_meetings = true where id = $1", [batchId]);
  await query("update live_class set meeting_url = '' where batch_id = $1", [batchId]);
  const [row] = await query("select id from live_class where batch_id = $1", [batchId]);
  await signIn(page, token);
  return { mobileNumber, classId: String(row?.id) };
}

const join = async (page: Page, topic: string): Promise<Page> => {
  await page.goto("/dashboard/schedule/react");
  const running = page.getByRole("region", { name: topic });
  const [room] = await Promise.all([
    page.context().waitForEvent("page"),
    running.getByRole("button", { name: `Join ${topic}` }).click(),
  ]);
  await expect(room.getByRole("heading", { name: "You are in the meeting" })).toBeVisible();
  return room;
};

test("a learner and the trainer meet in the meeting of a class, and the minutes become attendance", async ({
  page,
  browser,
}) => {
  const topic = "Hooks by meeting";
  const { mobileNumber, classId } = await learnerWithMeeting(page, topic);
  const room = await join(page, topic);
  await expect(room.getByText("You are here as Kavya")).toBeVisible();
  await expect(room.getByText("You are alone here.")).toBeVisible();
  expect((await axe(room).analyze()).violations).toEqual([]);

  const desk = await openOther(browser);
  await enterAs(desk.page, "front desk", new URL(page.url()).origin);
  const opened = await desk.page.request.post(`/api/staff/meetings/${classId}/open`, {
    ...{ data: {}, headers: { origin: new URL(page.url()).origin } },
  });
  const { url } = await opened.json();
  expect(url).toContain("role=MODERATOR");
  await desk.page.goto(url, { waitUntil: "load" });
  await expect(desk.page.getByText("2 people are here.")).toBeVisible();
  await expect(room.getByText("2 people are here.")).toBeVisible();

  // The class was over long ago, and its meeting was watched: only then is it reported.
  await query("update live_class set starts_at = now() - interval '3 hours' where id = $1", [classId]);
  await query("update meeting set starts_at = now() - interval '3 hours' where class_id = $1", [classId]);
  await desk.page.getByRole("button", { name: "End the meeting" }).click();
  await expect(desk.page.getByText("You have left the meeting")).toBeVisible();
  await expect(room.getByRole("heading", { name: "The meeting is over" })).toBeVisible();
  const stored = () =>
    query(
      `select a.source, a.minutes from attendance a join learner l on l.id = a.learner_id
       where a.class_id = $1 and l.mobile_number = $2`,
      [classId, mobileNumber],
    );
  await expect.poll(stored).toEqual([{ source: "meeting", minutes: 0 }]);
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

test("a changed join link opens nothing", async ({ page, request }) => {
  const topic = "State by meeting";
  const { classId } = await learnerWithMeeting(page, topic);
  const room = await join(page, topic);
  await room.close();
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.post("/api/schedule/isJoin/", {
    data: { scheduleId: classId },
    headers: { authorization: `Bearer ${token}` },
  });
  const { zoomLink } = await answer.json();
  const forged = await request.get(zoomLink.replace("Kavya", "Somebody"));
  expect(await forged.text()).toContain("checksumError");
});

for (const width of [360, 1280])
  test(`at ${width} px an owner tests the account of this machine, adds one that does not answer, and closes it`, async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await enterAs(page, "owner");
    await page.goto("/staff/connections");
    const accounts = page.getByRole("region", { name: /Meeting accounts/ });
    await expect(accounts.getByText("Meetings on this machine")).toBeVisible();
    await accounts.getByRole("button", { name: "More for Meetings on this machine" }).click();
    await page.getByRole("button", { name: "Test the account" }).click();
    await expect(accounts.getByText("Meetings on this machine answered: the account can be used.")).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);

    const name = `Zoom ${crypto.randomUUID().slice(0, 8)}`;
    await page.getByRole("button", { name: "New meeting account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address of the API").fill("http://127.0.0.1:9/bigbluebutton/api");
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByRole("button", { name: "Save the account" }).click();
    await expect(dialog.getByText("Enter the secret")).toBeVisible();
    for (const complaint of complaints.splice(0)) expect(complaint).toContain("400");
    expect((await axe(page).analyze()).violations).toEqual([]);
    await dialog.getByLabel("Shared secret").fill("hush");
    await dialog.getByRole("button", { name: "Save the account" }).click();
    await expect(page.getByText("The account is added. Test it before the next class.")).toBeVisible();
    await accounts.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("button", { name: "Test the account" }).click();
    await expect(accounts.getByText(/refused the connection/)).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);

    await accounts.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("button", { name: "Close the account" }).click();
    await dialog.getByRole("button", { name: "Close the account" }).click();
    await expect(page.getByText(`The account ${name} is closed.`)).toBeVisible();
    await expect(accounts.getByRole("row", { name: new RegExp(name) })).toContainText("Closed");
  });

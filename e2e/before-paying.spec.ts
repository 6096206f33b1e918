import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { askForCode, buyCourse, newLearner, newNumber, readCode, signIn, typeCode } from "./learner.ts";
import { expect, test } from "./test.ts";

const day = 86_400_000;
const enrolButton = (page: Page) => page.getByRole("button", { name: "Enroll Now" });
const offerIn = (page: Page) => page.locator("form [data-kind]");

type Plan = { batchTime?: string; batchType?: string; from: number; seats?: number; topics?: string[] };

/** Replaces the batches of a demo course that no other journey uses. */
async function replaceBatches(courseId: string, plans: Plan[]): Promise<void> {
  const isOfCourse = "course_id = (select id from course where course_id = $1)";
  await query(`delete from batch_place where batch_id in (select id from batch where ${isOfCourse})`, [courseId]);
  await query(`delete from batch where ${isOfCourse}`, [courseId]);
  for (const plan of plans) await addBatch(courseId, plan);
}

async function addBatch(courseId: string, { batchTime = "9-10", batchType = "week-days", from, seats, topics }: Plan) {
  const starts = Date.now() + from * day;
  const [batch] = await query(
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, seats)
     select id, $2, $3, $4, $5, $6 from course where course_id = $1 returning id`,
    [courseId, batchTime, batchType, new Date(starts), new Date(starts + 40 * day), seats ?? null],
  );
  for (const [n, topic] of (topics ?? ["Warp", "Weft", "Loom", "Cloth"]).entries())
    await query(
      `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, meeting_url, changed_at)
       values ($1, $2, $3, 60, $4, 'Joel Antony', '', now())`,
      [batch?.id, n + 1, new Date(starts + n * day), topic],
    );
}

/** The server drops its kept pages once it hears of the change. */
async function openUntil(page: Page, path: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(offerIn(page)).toContainText(text, { timeout: 3000 });
  }).toPass();
}

/** 23 Nov 2026 */
function dayIn(days: number): string {
  const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "Asia/Kolkata" } as const;
  return new Date(Date.now() + days * day).toLocaleDateString("en-GB", parts).replace("Sept", "Sep");
}

for (const path of ["/onlinecourses/viewdetails/angular", "/dashboard/viewdetails/data-analyst"])
  test(`at ${path} a buyer sees the next batch of each time and type, and what was missed of one that began`, async ({
    page,
  }) => {
    await replaceBatches(path.split("/").at(-1) ?? "", [
      { from: 7, seats: 12 },
      { batchTime: "1-2", from: -2.5 },
      { batchTime: "1-2", batchType: "week-end", from: 3 },
    ]);
    const { token } = await newLearner(page.request);
    await signIn(page, token);
    await openUntil(page, path, "12 seats left");
    const offer = offerIn(page);
    await expect(page.getByLabel("Batch time")).toHaveValue("9-10");
    await expect(offer).toContainText(dayIn(7));
    await expect(offer).toContainText("Monday to Friday, 9:00 to 10:00 AM IST");
    await expect(offer).toContainText("4 classes in 6 weeks, with Joel Antony");
    await expect(offer).toContainText("12 seats left");

    await page.getByLabel("Batch time").selectOption("1-2");
    await expect(offer).toContainText(dayIn(-2.5));
    await offer.getByText("3 classes are over: what you would miss").click();
    await expect(offer.getByRole("listitem")).toHaveText(["Warp", "Weft", "Loom"]);
    expect((await axe(page).include("form:has([data-kind])").analyze()).violations).toEqual([]);

    await offer.getByRole("button", { name: /Next to open/ }).click();
    await expect(offer).toContainText(`Saturday and Sunday, 1:00 to 3:00 PM`);
    await expect(page.getByLabel("Batch time")).toHaveValue("1-2");
    await expect(offer).toBeFocused();
    await expect(offer.getByRole("button")).toHaveCount(0);
  });

test("without a batch, with a full one or one long under way a buyer is told so before paying, and can still buy", async ({
  page,
}) => {
  await replaceBatches("frontend", [
    { batchTime: "10-11", from: 5, seats: 0 },
    { batchTime: "11-12", from: -30 },
    { batchTime: "2-3", batchType: "week-end", from: 9 },
  ]);
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await openUntil(page, "/onlinecourses/viewdetails/frontend", "No batch at this time yet");
  const offer = offerIn(page);
  const promise = "you get your place when the next batch at this time opens";
  await expect(offer).toContainText(promise);
  await page.getByLabel("Batch time").selectOption("10-11");
  await expect(offer).toContainText(/The batch of .* is full/);
  await page.getByLabel("Batch time").selectOption("11-12");
  await expect(offer).toContainText(/Started .*, no longer open/);
  await expect(offer).toContainText(promise);
  await expect(offer.getByRole("button", { name: /Next to open.*2:00 to 4:00 PM, weekends/ })).toBeVisible();
  await enrolButton(page).click();
  await page
    .getByRole("dialog", { name: /Payment to/ })
    .getByRole("button", { name: /^Pay ₹/ })
    .click();
  await expect(page).toHaveURL("/dashboard/mycourses");
});

test("who presses Enroll Now after the last seat has gone is told so instead of paying", async ({
  page,
  complaints,
}) => {
  await replaceBatches("flutter", [{ from: 5, seats: 1 }]);
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await openUntil(page, "/onlinecourses/viewdetails/flutter", "1 seat left");
  await buyCourse(page.request, { token: (await newLearner(page.request)).token, courseId: "flutter" });
  const taken = `select from batch_place where batch_id in
    (select id from batch where course_id = (select id from course where course_id = 'flutter'))`;
  await expect.poll(async () => (await query(taken)).length).toBe(1);
  await enrolButton(page).click();
  await expect(page.getByText("The last seat of this batch has just gone.")).toBeVisible();
  await expect(offerIn(page)).toContainText(/The batch of .* is full/);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/409|The last seat/);
  await enrolButton(page).click();
  await expect(page.getByRole("dialog", { name: /Payment to/ })).toBeVisible();
});

test("the batch is in the page from the server, without scripts", async ({ browser, baseURL }) => {
  await replaceBatches("mern", [{ from: 7 }]);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await expect(async () => {
    await page.goto("/onlinecourses/viewdetails/mern");
    await expect(offerIn(page)).toContainText(dayIn(7), { timeout: 1000 });
  }).toPass();
  await context.close();
});

test("an owner is led from the public page to the classroom", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "java" });
  await page.goto("/onlinecourses/viewdetails/java");
  await page.mouse.wheel(0, 100);
  await expect(offerIn(page)).toBeVisible();
  await expect(page.getByText("You own this course")).toBeHidden();
  await signIn(page, token);
  await page.reload();
  await expect(page.getByText("You own this course: open the classroom")).toBeVisible();
  await expect(page.getByRole("button", { name: "Enroll Now" })).toBeHidden();
  await expect(page.getByLabel("Batch time")).toBeHidden();
  await page.getByRole("link", { name: "open the classroom" }).click();
  await expect(page).toHaveURL("/dashboard/schedule/java");
});

test("a visitor who registers to buy lands in the payment, once", async ({ page, complaints }) => {
  const mobileNumber = newNumber();
  const orders: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/payment/order")) orders.push(request.postDataJSON());
  });
  await page.goto("/onlinecourses/viewdetails/react");
  await page.getByLabel("Batch time").selectOption("3-4");
  await page.getByText("My employer pays").click();
  await page.getByLabel("Company").fill("Anchorstack");
  await enrolButton(page).click();
  await askForCode(page, mobileNumber);
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(`/register/${mobileNumber}`);
  // The number was not known before.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("404");
  await page.getByLabel("First name").fill("Kavya");
  await page.getByLabel("Last name").fill("Raman");
  await page.getByLabel("E-mail").fill("kavya.pays@example.com");
  await page.getByLabel("Date of birth").fill("2004-02-29");
  await page.getByLabel("School or college").fill("Anna University");
  await page.getByRole("button", { name: "Submit" }).click();
  const checkout = page.getByRole("dialog", { name: /Payment to/ });
  await expect(checkout).toBeVisible();
  await expect(page).toHaveURL(/viewdetails\/react\?batchTime=3-4&batchType=week-days#enrol$/);
  await page.keyboard.press("Escape");
  await expect(checkout).toBeHidden();
  expect(orders).toEqual([expect.objectContaining({ batchTime: "3-4", company: "Anchorstack" })]);
  await page.reload();
  await page.mouse.wheel(0, 100);
  await expect(page.getByLabel("Batch time")).toHaveValue("3-4");
  await expect(
    offerIn(page)
      .getByText(/left|Next to open|Start/)
      .first(),
  ).toBeVisible();
  await expect(checkout).toBeHidden();
  expect(orders).toHaveLength(1);
});

test("who does not want to buy without a batch is told when one opens", async ({ page, request }) => {
  await replaceBatches("software-testing", []);
  const email = `waits${Date.now()}@example.com`;
  await openUntil(page, "/onlinecourses/viewdetails/software-testing", "No batch at this time yet");
  await page.mouse.wheel(0, 100);
  await page.getByRole("button", { name: "Tell me when one opens" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell me when one opens" });
  await dialog.getByRole("button", { name: "Tell me" }).click();
  await expect(dialog.getByText("invalid email")).toBeVisible();
  await dialog.getByLabel("Name").fill("Asha Raman");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Mobile number").fill("9876543210");
  expect((await axe(page).include("dialog").analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Tell me" }).click();
  await expect(dialog.getByText("We will write to you when a batch opens.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/software-testing/);
  await expect(async () => {
    const mails = (await (await request.get("/dev/outbox.json")).json()) as { to: string }[];
    expect(mails.filter(({ to }) => to === email)).toHaveLength(1);
  }).toPass();
});

test("a course page has the syllabus as a PDF, and reviews of that course", async ({ page }) => {
  await page.goto("/onlinecourses/viewdetails/java");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the syllabus (PDF)" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("java-syllabus.pdf");
  const reviews = page.getByRole("region", { name: "What students say about it" });
  await expect(reviews.getByRole("heading", { name: "Arun Prakash" })).toBeVisible();
  await page.goto("/onlinecourses/viewdetails/sql");
  await expect(page.getByRole("heading", { level: 1, name: "SQL" })).toBeVisible();
  await expect(reviews).toBeHidden();
});

test("an employer pays: a wrong GSTIN is refused at its field, a right one is sent with the order", async ({
  page,
}) => {
  const { token } = await newLearner(page.request);
  await page.goto("/onlinecourses/viewdetails/java");
  await signIn(page, token);
  await page.goto("/dashboard/viewdetails/java");
  await page.getByText("My employer pays").click();
  await page.getByLabel("Company").fill("Anchorstack");
  await page.getByLabel("GSTIN, if it has one").fill("27AAPFU0939F1ZW");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page.getByText("This GSTIN is not valid.")).toBeVisible();
  await expect(page.getByLabel("GSTIN, if it has one")).toBeFocused();
  await page.getByLabel("GSTIN, if it has one").fill("27 aapfu 0939 f1zv");
  const order = page.waitForRequest("**/api/payment/order");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  expect((await order).postDataJSON()).toMatchObject({ company: "Anchorstack", gstin: "27AAPFU0939F1ZV" });
});

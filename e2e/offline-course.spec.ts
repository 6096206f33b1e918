import { readFileSync } from "node:fs";
import { axe } from "./axe.ts";
import { expect, test } from "./test.ts";

test("a visitor opens an offline course from its card, sees dates and fee, and downloads the syllabus", async ({
  page,
}) => {
  await page.goto("/offlinecourses");
  await page.getByRole("link", { name: "Python Courses" }).click();
  await expect(page).toHaveURL("/offlinecourses/python");
  await expect(page.getByRole("heading", { level: 1, name: "Python" })).toBeVisible();
  const card = page.getByRole("complementary", { name: "Dates and fee" });
  await expect(card.getByText("₹14,999")).toBeVisible();
  const starts = card.getByRole("region", { name: "Next starts" }).getByRole("listitem");
  await expect(starts).toHaveCount(3);
  await expect(starts.first()).toHaveText(
    /^Mon, \d+ \w{3} \d{4}Monday to Friday, 9:00 to 10:00 AM ISTwith Sanjay Murugan$/,
  );
  await expect(starts.nth(1)).toContainText("Saturday and Sunday, 10:00 AM to 12:00 noon IST");

  const contents = page.getByRole("region", { name: "Table of contents" });
  await contents.locator("summary").first().click();
  await expect(contents.getByRole("listitem").first()).toBeVisible();
  await contents.getByRole("button", { name: "Download Pdf" }).click();
  const dialog = page.getByRole("dialog", { name: "Download PDF" });
  await dialog.getByLabel("Name").fill("Asha Raman");
  await dialog.getByLabel("Mobile number").fill("98765 43210");
  await dialog.getByLabel("E-mail").fill("asha@example.com");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("python-syllabus.pdf");
  expect(readFileSync(await file.path(), "latin1").slice(0, 5)).toBe("%PDF-");
  await expect(dialog).toBeHidden();
});

test("a course without fee and dates says how to ask; the enquiry names the course, and staff hear of it", async ({
  page,
  request,
}) => {
  await page.goto("/offlinecourses/embedded-c");
  const card = page.getByRole("complementary", { name: "Dates and fee" });
  await expect(card.getByText("Fee on request")).toBeVisible();
  await expect(card.getByText("No date is fixed at the moment.")).toBeVisible();
  await expect(card.getByRole("link", { name: "+91 90000 00000" })).toHaveAttribute("href", "tel:+919000000000");

  const ask = card.getByRole("button", { name: "Ask about this course" });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Course Enquiry" });
  await expect(dialog.getByLabel("Course", { exact: true })).toHaveValue("Others");
  await expect(dialog.getByLabel("Course name")).toHaveValue("Embedded C and Arduino");
  expect((await axe(page).include("dialog[open]").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();

  await ask.click();
  await dialog.getByLabel("Name", { exact: true }).fill("Meena Devi");
  await dialog.getByLabel("E-mail").fill("meena.boards@example.com");
  await dialog.getByLabel("Mobile number").fill("9876501234");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByText("Your enquiry has been sent. We will call you.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  const told = async () =>
    ((await (await request.get("/dev/outbox.json")).json()) as { to: string; text: string }[]).some(
      ({ to, text }) =>
        to === "hello@shoreline.example" &&
        text.includes("meena.boards@example.com") &&
        text.includes("Embedded C and Arduino"),
    );
  await expect.poll(told).toBe(true);
});

test("a visitor who comes by finds the address, the hours and the map", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/offlinecourses/java");
  await page.getByRole("link", { name: "come by" }).click();
  const visit = page.getByRole("region", { name: "Visit us" });
  await expect(visit.getByRole("heading", { name: "Visit us" })).toBeInViewport();
  await expect(visit.getByText("14 Lighthouse Street, White Town")).toBeVisible();
  await expect(visit.getByRole("link", { name: "Open the live map" })).toHaveAttribute("href", /^https:\/\/www\.open/);
});

test("an unknown offline course answers 404 inside the frame of the site", async ({ page, complaints }) => {
  const response = await page.goto("/offlinecourses/cobol");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("404 Page Not Found");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  complaints.length = 0;
});

test.describe("as search engines read it", () => {
  test.use({ javaScriptEnabled: false });

  test("the page names the course, its place, its fee and each date", async ({ page }) => {
    await page.goto("/offlinecourses/python");
    await expect(page).toHaveTitle("Python, offline in Pondicherry: Shoreline Academy");
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const course = texts.map((text) => JSON.parse(text)).find((item) => item["@type"] === "Course");
    expect(course).toMatchObject({ name: "Python", offers: { price: 14999, priceCurrency: "INR" } });
    expect(course.hasCourseInstance).toHaveLength(3);
    expect(course.hasCourseInstance[0]).toMatchObject({
      courseMode: "Onsite",
      startDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      location: { address: { addressLocality: "Pondicherry" } },
    });
    await expect(page.getByText("₹14,999")).toBeVisible();
  });
});

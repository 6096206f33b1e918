import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readCodeOfPdf } from "../apps/server/src/test/read-code.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { expect, test } from "./test.ts";

test("a visitor verifies a certificate: typed in lower case, with Enter, and downloads it", async ({ page }) => {
  await page.goto("/verify/e_certificate/");
  await expect(page.getByRole("heading", { name: "Certificate verification portal" })).toBeVisible();
  const field = page.getByLabel("Enter your certificate ID to verify");
  await expect(field).toHaveAttribute("placeholder", "OCNST00001");
  await field.pressSequentially("ocnst00001");
  await expect(field).toHaveValue("OCNST00001");
  await field.press("Home");
  await field.press("Delete");
  await field.pressSequentially("o");
  await expect(field).toHaveValue("OCNST00001");
  await field.press("Enter");
  await expect(page).toHaveURL("/view/e_certificate/OCNST00001");
  await expect(page.getByText("This certificate is genuine.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nithya Balan" })).toBeVisible();
  await expect(page.getByText("SA-2024-7C31E8")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "CSS foundations" })).toBeVisible();
  const picture = page.getByRole("img", { name: "Certificate OCNST00001: Nithya Balan, Frontend Development" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(700);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download certificate OCNST00001" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("OCNST00001.pdf");
  // The QR code, as a phone reads it from the PDF.
  const address = (await readCodeOfPdf(readFileSync(await file.path()))) ?? "";
  await page.goto("/");
  await page.goto(address);
  await expect(page).toHaveURL("/view/e_certificate/OCNST00001");
  await expect(page.getByRole("heading", { name: "Nithya Balan" })).toBeVisible();
});

test("an unknown id shows an error, typed or in a link; a revoked certificate shows its reason", async ({ page }) => {
  await page.goto("/verify/e_certificate");
  await page.getByLabel("Enter your certificate ID to verify").fill("ocnst98765");
  await page.getByRole("button", { name: "Check Now!" }).click();
  await expect(page.getByRole("alert").getByText("something went wrong")).toBeVisible();
  await expect(page).toHaveURL("/verify/e_certificate");

  await page.goto("/view/e_certificate/nonsense");
  await expect(page).toHaveURL("/verify/e_certificate/");
  await expect(page.getByRole("alert").getByText("something went wrong")).toBeVisible();
  await page.goto("/view/e_certificate");
  await expect(page).toHaveURL("/verify/e_certificate/");

  await page.goto("/view/e_certificate/ocnst00004");
  await expect(page.getByText("This certificate was revoked.")).toBeVisible();
  await expect(page.getByText("It was issued to the wrong learner by mistake.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Download/ })).toHaveCount(0);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form opens the certificate page", async ({ page }) => {
    await page.goto("/verify/e_certificate");
    await page.getByLabel("Enter your certificate ID to verify").fill("ocnst00001");
    await page.getByRole("button", { name: "Check Now!" }).click();
    await expect(page).toHaveURL("/view/e_certificate/OCNST00001");
  });
});

test("a learner sees the progress towards a certificate", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await buyCourse(page.request, { courseId: "sql", token });
  await signIn(page, token);
  await page.goto("/dashboard/certificate");
  await expect(page.getByRole("heading", { name: "No certificates yet" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: /SQL/ })).toBeVisible();
  await expect(page.getByText(/Attend at least \d+ more/)).toBeVisible();
});

test("a learner shares a certificate that staff have issued, and the profile counts it", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { courseId: "sql", token });
  const said = execFileSync(
    process.execPath,
    ["scripts/certificate.mjs", "issue", mobileNumber, "sql", "Passed the exam"],
    { env: { ...process.env, DATA_DIR: process.env.E2E_DATA }, encoding: "utf8" },
  );
  const id = /OCNST\d{5}/.exec(said)?.[0] ?? "";
  await signIn(page, token);
  await page.goto("/dashboard/certificate");
  await expect(page.getByText(`${id}, earned on`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Download certificate ${id}` })).toBeVisible();
  const linkedIn = await page.getByRole("link", { name: /LinkedIn/ }).getAttribute("href");
  const fields = new URL(linkedIn ?? "").searchParams;
  expect([fields.get("name"), fields.get("organizationName"), fields.get("certId")]).toEqual([
    "SQL",
    "Shoreline Academy",
    id,
  ]);
  expect(fields.get("certUrl")).toContain(`/view/e_certificate/${id}`);
  await expect(page.getByRole("link", { name: /^WhatsApp.+share/ })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=/,
  );
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: /Copy link/ }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fields.get("certUrl"));
  await page.goto("/dashboard/editprofile");
  await expect(page.getByText("Courses Completed").locator("..")).toContainText("1");
});

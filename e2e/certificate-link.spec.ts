import { execFileSync } from "node:child_process";
import { axe } from "./axe.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { expect, test } from "./test.ts";

function certificateCommand(...args: string[]): string {
  return execFileSync(process.execPath, ["scripts/certificate.mjs", ...args], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA },
    encoding: "utf8",
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an employer opens a shared link and reads name, course, date and verdict", async ({ page }) => {
    await page.goto("/view/e_certificate/OCNST00001");
    await expect(page).toHaveTitle(/^Nithya Balan: Frontend Development, \d+ \w+ \d{4}/);
    await expect(page.getByText("This certificate is genuine.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nithya Balan" })).toBeVisible();
    const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
    const card = await page.request.get(new URL(picture ?? "").pathname);
    expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
  });

  test("a link to no certificate says so on the verify page, where the ID can be corrected", async ({ page }) => {
    await page.goto("/view/e_certificate/ocnst98765");
    await expect(page).toHaveURL(/\/verify\/e_certificate\/\?id=OCNST98765$/);
    await expect(page.getByRole("alert")).toContainText("There is no certificate with this ID.");
    await expect(page.getByLabel("Enter your certificate ID to verify")).toHaveValue("OCNST98765");
  });

  test("a revoked certificate says so in its title and preview", async ({ page }) => {
    await page.goto("/view/e_certificate/OCNST00004");
    await expect(page).toHaveTitle(/^Revoked: /);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", /^Revoked: /);
    await expect(page.getByText("This certificate was revoked.")).toBeVisible();
  });
});

test("a visitor shares a certificate from its page", async ({ page }) => {
  await page.goto("/view/e_certificate/OCNST00001");
  const linkedIn = await page.getByRole("link", { name: /^LinkedIn.+add/ }).getAttribute("href");
  const fields = new URL(linkedIn ?? "").searchParams;
  expect(["name", "organizationName", "certId"].map((name) => fields.get(name))).toEqual([
    "Frontend Development",
    "Shoreline Academy",
    "OCNST00001",
  ]);
  expect(fields.get("certUrl")).toMatch(/\/view\/e_certificate\/OCNST00001$/);
  const whatsApp = await page.getByRole("link", { name: /^WhatsApp.+share/ }).getAttribute("href");
  expect(new URL(whatsApp ?? "").searchParams.get("text")).toContain("/view/e_certificate/OCNST00001");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: /^Copy link/ }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("a learner hides the name in previews; staff revoke the certificate, and the link says so at once", async ({
  page,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { courseId: "sql", token });
  const id = /OCNST\d{5}/.exec(certificateCommand("issue", mobileNumber, "sql", "Passed the exam"))?.[0] ?? "";
  const link = `/view/e_certificate/${id}`;
  const readHead = async () => (await (await page.request.get(link)).text()).split("</head>")[0];
  expect(await readHead()).toContain("<title>Kavya Raman: SQL");

  await signIn(page, token);
  await page.goto("/dashboard/certificate");
  const saved = page.waitForResponse("**/api/certificate/name");
  await page.getByRole("checkbox", { name: "Hide my name in link previews" }).check();
  expect((await saved).status()).toBe(200);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Hide my name in link previews" })).toBeChecked();
  expect(await readHead()).toContain(`<title>Certificate ${id}: SQL`);
  expect(await readHead()).not.toContain("Kavya");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Kavya Raman" })).toBeVisible();

  certificateCommand("revoke", id, "A mistake in the exam");
  expect(await readHead()).toContain(`<title>Revoked: Certificate ${id}`);
  await page.reload();
  await expect(page.getByText("A mistake in the exam")).toBeVisible();
});

test("an empty field takes the old error away", async ({ page }) => {
  await page.goto("/verify/e_certificate/");
  await page.getByLabel("Enter your certificate ID to verify").fill("OCNST98765");
  await page.getByRole("button", { name: "Check Now!" }).click();
  await expect(page.getByText("something went wrong")).toBeVisible();
  await page.getByLabel("Enter your certificate ID to verify").fill("");
  await page.getByRole("button", { name: "Check Now!" }).click();
  await expect(page.getByText("something went wrong")).toHaveCount(0);
});

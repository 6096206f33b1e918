import type { APIRequestContext, Page } from "@playwright/test";
import { authenticatorCode, stepAt } from "../apps/server/src/rooms/staff/totp.ts";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { givePasskeys } from "./passkeys.ts";
import { runCommand } from "./product.ts";
import { enterAs, openOther, signInAs } from "./staff.ts";
import { expect, test } from "./test.ts";
import { expectToFit } from "./windows.ts";

// The longest files: both workers share them.
test.describe.configure({ mode: "parallel" });

const newEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.com`;

/** The link of the newest mail to an address. */
async function linkTo(request: APIRequestContext, email: string): Promise<string> {
  let link = "";
  const find = async () => {
    const mails = (await (await request.get("/dev/outbox.json")).json()) as { to: string; text: string }[];
    link = /\/staff\/link\/[\w-]+/.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
    return link;
  };
  await expect.poll(find).not.toBe("");
  return link;
}

/** Invites somebody at the terminal, as the first owner is. */
function inviteAtTerminal(email: string, role: string, baseUrl: string): string {
  const env = { DATA_DIR: process.env.E2E_DATA ?? "", PORT: new URL(baseUrl).port };
  const [, link = ""] = runCommand("staff", ["invite", email, "--role", role], env).split("\n");
  return new URL(link).pathname;
}

/** Everybody begins at Today. */
const greeting = /^Good (morning|afternoon|evening)/;
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("button", { name: action }).click();
}

test("an owner sets up a passkey and invites a trainer, who sets up an app, is refused where the role must be, and signs in again", async ({
  page,
  browser,
  request,
  complaints,
  baseURL: baseUrl = "",
}) => {
  await givePasskeys(page);
  await page.goto(inviteAtTerminal(newEmail("anitha"), "owner", baseUrl));
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByText(greeting)).toBeVisible();
  await page.getByRole("link", { name: "People" }).first().click();
  await expect(page.getByRole("heading", { name: "People and roles" })).toBeVisible();

  const email = newEmail("joel");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill("Joel Invited");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByRole("checkbox", { name: /Trainer/ }).check();
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Joel Invited was invited.")).toBeVisible();
  await expect(row(page, email)).toContainText("Invited");

  // The empty form was refused.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);

  const { page: trainer, complaints: refusals, close } = await openOther(browser);
  const invitation = await linkTo(request, email);
  await trainer.goto(baseUrl + invitation);
  await trainer.getByRole("button", { name: "Use an authenticator app" }).click();
  const secret = (await trainer.locator("code").first().innerText()).replaceAll(" ", "");
  const code = (offset = 0) => authenticatorCode(secret, stepAt(new Date()) + offset);
  await trainer.getByLabel("Six digits of the app").fill(code());
  await trainer.getByRole("button", { name: "Confirm the app" }).click();
  await expect(trainer.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = await trainer.getByRole("listitem").first().innerText();
  await trainer.getByLabel("I have saved these codes").check();
  await trainer.getByRole("button", { name: "Continue" }).click();
  await expect(trainer.getByText(greeting)).toBeVisible();
  await expect(trainer.getByRole("link", { name: "People" })).toHaveCount(0);
  await trainer.goto(`${baseUrl}/staff/people`);
  await expect(trainer.getByText("Your role does not allow this.")).toBeVisible();

  await trainer.getByRole("button", { name: /your account/ }).click();
  await trainer.getByRole("button", { name: "Sign out" }).click();
  await trainer.getByLabel("E-mail address").fill(email);
  await trainer.getByRole("button", { name: /link/i }).click();
  await expect(trainer.getByText(/a sign-in link is on its way/)).toBeVisible();
  await trainer.goto(baseUrl + (await newestLink(request, email, invitation)));
  await trainer.getByLabel(/authenticator app, or a recovery code/).fill("12345x");
  await trainer.getByRole("button", { name: "Sign in" }).click();
  await expect(trainer.getByText("This code is wrong.")).toBeVisible();
  await trainer.getByLabel(/authenticator app, or a recovery code/).fill(recoveryCode);
  await trainer.getByRole("button", { name: "Sign in" }).click();
  await expect(trainer.getByText(greeting)).toBeVisible();
  await trainer.goto(`${baseUrl}/staff/account`);
  await expect(trainer.getByText(/9 of 10/)).toBeVisible();
  expect(refusals.filter((one) => !/401|403/.test(one))).toEqual([]);
  await close();
});

test("what matters asks for a proof once the last one is five minutes old, and goes on by itself", async ({
  page,
  complaints,
  baseURL: baseUrl = "",
}) => {
  const email = newEmail("owner");
  await givePasskeys(page);
  await page.goto(inviteAtTerminal(email, "owner", baseUrl));
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByText(greeting)).toBeVisible();
  await page.getByRole("link", { name: "People" }).first().click();
  await expect(page.getByRole("heading", { name: "People and roles" })).toBeVisible();
  await query(
    `update staff_session set proved_at = now() - interval '6 minutes' where staff_id = (select id from staff where email = $1)`,
    [email],
  );
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("Name").fill("Farida Rahman");
  const invited = newEmail("farida");
  await page.getByLabel("E-mail address").fill(invited);
  await page.getByRole("checkbox", { name: /Counsellor/ }).check();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Farida Rahman was invited.")).toBeVisible();
  await expect(row(page, invited)).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("403")]);
});

test("two owners change the same person: the second sees both versions and chooses; the audit log has both", async ({
  page,
  browser,
  baseURL: baseUrl = "",
}) => {
  await enterAs(page, "owner");
  await page.goto("/staff/people");
  const { page: other, close } = await openOther(browser);
  await other.goto(`${baseUrl}/staff/sign-in`);
  await other.getByRole("button", { name: "Enter as owner" }).click();
  await other.getByRole("link", { name: "People" }).first().click();
  for (const [one, role] of [
    [page, "Trainer"],
    [other, "Counsellor"],
  ] as const) {
    await choose(one, "Kamala Srinivasan", "Change roles");
    await one
      .getByRole("dialog")
      .getByRole("checkbox", { name: new RegExp(role) })
      .check();
  }
  await page.getByRole("button", { name: "Save the roles" }).click();
  await expect(page.getByText("Kamala Srinivasan now has these roles")).toBeVisible();
  await other.getByRole("button", { name: "Save the roles" }).click();
  await expect(other.getByText(/\w+ changed this .*\. Choose which to keep/)).toBeVisible();
  await expect(other.getByRole("dialog")).toContainText("Trainer");
  await other.getByRole("button", { name: "Save these" }).click();
  await expect(other.getByText("Kamala Srinivasan now has these roles")).toBeVisible();
  await page.goto("/staff/audit?words=Kamala");
  await expect(row(page, "Changed the roles").nth(1)).toBeVisible();
  await row(page, "Changed the roles").first().getByRole("link").first().click();
  await expect(page.getByText("Before and after")).toBeVisible();
  await expect(page).toHaveURL(/entry=\d+/);
  await close();
});

test("the console can be used with the keyboard alone, and lists its keys", async ({ page }) => {
  await enterAs(page, "owner");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Go to Audit log");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { name: "People and roles" })).toBeVisible();
  // The list comes after the page's keys are heard.
  await expect(page.getByText("Kamala Srinivasan").first()).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Invite a colleague" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a link that was used says so, and leads to a new one", async ({ page, complaints }) => {
  await page.goto(`/staff/link/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  expect(complaints.splice(0).every((one) => one.includes("401"))).toBe(true);
});

test("who is not signed in is led to the sign-in and back", async ({ page, complaints }) => {
  await page.goto("/staff/audit?words=roles");
  await expect(page).toHaveURL(/\/staff\/sign-in\?next=/);
  await page.getByRole("button", { name: "Enter as owner" }).click();
  await expect(page).toHaveURL(/\/staff\/audit\?words=roles/);
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  expect(complaints.splice(0).every((one) => one.includes("401"))).toBe(true);
});

/** The third is a link to press there, for a page whose address nobody knows before. */
const pages: [path: string, title: string | RegExp, link?: string][] = [
  ["/staff/today", /^\w+day/],
  ["/staff/today/classes", "Classes today"],
  ["/staff/today/failed", "Failed messages"],
  ["/staff/leads", "Leads"],
  ["/staff/leads?show=pipeline", "Leads"],
  ["/staff/enrol", "Enrol and take payment"],
  ["/staff/enrol/sales", "Sales"],
  ["/staff/drawer", "Cash drawer"],
  ["/staff/money-settings", "Money settings"],
  ["/staff/webinars", "Webinars"],
  ["/staff/webinars", "Git without fear", "Git without fear"],
  ["/staff/reports", "Reports"],
  ["/staff/templates", "Lead settings"],
  ["/staff/people", "People and roles"],
  ["/staff/connections", "Connections"],
  ["/staff/audit", "Audit log"],
  ["/staff/account", "Your account"],
];

for (const [path, title, link] of pages)
  test(`${[path, link].filter(Boolean).join(" ")} fits every window, and axe finds nothing in both themes`, async ({
    page,
  }) => {
    await signInAs(page, "owner");
    await page.goto(path);
    if (link) await page.getByRole("link", { name: link }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await expect(page.locator("[data-loading]")).toHaveCount(0);
    await expectToFit(page, { widths: [320, 360, 768, 1024, 1280, 1600], axeAt: { light: 360, dark: 1280 } });
  });

/** A link that came after another one. */
async function newestLink(request: APIRequestContext, email: string, before: string): Promise<string> {
  await expect.poll(() => linkTo(request, email)).not.toBe(before);
  return linkTo(request, email);
}

test("an address without a page says so inside the console, and asks strangers to sign in", async ({
  page,
  complaints,
}) => {
  await page.goto("/staff/nothere");
  await expect(page.getByRole("button", { name: "Enter as owner" })).toBeVisible();
  await enterAs(page, "owner");
  const answer = await page.goto("/staff/nothere");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Today" }).click();
  await page.getByRole("link", { name: /^Classes today/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Classes today" })).toBeVisible();
  // Late in the day nothing comes next.
  await page.getByRole("navigation", { name: "Time" }).getByRole("link", { name: /^All/ }).click();
  await expect(page.getByRole("row")).not.toHaveCount(0);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.goto("/staff/leads?after=zzz");
  await page.getByRole("link", { name: "Show the first page" }).click();
  await expect(page).toHaveURL(/\/staff\/leads$/);
  await expect(page.getByRole("table")).toBeVisible();
  expect(complaints.splice(0).filter((one) => !/40[014]/.test(one))).toEqual([]);
});

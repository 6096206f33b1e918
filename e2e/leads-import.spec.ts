import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readZip } from "../apps/server/src/test/read-zip.ts";
import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

/** Numbers and a tag that no other run has. */
function newPeople() {
  const mark = String(Math.floor(Math.random() * 1e6)).padStart(6, "0");
  const people = Array.from({ length: 500 }, (_, n) => ({
    name: `Fair ${mark} Person ${String(n + 1).padStart(3, "0")}`,
    number: `7${mark}${String(n).padStart(3, "0")}`,
    email: `person${n}.${mark}@example.com`,
  }));
  return { people, tag: `fair ${mark}` };
}

type Person = { name: string; number: string; email: string };

function fileOf(people: Person[], tag: string) {
  const lines = people.map(({ name, number, email }) => `${name};${number};${email};"Python, evenings";${tag}`);
  const text = ["Student;Contact number;E-mail;Interested in;Tags", ...lines, ""].join("\r\n");
  return { name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Import leads" });

async function choose(page: Page, file: ReturnType<typeof fileOf>): Promise<void> {
  await dialogOf(page).locator("input[type=file]").setInputFiles(file);
}

async function download(page: Page, button: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "Export leads" }).getByRole("button", { name: button }).click();
  const file = await coming;
  await expect(page.getByText(`were saved as ${file.suggestedFilename()}`)).toBeVisible();
  return readFile(await file.path());
}

test("500 leads from a file: its faults are named, then all come in once, and the export has them", async ({
  page,
}) => {
  const { people, tag } = newPeople();
  const wrong = people.with(4, { ...(people[4] as Person), name: "" });
  wrong[122] = { ...(people[122] as Person), number: "12 34" };
  wrong[499] = { ...(people[499] as Person), email: "at home" };
  await enterAs(page, "owner");
  await page.goto("/staff/leads");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = dialogOf(page);

  await choose(page, fileOf(wrong, tag));
  await expect(dialog.getByText(/There are 3 mistakes, so nothing can be imported yet/)).toBeVisible();
  await expect(dialog.getByRole("row")).toHaveText([
    /Line/,
    /6.*Student.*Enter a name/,
    /124.*Contact number.*12 34.*This is not a phone number/,
    /501.*E-mail.*at home.*This is not an e-mail address/,
  ]);
  await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  const list = `/staff/leads?source=import&tag=${encodeURIComponent(tag)}`;
  await page.goto(list);
  await expect(page.getByText("No lead fits these filters.")).toBeVisible();

  await page.goto("/staff/leads?import=1");
  await choose(page, fileOf(people, tag));
  await dialog.getByRole("button", { name: "Import 500 leads" }).click();
  await expect(dialog.getByText("500 leads were imported: 500 new, 0 known before.")).toBeVisible();
  await dialog.getByRole("link", { name: "Show the imported leads" }).click();
  await expect(page).toHaveURL(/\/staff\/leads\?source=import$/);
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await choose(page, fileOf(people, tag));
  await expect(dialog.getByText("Everything in this file has been imported before.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);

  await page.goto(list);
  await expect(page.getByText("500", { exact: true })).toBeVisible();
  const names = people.map(({ name }) => name);
  const csv = (await download(page, "Export as CSV")).toString();
  const [headings = "", ...lines] = csv.trimEnd().split("\r\n");
  expect(headings).toMatch(/^\uFEFFName,Mobile,E-mail,Status/);
  expect(lines.map((line) => line.split(",")[0]).sort()).toEqual(names);
  expect(lines[0]).toContain(`"Python, evenings"`);

  const sheet = readZip(await download(page, "Export for Excel")).get("xl/worksheets/sheet1.xml") ?? "";
  const first = [...sheet.matchAll(/<c r="A\d+"[^>]*><is><t[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(first[0]).toBe("Name");
  expect(first.slice(1).sort()).toEqual(names);
  for (const { number } of people.slice(0, 3)) expect(sheet).toContain(`>+91${number}<`);
});

test("front desk imports with the keyboard from the palette, on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { people, tag } = newPeople();
  await enterAs(page, "front desk");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("import leads");
  await expect(page.getByRole("option", { name: /Import leads/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await choose(page, fileOf(people.slice(0, 1), tag));
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Import 1 lead" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("1 lead was imported: 1 new, 0 known before.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: people[0]?.name ?? "" })).toBeVisible();
});

import { query } from "./database.ts";
import { signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";
import { expectToLookWell } from "./windows.ts";

/** The browser reports refusals of forms and files. */
const forgive = (complaints: string[]) =>
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/400|415/.test(text)));

const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>",
);
const longName = `${"பாடம்-".repeat(20)}very_long_name_without_any_space_in_it.txt`;
const code = `for number in range(10):\n\tprint("${"<b>long</b> ".repeat(20)}")\n`;

test("a trainer adds files, a link and code; a learner finds, searches and opens them; removing says who loses them", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000);
  const { classId, learners } = await taughtClass(page.request, {
    trainer: "Joel Antony",
    names: ["Asha Menon", "Binu Das"],
  });
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  const section = page.getByRole("region", { name: "Material" });
  await section.getByRole("button", { name: "Add material" }).click();
  const dialog = page.getByRole("dialog", { name: "Add material" });
  await dialog
    .getByLabel("Files", { exact: true })
    .last()
    .setInputFiles([
      { name: "slides.pdf", mimeType: "application/pdf", buffer: pdf },
      { name: longName, mimeType: "text/plain", buffer: Buffer.from("Hello") },
      { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
      { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("") },
    ]);
  await expect(dialog.getByRole("listitem").filter({ hasText: "setup.exe" })).toContainText("Files of this kind");
  await expect(dialog.getByRole("listitem").filter({ hasText: "empty.txt" })).toContainText("This file is empty");
  await expect(dialog.getByRole("listitem").filter({ hasText: "slides.pdf" })).toContainText("Uploaded", {
    timeout: 30_000,
  });
  await expect(dialog.getByRole("button", { name: "Add 2 files" })).toBeEnabled({ timeout: 30_000 });
  await expectToLookWell(page, "add-files");
  await dialog.getByRole("button", { name: "Add 2 files" }).click();
  await expect(page.getByText("2 files added.")).toBeVisible();

  await section.getByRole("button", { name: "Add material" }).click();
  await dialog.getByText("Link", { exact: true }).click();
  await dialog.getByLabel("Name").fill("The Python tutorial");
  await dialog.getByLabel("Link", { exact: true }).last().fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Add the link" }).click();
  await expect(dialog).toContainText("Enter a link that begins with https://");
  await dialog.getByLabel("Link", { exact: true }).last().fill("https://docs.example/tutorial?a=1");
  await dialog.getByRole("button", { name: "Add the link" }).click();
  await expect(page.getByText("The link is added. Learners hear of it with the other news.")).toBeVisible();
  await section.getByRole("button", { name: "Add material" }).click();
  await dialog.getByText("Code", { exact: true }).click();
  await dialog.getByLabel("Name").fill("A loop");
  await dialog.getByLabel("Language").selectOption("Python");
  await dialog.getByLabel("Code", { exact: true }).last().fill(code);
  await expectToLookWell(page, "add-code");
  await dialog.getByRole("button", { name: "Add the code" }).click();
  await expect(page.getByText("The code is added.")).toBeVisible();
  await expect(section.getByRole("listitem")).toHaveCount(4);
  await expectToLookWell(page, "class");

  const me = await openOther(browser);
  await me.page.setViewportSize({ width: 360, height: 800 });
  await signIn(me.page, learners[0]?.token ?? "");
  await me.page.goto("/dashboard/schedule/react");
  await me.page.getByRole("link", { name: "4 materials" }).click();
  const ofClass = me.page.getByRole("region", { name: "Class 2: Topic 2" });
  await expect(ofClass.getByRole("listitem")).toHaveCount(4);
  await expect(ofClass.getByRole("link", { name: /The Python tutorial/ })).toContainText("docs.example");
  await expect(ofClass.getByRole("link", { name: /The Python tutorial/ })).toHaveAttribute("rel", /nofollow/);
  await expect(ofClass.getByText("<b>long</b>")).toBeVisible();
  await expectToLookWell(me.page, "learner");
  const address = (await ofClass.getByRole("link", { name: /slides\.pdf/ }).getAttribute("href")) ?? "";
  const opened = await me.page.request.get(address);
  expect([opened.status(), (await opened.body()).equals(pdf)]).toEqual([200, true]);
  expect(opened.headers()["content-disposition"]).toMatch(/^inline/);
  const saving = me.page.waitForEvent("download");
  await ofClass.getByRole("link", { name: /very_long_name/ }).click();
  expect((await saving).suggestedFilename()).toContain("very_long_name");
  await ofClass.getByRole("button", { name: "Copy A loop" }).click();
  await expect(ofClass.getByText("Copied", { exact: true })).toBeVisible();
  await me.page.getByLabel("Search the material").fill("tutor");
  await me.page.getByLabel("Search the material").press("Enter");
  await expect(me.page.getByText("1 material has the words “tutor”.")).toBeVisible();
  await expect(ofClass.getByRole("listitem")).toHaveCount(1);
  await me.page.getByRole("button", { name: "Show all" }).click();
  await expect(ofClass.getByRole("listitem")).toHaveCount(4);

  const other = await taughtClass(page.request, { trainer: "Somebody Else", names: ["Chitra Rao"] });
  const strange = await openOther(browser);
  await signIn(strange.page, other.learners[0]?.token ?? "");
  await strange.page.goto("/dashboard/learn/react?part=material");
  await expect(
    strange.page.getByRole("heading", { name: /Style guide|No material yet|For the whole course/ }),
  ).toBeVisible();
  await expect(strange.page.getByText("slides.pdf")).toHaveCount(0);
  await strange.close();

  await query(
    "update purchase set state = 'suspended' where learner_id = (select id from learner where mobile_number = $1)",
    [learners[0]?.mobileNumber],
  );
  await expect.poll(async () => (await me.page.request.get(address)).status(), { timeout: 15_000 }).toBe(404);
  await me.page.reload();
  await expect(me.page.getByRole("region", { name: "Class 2: Topic 2" })).toHaveCount(0);
  await query(
    "update purchase set state = 'active' where learner_id = (select id from learner where mobile_number = $1)",
    [learners[0]?.mobileNumber],
  );

  await page.goto("/staff/library?courseId=react&words=slides");
  const row = page.getByRole("listitem").filter({ hasText: "slides.pdf" }).first();
  await expect(row).toContainText("Class 2: Topic 2");
  await expectToLookWell(page, "library");
  await row.getByRole("button", { name: "Rename slides.pdf" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Slides of today");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByText("The material has its new name.")).toBeVisible();
  await page.goto("/staff/library?courseId=react&kind=file");
  await page.getByRole("button", { name: "Remove Slides of today" }).click();
  await expect(page.getByRole("dialog")).toContainText("2 learners can open it now.");
  await expectToLookWell(page, "remove");
  await page.getByRole("button", { name: "Remove the material" }).click();
  await expect(page.getByText("The material is removed.")).toBeVisible();
  await me.page.goto("/dashboard/schedule/react");
  await expect(me.page.getByRole("link", { name: "3 materials" })).toBeVisible();
  await me.close();
  forgive(complaints);
});

test("an owner sees the room that files take, and a rule about old files says what it removes before it is saved", async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  const { classId } = await taughtClass(page.request, { trainer: "Joel Antony", names: [] });
  await query(
    `update batch set starts_at = now() - interval '90 months', ends_at = now() - interval '80 months'
     where id = (select batch_id from live_class where id = $1)`,
    [classId],
  );
  await query(
    `update live_class set starts_at = starts_at - interval '82 months'
     where batch_id = (select batch_id from live_class where id = $1)`,
    [classId],
  );
  await query(
    `insert into material (course_id, batch_id, class_id, kind, name, url, added_at)
     select b.course_id, b.id, c.id, 'link', 'Old link', 'https://old.example', now() from live_class c join batch b on b.id = c.batch_id
     where c.id = $1`,
    [classId],
  );
  await enterAs(page, "owner");
  await page.goto("/staff/library");
  await page.getByRole("link", { name: "Storage and old files" }).click();
  await expect(page.getByRole("region", { name: "Space used" })).toContainText("of 200 GB");
  const old = page.getByRole("region", { name: "Old files" });
  const months = old.getByLabel("Delete material of classes this many months after the batch ends");
  await months.fill("0");
  await old.getByRole("button", { name: "Save the rule" }).click();
  await expect(old).toContainText("Enter whole months from 1 to 120, or nothing");
  await months.fill("78");
  await expect(old).toContainText(/This rule would remove now:\s*1 material/);
  await expectToLookWell(page, "storage");
  await old.getByRole("button", { name: "Save the rule" }).click();
  await expect(page.getByRole("dialog", { name: "Remove old files?" })).toContainText("1 material");
  await expectToLookWell(page, "storage-ask");
  await page.getByRole("button", { name: "Save the rule and remove them" }).click();
  await expect(page.getByText("The rule is saved.")).toBeVisible();
  await page.getByLabel("Gigabytes for all files").fill("300");
  await page.getByRole("button", { name: "Save the limits" }).click();
  await expect(page.getByRole("region", { name: "Space used" })).toContainText("of 300 GB");
  await months.fill("");
  await old.getByRole("button", { name: "Save the rule" }).click();
  await expect(page.getByText("The rule is saved.")).toBeVisible();
  await page.getByLabel("Gigabytes for all files").fill("200");
  await page.getByRole("button", { name: "Save the limits" }).click();
  await expect(page.getByText("The limits are saved.")).toBeVisible();
  forgive(complaints);
});

import { query } from "./database.ts";
import { signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";
import { expectToLookWell } from "./windows.ts";

const essay =
  "I read the list once and keep the largest number so far, and when the list is empty the function returns nothing at all, which the caller tells the reader in a friendly sentence.";

test("homework is handed in late, graded, given back, handed in again and graded again, seen from both sides", async ({
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
  const section = page.getByRole("region", { name: "Homework" });
  await section.getByRole("button", { name: "Set homework" }).click();
  const form = page.getByRole("dialog", { name: "Set homework" });
  await form.getByRole("button", { name: "Set the homework" }).click();
  await expect(form).toContainText("Enter a title");
  await form.getByLabel("Title").fill("The largest number");
  await form.getByLabel("What to do").fill("Write a program.\nSay how it works.");
  await form.getByRole("button", { name: "Add a line" }).click();
  await form.getByLabel("Line 1", { exact: true }).fill("It runs");
  await form.getByLabel("Points of line 1").fill("10");
  await expectToLookWell(page, "set");
  await form.getByRole("button", { name: "Set the homework" }).click();
  await expect(page.getByText("The homework is set. 2 learners will hear of it.")).toBeInViewport();
  await expect(section).toContainText("Done by 0 of 2");
  const [stored] = await query("update homework set due_on = current_date - 3 where class_id = $1 returning id", [
    classId,
  ]);
  const homeworkId = String(stored?.id);

  const me = await openOther(browser);
  await me.page.setViewportSize({ width: 360, height: 800 });
  await signIn(me.page, learners[0]?.token ?? "");
  await me.page.goto("/dashboard/schedule/react");
  await me.page.getByRole("link", { name: "The largest number" }).click();
  await expect(me.page.getByRole("heading", { name: "The largest number" })).toBeVisible();
  await expect(me.page.getByText("will be marked as late")).toBeVisible();
  await me.page.getByLabel("Your answer").fill(essay);
  await me.page.reload();
  await expect(me.page.getByLabel("Your answer")).toHaveValue(essay);
  await me.page.getByLabel("Link to your work").fill("http://code.example/1");
  await me.page.getByRole("button", { name: "Hand in", exact: true }).click();
  await expect(me.page.getByText("Enter a link that begins with https://")).toBeVisible();
  await me.page.getByLabel("Link to your work").fill("https://code.example/1");
  await expectToLookWell(me.page, "hand-in");
  await me.page.getByRole("button", { name: "Hand in", exact: true }).click();
  await expect(me.page.getByText("Your homework is handed in.")).toBeInViewport();
  await expect(me.page.getByRole("article").filter({ hasText: "Version 1" })).toContainText("Late");
  await expect(me.page.getByLabel("Your answer")).toHaveCount(0);
  await expectToLookWell(me.page, "handed-in");
  await me.page.getByRole("button", { name: "Hand in another version" }).click();
  await expect(me.page.getByLabel("Your answer")).toHaveValue("");

  const copied = await page.request.post(`/api/homework/react/${homeworkId}/hand-in`, {
    data: { submissionId: crypto.randomUUID(), text: `${essay} That is all.` },
    headers: { authorization: `Bearer ${learners[1]?.token}` },
  });
  expect(copied.status(), await copied.text()).toBe(200);
  await expect
    .poll(
      async () =>
        (
          await query(
            "select count(*)::int as n from submission_likeness k join submission s on s.id = k.one_id where s.homework_id = $1",
            [homeworkId],
          )
        )[0]?.n,
    )
    .toBe(1);

  await page.goto("/staff/homework");
  await expect(page.getByRole("row", { name: /The largest number.*2 to grade/ }).first()).toBeVisible();
  await expectToLookWell(page, "staff-list");
  await page.goto(`/staff/homework/${homeworkId}`);
  await expect(page.getByRole("region", { name: "Learners" })).toContainText("like another");
  await expectToLookWell(page, "staff-homework");
  await page.getByRole("link", { name: "Grade 2" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Asha Menon" })).toBeVisible();
  await expect(page.getByText(/Version 1 is \d+ % like Binu Das’s/)).toBeVisible();
  await expectToLookWell(page, "staff-grade");
  await page.getByRole("button", { name: "Compare with Binu Das" }).click();
  const pair = page.getByRole("dialog");
  await expect(pair.getByRole("region", { name: "Binu Das" })).toContainText("That is all.");
  await expect(pair.getByRole("region", { name: "Asha Menon" })).toContainText("I read the list once");
  await expectToLookWell(page, "staff-compare");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("It runs (0 to 10)").fill("8");
  await page.getByLabel("Comment").fill("Good.");
  await page.getByLabel("Comment").press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Binu Das" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1, name: "Asha Menon" })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Graded" })).toContainText("8 of 10");

  await me.page.reload();
  await expect(me.page.getByText("8 of 10 points").first()).toBeVisible();
  await expect(me.page.getByText("Your trainer has graded this homework.")).toBeVisible();
  await expect(me.page.getByRole("main")).not.toContainText("Binu");

  await page.getByRole("button", { name: "Give back" }).click();
  await expect(page.getByText("Say what is missing")).toBeVisible();
  await page.getByLabel("Comment").fill("How did you test it?");
  await page.getByRole("button", { name: "Give back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Binu Das" })).toBeVisible();

  await me.page.goto("/dashboard/learn/react?part=homework");
  await expect(me.page.getByRole("listitem").filter({ hasText: "The largest number" })).toContainText("Given back");
  await expectToLookWell(me.page, "learn");
  await me.page.getByRole("link", { name: "The largest number" }).click();
  await expect(me.page.getByText("How did you test it?")).toBeInViewport();
  await expect(me.page.getByLabel("Your answer")).toHaveValue(essay);
  await expectToLookWell(me.page, "given-back");
  await me.page.getByLabel("Your answer").fill("I tested it with one number and with none.");
  await me.page.getByRole("button", { name: "Hand in", exact: true }).click();
  await expect(me.page.getByRole("article").filter({ hasText: "Version 2" })).not.toContainText("Late");

  await page.goto(`/staff/homework/${homeworkId}`);
  await page.getByRole("link", { name: "Asha Menon" }).click();
  await expect(page.getByRole("article").first()).toContainText("I tested it with one number");
  await page.getByLabel("It runs (0 to 10)").fill("10");
  await page.getByRole("button", { name: "Graded, next" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Binu Das" })).toBeVisible();
  await me.page.reload();
  await expect(me.page.getByText("10 of 10 points").first()).toBeVisible();
  await expect(me.page.getByRole("article")).toHaveCount(5);
  await expectToLookWell(me.page, "graded");
  await me.page.goto("/dashboard/schedule/react");
  await expect(me.page.getByRole("listitem").filter({ hasText: "The largest number" }).first()).toContainText("Done");
  // The browser says so of every refusal.
  const isRefusal = (text: string) => /status of (400|409)/.test(text);
  expect(me.complaints.filter((text) => !isRefusal(text))).toEqual([]);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isRefusal(text)));
  await me.close();
});

test("many are marked as done at once, and removing says what goes with it; another trainer is refused", async ({
  page,
  complaints,
}) => {
  const { classId, learners } = await taughtClass(page.request, {
    trainer: "Joel Antony",
    names: ["Asha Menon", "Binu Das"],
  });
  await enterAs(page, "trainer");
  const homeworkId = crypto.randomUUID();
  const set = (target: object, id = homeworkId) =>
    page.request.post("/api/staff/homework", {
      data: {
        homeworkId: id,
        ...target,
        title: "Sheet 4",
        text: "All parts",
        dueOn: null,
        allowsLate: true,
        rubric: [],
      },
    });
  expect((await set({ classId })).status()).toBe(200);
  await page.request.post(`/api/homework/react/${homeworkId}/hand-in`, {
    data: { submissionId: crypto.randomUUID(), text: "Mine" },
    headers: { authorization: `Bearer ${learners[0]?.token}` },
  });
  await page.goto(`/staff/homework/${homeworkId}`);
  await page.getByRole("button", { name: "Choose all 2" }).click();
  await page.getByRole("button", { name: "Mark 2 as done" }).click();
  await expect(page.getByText("2 learners marked as done.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Learners" })).toContainText("2 of 2 done");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("What 1 learner has handed in is removed with it");
  await page.getByRole("button", { name: "Remove it with the work of 1" }).click();
  await expect(page).toHaveURL(/\/staff\/homework\?show=all/);
  await page.goto(`/staff/homework/${homeworkId}`);
  await expect(page.getByRole("heading", { name: "Homework not found" })).toBeVisible();

  const theirs = await taughtClass(page.request, { trainer: "Sanjay Raman", names: [] });
  expect((await set({ classId: theirs.classId }, crypto.randomUUID())).status()).toBe(404);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/404/.test(text)));
});

test("the trainer adds a file that the learner opens, and the learner hands one in that the trainer opens; others are refused", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000);
  const { classId, learners } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon"] });
  const elsewhere = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Binu Das"] });
  const sheet = { name: "Sheet 5.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 the sheet") };
  const program = { name: "largest.zip", mimeType: "application/zip", buffer: Buffer.alloc(300_000, "largest") };
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  await page.getByRole("region", { name: "Homework" }).getByRole("button", { name: "Set homework" }).click();
  const form = page.getByRole("dialog", { name: "Set homework" });
  await form.getByLabel("Title").fill("Sheet 5");
  await form.getByLabel("What to do").fill("All parts of the sheet.");
  await form.getByLabel("Files").setInputFiles({ ...sheet, name: "sheet.exe" });
  await expect(form.getByText("Files of this kind cannot be uploaded here.")).toBeVisible();
  await form.getByRole("button", { name: "Set the homework" }).click();
  await expect(form.getByText("A file was not taken. Please remove it.")).toBeVisible();
  await form.getByRole("button", { name: "Remove sheet.exe" }).click();
  await form.getByLabel("Files").setInputFiles(sheet);
  await expect(form.getByText("Uploaded", { exact: true })).toBeVisible();
  await expect(form.getByRole("alert").filter({ hasText: "A file was not taken" })).toHaveCount(0);
  await expectToLookWell(page, "set-file");
  await form.getByRole("button", { name: "Set the homework" }).click();
  await expect(page.getByText("The homework is set.")).toBeVisible();
  const [stored] = await query("select id from homework where class_id = $1", [classId]);
  const homeworkId = String(stored?.id);

  const me = await openOther(browser);
  await me.page.setViewportSize({ width: 360, height: 800 });
  await signIn(me.page, learners[0]?.token ?? "");
  await me.page.goto(`/dashboard/learn/react/homework/${homeworkId}`);
  const link = me.page.getByRole("link", { name: "Sheet 5.pdf" });
  const address = (await link.getAttribute("href")) ?? "";
  const opened = await me.page.request.get(address);
  expect([opened.status(), await opened.text()]).toEqual([200, "%PDF-1.4 the sheet"]);
  await me.page.getByLabel("Files").setInputFiles({ ...program, name: "largest.exe" });
  await expect(me.page.getByText("Files of this kind cannot be uploaded here.")).toBeVisible();
  await me.page.getByRole("button", { name: "Remove largest.exe" }).click();
  await me.page.getByLabel("Files").setInputFiles(program);
  await expect(me.page.getByText("Uploaded", { exact: true })).toBeVisible();
  await expectToLookWell(me.page, "hand-in-file");
  // What was uploaded is still there, and can be taken away.
  await me.page.reload();
  await me.page.getByRole("button", { name: "Remove largest.zip" }).click();
  await expect(me.page.getByRole("listitem").filter({ hasText: "largest.zip" })).toHaveCount(0);
  await me.page.getByLabel("Files").setInputFiles(program);
  await expect(me.page.getByText("Uploaded", { exact: true })).toBeVisible();
  await me.page.getByRole("button", { name: "Hand in", exact: true }).click();
  await expect(me.page.getByText("Your homework is handed in.")).toBeVisible();
  await expect(me.page.getByRole("article").getByRole("link", { name: "largest.zip" })).toBeVisible();
  await expectToLookWell(me.page, "handed-file");

  await page.goto(`/staff/homework/${homeworkId}`);
  await page.getByRole("link", { name: "Grade 1" }).click();
  const handed = page.getByRole("article").getByRole("link", { name: "largest.zip" });
  const saving = page.waitForEvent("download");
  await handed.click();
  expect((await saving).suggestedFilename()).toBe("largest.zip");
  await expectToLookWell(page, "staff-grade-file");

  const theirs = (await handed.getAttribute("href")) ?? "";
  const token = theirs.split("/")[2] ?? "";
  const other = { authorization: `Bearer ${elsewhere.learners[0]?.token}` };
  const ask = (headers: Record<string, string>) =>
    me.page.request.post(`/api/homework/react/${homeworkId}`, { data: {}, headers });
  expect((await ask(other)).status()).toBe(404);
  expect((await ask({})).status()).toBe(401);
  expect((await me.page.request.get(theirs.replace(token, [...token].reverse().join("")))).status()).toBe(404);
  await query(
    "update purchase set state = 'suspended' where learner_id = (select id from learner where mobile_number = $1)",
    [learners[0]?.mobileNumber],
  );
  // Who was let in a moment ago is asked again after five seconds.
  await expect.poll(async () => (await me.page.request.get(address)).status()).toBe(404);
  const isRefusal = (text: string) => /status of (404|415)/.test(text);
  expect(me.complaints.filter((text) => !isRefusal(text))).toEqual([]);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isRefusal(text)));
  await me.close();
});

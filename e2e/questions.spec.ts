import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";
import { expectToLookWell } from "./windows.ts";

/** The browser writes every refusal to its console. */
const isRefusal = (text: string) => /status of (400|404)/.test(text);

const run = (job: string) => query("select graphile_worker.add_job($1, '{}')", [job]);

test("a question is asked on a phone, answered by the trainer, told, marked and found again", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000);
  const { learners } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon", "Binu Das"] });
  const title = `Why does my effect run twice ${crypto.randomUUID().slice(0, 6)}?`;

  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, learners[0]?.token ?? "");
  await page.goto("/dashboard/schedule/react");
  await page.getByRole("listitem").filter({ hasText: "Topic 2" }).getByRole("link", { name: "Ask about it" }).click();
  const form = page.getByRole("dialog", { name: "Ask a question" });
  await expect(form.getByLabel("About", { exact: true })).toHaveValue(/.+/);
  await form.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(form).toContainText("Say in a line what it is about");
  await form.getByLabel("Your question in a line").fill(title);
  await form
    .getByLabel("More about it")
    .fill("It logs twice:\n```js\nuseEffect(() => <b>log</b>);\n```\nhttps://example.com/effect.");
  await expectToLookWell(page, "ask");
  await page.setViewportSize({ width: 360, height: 800 });
  await form.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.locator("pre")).toHaveText("useEffect(() => <b>log</b>);");
  await expect(page.getByRole("link", { name: "https://example.com/effect" })).toHaveAttribute("rel", /nofollow/);
  await expect(page.getByText("Class 2: Topic 2")).toBeVisible();
  await expectToLookWell(page, "question");

  await run("digest.tell");
  const mate = await openOther(browser);
  await signIn(mate.page, learners[1]?.token ?? "");
  await expect(async () => {
    await mate.page.goto("/dashboard/notification");
    await expect(mate.page.getByRole("link", { name: "Something new in React.js" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mate.page.getByRole("link", { name: "Something new in React.js" }).click();
  await expect(mate.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await mate.page.getByRole("button", { name: "Answer" }).click();
  await expect(mate.page.getByText("Write your answer")).toBeVisible();
  await mate.page.getByLabel("Your answer").fill("Mine does so too.");
  await mate.page.getByRole("button", { name: "Answer" }).click();
  await expect(mate.page.getByRole("article", { name: "Answer of You" })).toContainText("Mine does so too.");

  const trainer = await openOther(browser);
  await enterAs(trainer.page, "trainer");
  await trainer.page.goto("/staff/today");
  await trainer.page.getByRole("link", { name: /Questions of learners/ }).click();
  await expect(trainer.page.getByRole("row", { name: new RegExp(title.slice(0, 30)) }).first()).toContainText("Open");
  await expectToLookWell(trainer.page, "staff-questions");
  await trainer.page.setViewportSize({ width: 1280, height: 900 });
  await trainer.page.getByRole("link", { name: title }).click();
  await expect(trainer.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(trainer.page.getByRole("main")).toContainText("Asha Menon");
  await trainer.page.getByLabel("Your answer").fill("Strict mode runs effects twice in development, to find leaks.");
  await trainer.page.getByLabel("Your answer").press("Control+Enter");
  await expect(trainer.page.getByText("Your answer is posted. The learner will be told.")).toBeVisible();
  await expectToLookWell(trainer.page, "staff-question");

  await page.goto("/dashboard/notification");
  await page.getByRole("link", { name: "React.js: your question has an answer" }).first().click();
  const answer = page.getByRole("article", { name: "Answer of Joel Antony" });
  await answer.getByRole("button", { name: "This is the answer" }).click();
  await expect(answer.getByText("The answer", { exact: true })).toBeVisible();
  await expectToLookWell(page, "answered");

  await mate.page.goto("/dashboard/learn/react?part=questions");
  await mate.page.getByLabel("Search the questions").fill("strict leaks");
  await mate.page.getByRole("button", { name: "Search" }).click();
  await expect(mate.page.getByRole("list", { name: "Questions" }).getByRole("listitem")).toHaveCount(1);
  await expect(mate.page.getByRole("link", { name: new RegExp(title.slice(0, 30)) })).toBeVisible();
  await expectToLookWell(mate.page, "found");
  await mate.page.getByLabel("Search the questions").fill("zebra");
  await mate.page.getByRole("button", { name: "Search" }).click();
  await expect(mate.page.getByText("No question fits")).toBeVisible();
  for (const other of [mate, trainer]) {
    expect(other.complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await other.close();
  }
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isRefusal(text)));
});

test("what is reported is hidden, and its author reads why; a private question stays between two", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(180_000);
  const { learners } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon", "Binu Das"] });
  const [asha, binu] = learners;
  const title = `Rude words ${crypto.randomUUID().slice(0, 6)}`;
  const ask = (token: string | undefined, question: object) => {
    const questionId = crypto.randomUUID();
    const headers = { authorization: `Bearer ${token}` };
    return page.request
      .post(`/api/question/react/${questionId}/ask`, { data: question, headers })
      .then((answer) => ({ status: answer.status(), questionId }));
  };
  const rude = await ask(binu?.token, { title, text: "Something rude" });
  const secret = await ask(binu?.token, { title: "Only for my trainer", isPrivate: true });
  expect([rude.status, secret.status]).toEqual([200, 200]);

  await signIn(page, asha?.token ?? "");
  await page.goto(`/dashboard/learn/react/question/${secret.questionId}`);
  await expect(page.getByText("This question was not found.")).toBeVisible();
  await page.goto("/dashboard/learn/react?part=questions");
  await expect(page.getByText("Only for my trainer")).toHaveCount(0);
  await page.getByRole("link", { name: new RegExp(title) }).click();
  await page.getByRole("button", { name: "Report to staff" }).click();
  const report = page.getByRole("dialog", { name: "Report to staff" });
  await report.getByRole("button", { name: "Report" }).click();
  await expect(report).toContainText("Say what is wrong");
  await report.getByLabel("What is wrong with it").fill("This is not kind");
  await report.getByRole("button", { name: "Report" }).click();
  await expect(page.getByText("Our staff will look at it.")).toBeVisible();

  const trainer = await openOther(browser);
  await enterAs(trainer.page, "trainer");
  await trainer.page.goto("/staff/questions?show=reported");
  await trainer.page.getByRole("link", { name: title }).click();
  await expect(trainer.page.getByRole("region", { name: "Reported" })).toContainText("This is not kind");
  await expectToLookWell(trainer.page, "staff-reported");
  await trainer.page.setViewportSize({ width: 1280, height: 900 });
  await trainer.page.getByRole("main").getByRole("button", { name: "Hide" }).click();
  const hide = trainer.page.getByRole("dialog", { name: "Hide the question" });
  await hide.getByRole("button", { name: "Hide the question" }).click();
  await expect(hide).toContainText("Say why");
  await hide.getByLabel("Why").fill("Please stay friendly.");
  await hide.getByRole("button", { name: "Hide the question" }).click();
  await expect(trainer.page.getByText("The question is hidden.")).toBeVisible();

  await page.goto(`/dashboard/learn/react/question/${rude.questionId}`);
  await expect(page.getByText("This question was not found.")).toBeVisible();
  const author = await openOther(browser);
  await signIn(author.page, binu?.token ?? "");
  await author.page.goto(`/dashboard/learn/react/question/${rude.questionId}`);
  await expect(author.page.getByText("Staff have hidden this question: Please stay friendly.")).toBeVisible();
  await expect(author.page.getByLabel("Add something")).toHaveCount(0);
  await expectToLookWell(author.page, "hidden");
  for (const other of [trainer, author]) await other.close();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isRefusal(text)));
});

test("the daily mail is switched in the profile, and ended by the link in it", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/editprofile");
  const box = page.getByRole("checkbox", { name: /Send me this mail/ });
  await expect(box).toBeChecked();
  const saved = () =>
    query(
      "select r.id, r.wants_mail from digest_reader r join learner l on l.id = r.learner_id where l.mobile_number = $1",
      [mobileNumber],
    );
  const isWanted = async () => (await saved())[0]?.wants_mail;
  await box.uncheck();
  // A reload before the answer would end the request.
  await expect.poll(isWanted).toBe(false);
  await page.reload();
  await expect(box).not.toBeChecked();
  await box.check();
  await expect.poll(isWanted).toBe(true);
  const [reader] = await saved();
  await page.goto(`/unsubscribe/digest/${reader?.id}`);
  await expectToLookWell(page, "end-digest");
  await page.getByRole("button", { name: "Stop this mail" }).click();
  await expect(page.getByText("You will no longer get the daily mail.")).toBeVisible();
  expect(await isWanted()).toBe(false);
});

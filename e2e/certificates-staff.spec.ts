import type { Page } from "@playwright/test";
import sharp from "sharp";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

const shots = process.env.SHOTS;
const shoot = async (page: Page, name: string) => {
  if (!shots) return;
  for (const [width, height] of [
    [1280, 900],
    [360, 800],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
};

const expectNoAxeFindings = async (page: Page) => expect((await axe(page).analyze()).violations).toEqual([]);

async function expectNoSidewaysScroll(page: Page) {
  const { inner, whole } = await page.evaluate(() => ({
    inner: document.documentElement.clientWidth,
    whole: document.documentElement.scrollWidth,
  }));
  expect(whole).toBeLessThanOrEqual(inner);
}

// Staff issue here: the hourly award would be quicker in some journeys.
test.beforeAll(async () => {
  await query(
    `insert into class_settings (id, content, version) values ('classes', '{"issuesAutomatically": false}', 1)
     on conflict (id) do update set content = class_settings.content || '{"issuesAutomatically": false}',
       version = class_settings.version + 1`,
  );
});

type Attended = { mobileNumber: string; attended: number; name?: string };

/** A batch of SQL with four classes that is over, and who attended how many of them. */
async function finishBatch(learners: Attended[]): Promise<string> {
  const [batch] = await query(
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, name)
     select id, '9-10', 'week-days', now() - interval '20 days', now() - interval '1 day', 'Journey' from course
     where course_id = 'sql' returning id, course_id`,
  );
  await query(
    `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, changed_at)
     select $1, n, now() - interval '20 days' + n * interval '2 days', 60, 'Joins', 'Joel Antony', now()
     from generate_series(1, 4) n`,
    [batch?.id],
  );
  for (const { mobileNumber, attended, name } of learners) {
    if (name) {
      const [firstName, lastName] = name.split(" ");
      await query("update learner set first_name = $2, last_name = $3 where mobile_number = $1", [
        mobileNumber,
        firstName,
        lastName,
      ]);
    }
    const [purchase] = await query(
      `insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
       select id, $2, '9-10', 'week-days', now() - interval '60 days' from learner where mobile_number = $1
       returning id, learner_id`,
      [mobileNumber, batch?.course_id],
    );
    await query("insert into batch_place (purchase_id, batch_id, placed_at) values ($1, $2, now())", [
      purchase?.id,
      batch?.id,
    ]);
    await query(
      `insert into attendance (learner_id, class_id, first_joined_at, last_joined_at)
       select $1, id, starts_at, starts_at from live_class where batch_id = $2 and number <= $3`,
      [purchase?.learner_id, batch?.id, attended],
    );
  }
  return String(batch?.id);
}

test("the front desk issues in bulk after a preview, the learner shares it, and a corrected name leads the employer on", async ({
  page,
  browser,
}) => {
  const one = await newLearner(page.request);
  const [two, three] = [await newLearner(page.request), await newLearner(page.request)];
  const batchId = await finishBatch([
    { mobileNumber: one.mobileNumber, attended: 4 },
    { mobileNumber: two.mobileNumber, attended: 3, name: "Divya Shankar" },
    { mobileNumber: three.mobileNumber, attended: 1, name: "Suresh Babu" },
  ]);
  await enterAs(page, "front desk");
  await page.goto(`/staff/certificates?courseId=sql&batchId=${batchId}`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Kavya Raman")).toContainText("Earned");
  await expect(row("Divya Shankar")).toContainText("75 %");
  await expect(row("Suresh Babu")).toHaveCount(0);
  await row("Divya Shankar")
    .getByRole("button", { name: /^Preview/ })
    .click();
  const preview = page.getByRole("dialog", { name: "Certificate of Divya Shankar" });
  const sheet = preview.getByRole("img", { name: "Certificate of completion of Divya Shankar" });
  await expect.poll(() => sheet.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1400);
  await expectNoAxeFindings(page);
  await preview.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await expect(page.getByText("2 learners chosen")).toBeVisible();
  await shoot(page, "certificates-ready");
  await page.getByRole("button", { name: "See the names and issue" }).click();
  const issue = page.getByRole("dialog", { name: "Issue 2 certificates" });
  await expect(issue.getByRole("listitem")).toHaveCount(2);
  await expectNoAxeFindings(page);
  await shoot(page, "certificates-names");
  await issue.getByRole("button", { name: "Issue and tell 2 learners" }).click();
  const outcome = page.getByRole("dialog", { name: "2 certificates issued" });
  const issued = outcome.getByRole("listitem").filter({ hasText: "Kavya Raman" });
  const certificateId = /OCNST\d{5}/.exec((await issued.textContent()) ?? "")?.[0] ?? "";
  await outcome.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("Nobody fits these filters.")).toBeVisible();

  const learner = await openOther(browser);
  await signIn(learner.page, one.token);
  const { origin } = new URL(page.url());
  await learner.page.goto(`${origin}/dashboard/certificate`);
  await expect(learner.page.getByText(`${certificateId}, earned on`)).toBeVisible();
  await learner.close();
  const employer = await openOther(browser);
  await employer.page.goto(`${origin}/view/e_certificate/${certificateId}`);
  await expect(employer.page.getByText("This certificate is genuine.")).toBeVisible();

  await page.goto(`/staff/certificates?state=issued&words=${certificateId.toLowerCase()}`);
  await page.getByRole("button", { name: `Correct the name on ${certificateId}` }).click();
  const reissue = page.getByRole("dialog", { name: `Correct the name on ${certificateId}` });
  await expect(reissue.getByLabel("Name as printed")).toHaveValue("Kavya Raman");
  await reissue.getByLabel("Name as printed").fill("Kavya Raman Iyer");
  await reissue.getByLabel("Reason, for the audit log").fill("As in the passport");
  await expectNoAxeFindings(page);
  await reissue.getByRole("button", { name: `Replace ${certificateId}` }).click();
  await expect(page.getByText(/is issued to Kavya Raman Iyer in place of/)).toBeVisible();
  await expect(row(certificateId)).toContainText("replaced by");
  await shoot(page, "certificates-replaced");

  await employer.page.reload();
  await expect(employer.page.getByText(/^Replaced by OCNST\d+\.$/)).toBeVisible();
  await expect(employer.page.getByText("The new certificate has the corrected name.")).toBeVisible();
  await expect(employer.page.getByText("This certificate was revoked")).toHaveCount(0);
  await expectNoAxeFindings(employer.page);
  await employer.page.getByRole("link", { name: /^Open OCNST/ }).click();
  await expect(employer.page.getByRole("heading", { name: "Kavya Raman Iyer" })).toBeVisible();
  await expect(employer.page.getByText("This certificate is genuine.")).toBeVisible();
  await employer.close();
});

test("below the rule the front desk is refused, and the owner issues with a reason and revokes it again", async ({
  page,
  complaints,
}) => {
  const { mobileNumber } = await newLearner(page.request);
  await finishBatch([{ mobileNumber, attended: 1, name: "Iqbal Khan" }]);
  await enterAs(page, "front desk");
  const address = `/staff/certificates?state=not+yet&words=${mobileNumber}`;
  await page.goto(address);
  await expect(page.getByRole("row").filter({ hasText: "Iqbal Khan" })).toContainText("2 classes short");
  await expect(page.getByRole("button", { name: "Issue with a reason to Iqbal Khan" })).toBeDisabled();
  await enterAs(page, "owner");
  await page.goto(address);
  await shoot(page, "certificates-not-yet");
  await expectNoAxeFindings(page);
  await page.getByRole("button", { name: "Issue with a reason to Iqbal Khan" }).click();
  const dialog = page.getByRole("dialog", { name: "Issue to Iqbal Khan below the rule" });
  await dialog.getByRole("button", { name: "Issue to Iqbal Khan" }).click();
  await expect(dialog.getByText("Say why, in a few words")).toBeVisible();
  complaints.length = 0;
  await dialog.getByLabel("Reason, for the audit log").fill("Passed the exam");
  await dialog.getByRole("button", { name: "Issue to Iqbal Khan" }).click();
  const news = page.getByText(/OCNST\d+ is issued to Iqbal Khan\./);
  await expect(news).toBeVisible();
  const certificateId = /OCNST\d+/.exec((await news.textContent()) ?? "")?.[0] ?? "";

  await page.goto(`/staff/certificates?state=issued&words=${certificateId}`);
  await page.getByRole("button", { name: `Revoke ${certificateId}` }).click();
  const revoke = page.getByRole("dialog", { name: `Revoke ${certificateId}` });
  await revoke.getByRole("radio", { name: "It was issued to the wrong person" }).check();
  await expect(revoke.getByRole("button", { name: `Revoke ${certificateId}` })).toBeDisabled();
  await revoke.getByLabel(/^Type \d{5} to confirm/).fill(certificateId.slice(-5));
  await expectNoAxeFindings(page);
  await shoot(page, "certificates-revoke");
  await revoke.getByRole("button", { name: `Revoke ${certificateId}` }).click();
  await expect(page.getByText(`${certificateId} is revoked, and Iqbal Khan is told.`)).toBeVisible();
  await page.goto(`/view/e_certificate/${certificateId}`);
  await expect(page.getByText("It was issued to the wrong person.")).toBeVisible();
});

test("an owner changes the rule of a course and the design, with a signature, and sees both", async ({
  page,
  complaints,
}) => {
  await enterAs(page, "owner");
  await page.goto("/staff/certificates/rules");
  await page.getByRole("button", { name: "Change the rule of React" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Rule of React/ });
  await dialog.getByLabel(/^Classes attended/).fill("180");
  await dialog.getByRole("button", { name: "Save the rule" }).click();
  await expect(dialog.getByText("Enter 0 to 100")).toBeVisible();
  complaints.length = 0;
  await dialog.getByLabel(/^Classes attended/).fill("80");
  await dialog.getByLabel(/^Homework done/).fill("60");
  await dialog.getByLabel("Final test").selectOption({ index: 1 });
  await expectNoAxeFindings(page);
  await shoot(page, "certificates-rule");
  await dialog.getByRole("button", { name: "Save the rule" }).click();
  await expect(page.getByText(/^The rule of React.* is saved\.$/)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "80 % of the classes" });
  await expect(row).toContainText("60 % of the homework");
  await expectNoAxeFindings(page);
  await shoot(page, "certificates-rules");

  await page.goto("/staff/certificates/design");
  const sample = page.getByRole("img", { name: /^Certificate of completion/ });
  await expect(sample).toBeVisible();
  const before = await sample.getAttribute("src");
  await page.getByRole("radio", { name: /^Classic/ }).check();
  await expect.poll(() => sample.getAttribute("src")).not.toBe(before);
  await page.getByLabel("Signature file").setInputFiles({
    ...{ name: "signature.txt", mimeType: "text/plain", buffer: Buffer.from("Hello") },
  });
  await expect(page.getByText("Please choose a PNG or JPEG of at most 1 MB.")).toBeVisible();
  const ink = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><path d="M10 90C60-20 90 20 70 80S120 60 150 40 190 100 220 60 300 30 390 70" fill="none" stroke="#1a2f6b" stroke-width="6"/></svg>`,
  );
  const classic = await sample.getAttribute("src");
  await page.getByLabel("Signature file").setInputFiles({
    ...{ name: "signature.png", mimeType: "image/png", buffer: await sharp(ink).png().toBuffer() },
  });
  await page.getByLabel(/^Signatory/).fill("Meenakshi Sundaram");
  await page.getByLabel(/^Designation/).fill("Director");
  await expect.poll(() => sample.getAttribute("src")).not.toBe(classic);
  await expect(page.getByText("The signature is printed above the name.")).toBeVisible();
  await expectNoAxeFindings(page);
  await shoot(page, "certificates-design");
  await page.getByRole("button", { name: "Save the design" }).click();
  await expect(page.getByText("The design is saved. New certificates look like this.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: /^Classic/ })).toBeChecked();
  await expect(page.getByText("The signature is printed above the name.")).toBeVisible();
});

test("on a phone nothing scrolls sideways, targets are large, and one learner is issued a certificate", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const { mobileNumber } = await newLearner(page.request);
  await finishBatch([{ mobileNumber, attended: 4, name: "Ritu Agarwal" }]);
  await enterAs(page, "owner");
  await page.goto(`/staff/certificates?words=${mobileNumber}`);
  const box = page.getByRole("checkbox", { name: "Choose Ritu Agarwal" });
  await box.check();
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
  const button = page.getByRole("button", { name: "See the names and issue" });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await button.click();
  await page.getByRole("button", { name: "Issue and tell 1 learner" }).click();
  await expect(page.getByRole("dialog", { name: "1 certificate issued" })).toBeVisible();
  for (const path of ["?state=issued", "?state=revoked", "/rules", "/design"]) {
    await page.goto(`/staff/certificates${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(
      page
        .getByRole("table")
        .or(page.getByRole("img", { name: /completion/ }))
        .first(),
    ).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await context.close();
});

import { query } from "./database.ts";
import { askForCode, newLearner, newNumber, profile, readCode, signIn, typeCode } from "./learner.ts";
import { expect, test } from "./test.ts";

test("Enter submits a complete code; wrong, used-up and expired codes say what is wrong and offer a new one", async ({
  page,
  complaints,
}) => {
  const mobileNumber = newNumber();
  await page.goto("/login");
  await askForCode(page, mobileNumber);
  const code = await readCode(page.request, mobileNumber);
  const wrong = code === "111111" ? "222222" : "111111";
  const told = page.getByRole("alert");
  for (const tries of ["4 tries", "3 tries", "2 tries", "one try"]) {
    await typeCode(page, wrong);
    await page.keyboard.press("Enter");
    await expect(told).toContainText(`This code is wrong. You have ${tries} left.`);
    await expect(page.getByRole("button", { name: /^Send a new code in \d:\d\d$/ })).toBeDisabled();
  }
  await typeCode(page, wrong);
  await page.keyboard.press("Enter");
  await expect(told).toContainText("too many times");

  const number = `+91${mobileNumber}`;
  await query("update one_time_code set sent_at = sent_at - interval '6 minutes' where number = $1", [number]);
  await typeCode(page, code);
  await page.keyboard.press("Enter");
  await expect(told).toContainText("has expired");
  await expect(page.getByRole("button", { name: /^Send a new code/ })).toBeVisible();

  await page.request.post("/api/user/otp", { data: { mobileNumber } });
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/register/${mobileNumber}`);
  await expect(page.getByRole("radio", { name: "Student" })).toBeChecked();
  for (const name of ["Male", "Female"]) await expect(page.getByRole("radio", { name, exact: true })).not.toBeChecked();
  await page.getByLabel("First name").fill(profile.firstName);
  await page.getByLabel("Last name").fill(profile.lastName);
  await page.getByLabel("E-mail").fill(`home-${mobileNumber}@example.com`);
  await page.getByLabel("Date of birth").fill(profile.dateOfBirth);
  await page.getByLabel("School or college").fill(profile.instOrOrg);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Welcome aboard, Kavya." })).toBeVisible();
  complaints.length = 0;
});

test("a HEIC picture that the browser cannot read is refused before the upload, without Try again", async ({
  page,
}) => {
  await signIn(page, (await newLearner(page.request)).token);
  await page.goto("/dashboard/editprofile");
  const picture = page.getByLabel("Choose a picture");
  await picture.setInputFiles({ name: "IMG_0042.HEIC", mimeType: "image/heic", buffer: Buffer.from("no picture") });
  await expect(page.getByText("This phone’s picture format (HEIC) cannot be read here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await picture.setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(page.getByText("This is not a picture we can show.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
});

import { readFileSync } from "node:fs";
import sharp from "sharp";
import { askForCode, newLearner, newNumber, newTicket, profile, readCode, signIn, typeCode } from "./learner.ts";
import { expect, test } from "./test.ts";

test("a new learner signs in with a code, registers, and signs in again later", async ({ page, complaints }) => {
  const mobileNumber = newNumber();
  await page.goto("/login");
  await page.getByLabel("Mobile number").fill("12345");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("alert").getByText("enter valid number")).toBeVisible();
  await askForCode(page, mobileNumber);

  const login = page.getByRole("button", { name: "Login" });
  await expect(login).toBeDisabled();
  await page.reload();
  await typeCode(page, "00000");
  await expect(login).toBeDisabled();
  await page.keyboard.type("0");
  await login.click();
  await expect(page.getByRole("alert").getByText(/code is wrong/)).toBeVisible();

  await typeCode(page, await readCode(page.request, mobileNumber));
  await login.click();
  await expect(page).toHaveURL(`/register/${mobileNumber}`);
  await expect(page.getByLabel("State")).toHaveValue("Pondicherry");
  await expect(page.getByLabel("Country", { exact: true })).toHaveValue("india");
  await expect(page.getByRole("radio", { name: "Student" })).toBeChecked();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").getByText("form invalid")).toBeVisible();
  for (const text of [
    "Invalid name",
    "Invalid lastname",
    "Invalid Email",
    "Invalid instOrOrg",
    "Invalid Date of Birth",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();

  await page.getByLabel("First name").fill(profile.firstName);
  await expect(page.getByText("Invalid name", { exact: true })).toBeHidden();
  await page.getByLabel("Last name").fill(profile.lastName);
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue(profile.firstName);
  await page.getByLabel("E-mail").fill(profile.email);
  await page.getByLabel("Date of birth").fill(profile.dateOfBirth);
  await page.getByLabel("School or college").fill(profile.instOrOrg);
  await page.getByLabel("Skills").fill("HTML");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove HTML" })).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await expect(page.getByText("Welcome aboard, Kavya.")).toBeVisible();
  expect(await page.evaluate(() => [localStorage.token.length, sessionStorage.username])).toEqual([43, "Kavya"]);

  await page.getByRole("button", { name: "Your profile" }).click();
  await expect(page.getByText("Kavya Raman")).toBeVisible();
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  complaints.length = 0;
});

test("a number that is typed before the scripts arrive is kept", async ({ page }) => {
  const mobileNumber = newNumber();
  let letScriptsPass = () => {};
  const pass = new Promise<void>((resolve) => {
    letScriptsPass = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await pass;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Mobile number").pressSequentially(mobileNumber);
  letScriptsPass();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL("/loginotp");
});

test("a mistyped or expired code is refused, and a new one can be requested after a minute", async ({
  page,
  complaints,
}) => {
  const mobileNumber = newNumber();
  await page.clock.install();
  await page.goto("/login");
  await askForCode(page, mobileNumber);
  const resend = page.getByRole("button", { name: /Send again/ });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveText(/[01]:[0-5]\d/);
  await page.clock.fastForward(61_000);
  await expect(resend).toBeEnabled();
  await expect(resend).toHaveText("Send again");
  // The server does not send another code within a minute.
  await resend.click();
  await expect(page.getByRole("alert").getByText(/have just sent a code/)).toBeVisible();
  await page.getByRole("button", { name: "Hide code" }).click();
  await expect(page.getByRole("button", { name: "Show code" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Mobile number")).toHaveValue(mobileNumber);
  complaints.length = 0;
});

for (const path of ["/loginotp", "/register/9876543210"]) {
  test(`${path} without a started sign-in leads to the login page`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL("/login");
  });
}

for (const [what, token] of [
  ["no token", null],
  ['the token "undefined"', "undefined"],
] as const) {
  test(`the portal sends a visitor with ${what} to the login page, and back afterwards`, async ({
    page,
    complaints,
  }) => {
    const { mobileNumber } = await newLearner(page.request);
    if (token) await signIn(page, token);
    await page.goto("/dashboard/editprofile");
    await expect(page).toHaveURL(/\/login\?next=/);
    await askForCode(page, mobileNumber);
    await typeCode(page, await readCode(page.request, mobileNumber));
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL("/dashboard/editprofile");
    complaints.length = 0;
  });
}

test("after the sign-in, Enroll Now returns to the same course and batch", async ({ page, complaints }) => {
  const { mobileNumber } = await newLearner(page.request);
  await page.goto("/onlinecourses/viewdetails/sql");
  await page.getByLabel("Batch time").selectOption("1-2");
  await page.getByText("Week-end").click();
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page).toHaveURL(/\/login\?courseId=sql/);
  await askForCode(page, mobileNumber);
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/onlinecourses\/viewdetails\/sql.*batchTime=1-2&batchType=week-end/);
  await expect(page.getByLabel("Batch time")).toHaveValue("1-2");
  await expect(page.getByRole("radio", { name: "Week-end" })).toBeChecked();
  complaints.length = 0;
});

test("a sign-in never redirects to another site", async ({ signedInPage: page, complaints }) => {
  await page.goto("/login?next=//evil.example/");
  await expect(page).toHaveURL("/dashboard/mycourses");
  complaints.length = 0;
});

test("signing out in one tab signs out the others", async ({ page, context }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/mycourses");
  await expect(page.getByRole("heading", { name: "My Courses", level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("link", { name: "Classroom" }).first()).toBeVisible();
  await other.goto("/dashboard/allcourses");
  await expect(other.getByRole("heading", { name: "All Courses", level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(250);
  await menu.getByRole("link", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect(other).toHaveURL(/\/login/);
});

test("an expired session leads to the home page with the reason", async ({ page, complaints }) => {
  await signIn(page, "not-a-session-of-anybody");
  await page.goto("/dashboard/mycourses");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("alert").getByText("You have to login First")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  complaints.length = 0;
});

test("when the server does not answer, the portal tries again, says so and stays on the page", async ({
  signedInPage: page,
  complaints,
}) => {
  await page.clock.install();
  await page.route("**/api/classroom", (route) => route.abort());
  await page.goto("/dashboard/mycourses");
  // Each try fails in real time, and the next one waits by the clock.
  await expect(async () => {
    await page.clock.runFor(8000);
    await expect(page.getByText("the server did not answer")).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await page.unroute("**/api/classroom");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "My Courses", level: 1 })).toBeVisible();
  complaints.length = 0;
});

test("a learner reads the notifications and marks them read", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/mycourses");
  await expect(page.getByRole("link", { name: "Notification, 1 unread" })).toBeVisible();
  await page.getByRole("link", { name: "Notification, 1 unread" }).click();
  await expect(page.getByRole("link", { name: "Welcome, Kavya" })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("link", { name: "Notification", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
});

test("a learner edits the profile, downloads all data, and deletes the account with a fresh code", async ({
  page,
  complaints,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/editprofile");
  await expect(page.getByLabel("Mobile number")).toHaveValue(
    `+91 ${mobileNumber.slice(0, 5)} ${mobileNumber.slice(5)}`,
  );
  await expect(page.getByLabel("Mobile number")).not.toBeEditable();
  await page.getByLabel("First name").fill("Ka");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("alert").getByText("form invalid")).toBeVisible();
  await page.getByLabel("First name").fill("Kavitha");
  await page.getByRole("group", { name: "Class reminders" }).getByText("WhatsApp").click();
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Your profile has been updated.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Kavitha");
  await expect(page.getByRole("radio", { name: "WhatsApp" })).toBeChecked();

  const signIns = page.getByRole("region", { name: "Where you are signed in" });
  await expect(signIns.getByText("This browser")).toBeVisible();
  const ticket = await newTicket(page.request, mobileNumber);
  await page.request.post("/api/user/login", {
    data: { mobileNumber, ticket },
    headers: { "user-agent": "Firefox/1 Linux" },
  });
  await page.reload();
  await signIns.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
  await expect(signIns.getByText("Firefox on Linux")).toBeHidden();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(page.getByRole("group", { name: "One-time code" })).toBeVisible();
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("my-data.json");
  expect(readFileSync(await file.path(), "utf8")).toContain("Kavitha");

  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("button", { name: "Send the code" }).click();
  // The fourth code in a row comes after an effort check.
  await expect(page.getByRole("group", { name: "One-time code" })).toBeVisible({ timeout: 20_000 });
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  complaints.length = 0;
});

test("a learner changes the mail address with a code, and the number with a code to each number", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/editprofile");
  const prove = async (number: string, action: string) => {
    await page.getByRole("button", { name: "Send the code" }).click();
    await expect(page.getByRole("group", { name: "One-time code" })).toBeVisible({ timeout: 20_000 });
    await typeCode(page, await readCode(page.request, number));
    await page.getByRole("dialog").getByRole("button", { name: action }).click();
  };
  await page.getByRole("textbox", { name: "E-mail" }).fill("kavya.raman@example.com");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("dialog", { name: "Change e-mail address" })).toBeVisible();
  await prove(mobileNumber, "Update");
  await expect(page.getByText("Your profile has been updated.")).toBeVisible();

  const next = newNumber();
  await page.getByRole("button", { name: "Change number" }).click();
  await expect(page.getByText(/no longer have this number, please call us/)).toBeVisible();
  await prove(mobileNumber, "Next");
  await page.getByLabel("New mobile number").fill("12345");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Enter a 10-digit mobile number")).toBeVisible();
  await page.getByLabel("New mobile number").fill(next);
  await page.getByRole("button", { name: "Next" }).click();
  await prove(next, "Change number");
  await expect(page.getByText("Your mobile number has been changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Mobile number")).toHaveValue(`+91 ${next.slice(0, 5)} ${next.slice(5)}`);
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("kavya.raman@example.com");
});

test("every screen of the portal opens, fits a phone and has its empty state", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const screens = {
    mycourses: "My Courses",
    allcourses: "All Courses",
    notification: "Notification",
    editprofile: "Edit Profile",
    purchasehistory: "Purchase History",
    certificate: "Certification",
    zoompage: "Live class",
    "viewdetails/python": "Python",
  };
  for (const [path, title] of Object.entries(screens)) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole("button", { name: "Your profile" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([path, width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        path,
        width,
        width,
      ]);
    }
  }
  for (const path of ["mycoursemoreinfo/python", "schedule/python"]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText("You have not bought this course")).toBeVisible();
  }
});

test("a picture upload survives a lost connection, and the picture stays after a reload", async ({
  page,
  complaints,
}) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/editprofile");
  // Noise cannot be compressed: some megabytes, like a photo from a phone.
  const noise = { create: { width: 1400, height: 1400, channels: 3 as const, background: "#888" } };
  const buffer = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(4_000_000);
  let cut = 0;
  await page.route("**/files/*", (route) => {
    if (route.request().method() !== "PATCH" || cut > 0) return route.continue();
    cut++;
    return route.abort("connectionreset");
  });
  await page.locator('input[type="file"]').setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.locator('img[src^="/media/user/"]')).toBeVisible({ timeout: 20_000 });
  expect(cut).toBe(1);
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Your profile has been updated.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Your profile" }).locator("img")).toBeVisible();

  const html = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  await page.locator('input[type="file"]').setInputFiles({ name: "me.png", mimeType: "image/png", buffer: html });
  await expect(
    page
      .getByText(/picture/i)
      .filter({ hasText: /not|cannot/i })
      .first(),
  ).toBeVisible();
  complaints.length = 0;
});

test("when another learner signs in in another tab, the first learner's data leaves the screen", async ({
  page,
  context,
  complaints,
}) => {
  const first = await newLearner(page.request);
  const second = await newLearner(page.request);
  await signIn(page, first.token);
  await page.goto("/dashboard/editprofile");
  const number = page.getByLabel("Mobile number");
  await expect(number).toHaveValue(new RegExp(first.mobileNumber.slice(-5)));
  const other = await context.newPage();
  await other.goto("/");
  await other.evaluate((token) => localStorage.setItem("token", token), second.token);
  await expect(number).toHaveValue(new RegExp(second.mobileNumber.slice(-5)));
  complaints.length = 0;
});

test("a correct code can be used again when the server does not answer the sign-in", async ({ page, complaints }) => {
  const { mobileNumber } = await newLearner(page.request);
  await page.goto("/login");
  await askForCode(page, mobileNumber);
  await page.route("**/api/user/login", (route) => route.abort());
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert").getByText(/did not answer/)).toBeVisible();
  await page.unroute("**/api/user/login");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  complaints.length = 0;
});

test("after a wrong code, typing starts again in the first box", async ({ page, complaints }) => {
  const { mobileNumber } = await newLearner(page.request);
  await page.goto("/login");
  await askForCode(page, mobileNumber);
  await typeCode(page, "000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText(/code is wrong/)).toBeVisible();
  await page.keyboard.type(await readCode(page.request, mobileNumber));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/mycourses");
  complaints.length = 0;
});

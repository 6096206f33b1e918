import { newLearner, readCode, signIn, typeCode } from "./learner.ts";
import { givePasskeys } from "./passkeys.ts";
import { expect, test } from "./test.ts";

test("a learner adds a passkey after a code, signs in with it without one, and removes it", async ({
  page,
  request,
}) => {
  await givePasskeys(page);
  const { token, mobileNumber } = await newLearner(request);
  const prove = async () => {
    await page.getByRole("button", { name: "Send the code" }).click();
    await expect(page.getByRole("group", { name: "One-time code" })).toBeVisible();
    await typeCode(page, await readCode(request, mobileNumber));
  };
  await signIn(page, token);
  await page.goto("/dashboard/editprofile");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await prove();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("Your passkey has been added.")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto("/dashboard/editprofile");
  await page.getByRole("button", { name: /^Remove / }).click();
  await prove();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey has been removed.")).toBeVisible();
});

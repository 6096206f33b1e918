import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { appOnly, openConsole, sampleMe } from "../test/console.tsx";

afterEach(cleanup);

const warning = /^You have no recovery codes\./;

function openAccount(recoveryCodesLeft: number) {
  const desk = { recoveryCodesLeft };
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      devices: () => ({ ...appOnly, ...desk }),
      newRecoveryCodes: () => {
        desk.recoveryCodesLeft = 10;
        return { recoveryCodes: ["aaaa-bbbb"] };
      },
    },
  });
  openConsole("/staff/account");
}

test("who has no recovery codes is warned at the top, and gets new ones there", async () => {
  openAccount(0);
  const notice = (await screen.findByText(warning)).parentElement as HTMLElement;
  await userEvent.click(within(notice).getByRole("button", { name: "Get new codes" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New recovery codes" }));
  await userEvent.click(dialog.getByRole("button", { name: "Make new codes" }));
  expect(await dialog.findByText("aaaa-bbbb")).toBeTruthy();
  await userEvent.click(dialog.getByLabelText("I have saved these codes"));
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("You have new recovery codes.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
});

test("who has some is not", async () => {
  openAccount(1);
  expect(await screen.findByText("1 of 10 left")).toBeTruthy();
  expect(screen.queryByText(warning)).toBeNull();
});

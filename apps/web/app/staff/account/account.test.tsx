import type { Api, Reply } from "@shoreline/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { appOnly, openConsole, sampleMe } from "../test/console.tsx";

afterEach(cleanup);

const warning = /^You have no recovery codes\./;

type Devices = Reply<Api["staff"]["devices"]>;

function openAccount(given: Partial<Devices>) {
  const desk = { ...given };
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
  openAccount({ recoveryCodesLeft: 0 });
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
  openAccount({ recoveryCodesLeft: 1 });
  expect(await screen.findByText("1 of 10 left")).toBeTruthy();
  expect(screen.queryByText(warning)).toBeNull();
});

test("who has a passkey is told calmly, and can get codes all the same", async () => {
  const passkeys = [{ id: "p1", browser: "Chrome on Android", addedAt: "2026-08-03T04:00:00.000Z", usedAt: null }];
  openAccount({ recoveryCodesLeft: 0, passkeys });
  const text = await screen.findByText(/You can still sign in with your passkey/);
  expect(text.closest("[data-look]")?.getAttribute("data-look")).toBe("waiting");
  expect(screen.queryByText(/will not be able to sign in/)).toBeNull();
  expect(within(text.parentElement as HTMLElement).getByRole("button", { name: "Get new codes" })).toBeTruthy();
});

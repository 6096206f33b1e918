import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { sampleMe } from "../test/console.tsx";
import LinkPage from "./link.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const link = {
  purpose: "invitation" as const,
  name: "Meera Krishnan",
  email: "meera@shoreline.example",
  roles: ["trainer" as const],
  next: "set up" as const,
  hasPasskeys: false,
};

function openLink() {
  const pages = [
    { path: "/staff/link", element: <LinkPage params={{ token: "t1" }} /> },
    { path: "/staff", element: <p>The console</p> },
    { path: "/staff/sign-in", element: <p>The sign-in</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(pages, { initialEntries: ["/staff/link"] })} />);
}

test("opening an invitation changes nothing; the app is set up, and the codes are kept before going on", async () => {
  const api = startFakeApi({
    staff: {
      readLink: () => link,
      setUpAuthenticator: () => ({ secret: "ABCDEFGHIJ", picture: "<svg/>" }),
      acceptAuthenticator: () => ({ recoveryCodes: ["abcde-fghjk"], me: sampleMe() }),
    },
  });
  openLink();
  const begin = await screen.findByRole("button", { name: "Use an authenticator app" });
  expect(api.sent.map(({ call }) => call)).toEqual(["staff.readLink"]);
  await userEvent.click(begin);
  expect(await screen.findByText("ABCD EFGH IJ")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Six digits of the app"), "123456{Enter}");
  expect(await screen.findByText("abcde-fghjk")).toBeTruthy();
  const goOn = screen.getByRole("button", { name: "Continue" }) as HTMLButtonElement;
  expect(goOn.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText("I have saved these codes"));
  await userEvent.click(goOn);
  expect(await screen.findByText("The console")).toBeTruthy();
});

test("a sign-in link asks for a code, and a wrong one can be corrected", async () => {
  startFakeApi({
    staff: {
      readLink: () => ({ ...link, purpose: "sign-in", next: "code" }),
      signInByLink: ({ code }) => (code === "abcde-fghjk" ? sampleMe() : new Refused("WRONG_CODE")),
    },
  });
  openLink();
  const field = await screen.findByLabelText(/or a recovery code/);
  await userEvent.type(field, "000000{Enter}");
  expect(await screen.findByText(/This code is wrong/)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, "abcde-fghjk{Enter}");
  await waitFor(() => expect(screen.getByText("The console")).toBeTruthy());
});

test("a dead link leads to a new one", async () => {
  startFakeApi({ staff: { readLink: () => new Refused("DEAD_LINK") } });
  openLink();
  await userEvent.click(await screen.findByRole("link", { name: "Ask for a new link" }));
  expect(await screen.findByText("The sign-in")).toBeTruthy();
});

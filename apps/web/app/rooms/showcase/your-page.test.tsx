import type { Showcase } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { YourPage } from "./your-page.tsx";

afterEach(cleanup);

const token = "k".repeat(32);
const none: Showcase = { token: null, isHidden: false };
const open: Showcase = { token, isHidden: false };
const hidden: Showcase = { token, isHidden: true };

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <YourPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const address = () => screen.findByDisplayValue(new RegExp(`/certificates/${token}$`));

test("a learner opens the page, hides it and shows it again at the same address", async () => {
  startFakeApi({ showcase: { read: () => none, open: () => open, hide: () => hidden } });
  show();
  await press("Open my page");
  await screen.findByText("Your page is open. Everybody with the address can see it.");
  expect(await address()).toBeTruthy();
  expect(screen.getByRole("link", { name: /^See my page/ }).getAttribute("href")).toBe(`/certificates/${token}`);
  await press("Hide my page");
  await screen.findByText("Hidden: nobody can see your page at this address.");
  expect(screen.queryByRole("link", { name: /^See my page/ })).toBeNull();
  await press("Show my page");
  await screen.findByText("The address of your page");
  expect(await address()).toBeTruthy();
});

test("giving up the address asks first and says that it is for good; the way back keeps it", async () => {
  const api = startFakeApi({ showcase: { read: () => open, revoke: () => none } });
  show();
  await press("Give up this address");
  expect(screen.getByText(/^This address will never work again/)).toBeTruthy();
  await press("Keep the address");
  expect(screen.queryByText(/^This address will never work again/)).toBeNull();
  expect(api.inputsOf("showcase.revoke")).toEqual([]);
  await press("Give up this address");
  await press("Yes, give it up for good");
  await screen.findByText("The old address no longer works.");
  expect(await screen.findByRole("button", { name: "Open my page" })).toBeTruthy();
  expect(api.inputsOf("showcase.revoke")).toHaveLength(1);
});

test("while the page loads a learner sees so; what failed can be tried again", async () => {
  let answers = 0;
  startFakeApi({ showcase: { read: () => (++answers === 1 ? new Refused("UNAVAILABLE") : open) } });
  show();
  expect(screen.getByText("Loading")).toBeTruthy();
  await screen.findByText(/^Your page could not be loaded/);
  await press("Try again");
  expect(await address()).toBeTruthy();
});

test("a refusal is shown, and nothing is lost", async () => {
  startFakeApi({ showcase: { read: () => open, hide: () => new Refused("UNAVAILABLE") } });
  show();
  await press("Hide my page");
  expect((await screen.findByRole("alert")).textContent).toBeTruthy();
  expect(await address()).toBeTruthy();
});

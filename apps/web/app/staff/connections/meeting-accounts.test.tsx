import type { MeetingAccount } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const zoom: MeetingAccount = {
  accountId: "a1",
  kind: "zoom",
  name: "Zoom of the institute",
  settings: { accountId: "acc", clientId: "client", user: "classes@example.com" },
  atOnce: 1,
  addedAt: "2026-11-01T05:00:00.000Z",
  closedAt: null,
  ahead: 4,
  problem: null,
};

function startMeetings({ accounts = [zoom], without = 0 }: { accounts?: MeetingAccount[]; without?: number } = {}) {
  const stored = { accounts, without };
  const api = startFakeApi({
    staff: { me: () => sampleMe() },
    connection: { keys: () => ({ keys: [] }), webhooks: () => ({ webhooks: [] }) },
    meetings: {
      accounts: () => stored,
      saveAccount: ({ accountId = "a2", kind, name, settings, atOnce, secret }) => {
        if (accountId === "a2" && !secret) return new Refused("INVALID_INPUT", { secret: "Enter the secret" });
        const others = stored.accounts.filter((one) => one.accountId !== accountId);
        stored.accounts = [...others, { ...zoom, accountId, kind, name, settings, atOnce }];
        return stored;
      },
      testAccount: () => ({ isFine: false, message: "Zoom: the account was not accepted. It answered 401." }),
      closeAccount: () => {
        stored.accounts = stored.accounts.map((one) => ({ ...one, closedAt: "2026-11-03T05:00:00.000Z" }));
        return stored;
      },
    },
  });
  return { api, stored };
}

const section = () => within(screen.getByRole("region", { name: /Meeting accounts/ }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
async function choose(action: string) {
  await userEvent.click(await screen.findByRole("button", { name: "More for Zoom of the institute" }));
  await userEvent.click(screen.getByRole("button", { name: action }));
}

test("an account is added with what its provider needs, and its secret is asked for", async () => {
  const { api } = startMeetings({ accounts: [] });
  openConsole("/staff/connections");
  await userEvent.click(await screen.findByRole("button", { name: "Add the first account" }));
  const form = await dialog("New meeting account");
  expect(form.getByLabelText("Address of the API")).toBeTruthy();
  await userEvent.selectOptions(form.getByLabelText("Provider"), "Zoom");
  await userEvent.type(form.getByLabelText("Name"), "Second");
  await userEvent.type(form.getByLabelText("Account ID"), "acc");
  await userEvent.type(form.getByLabelText("Client ID"), "client");
  await userEvent.type(form.getByLabelText("E-mail address of the host"), "classes@example.com");
  await userEvent.click(form.getByRole("button", { name: "Save the account" }));
  expect(await form.findByText("Enter the secret")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Client secret"), "hush");
  await userEvent.click(form.getByRole("button", { name: "Save the account" }));
  expect(await section().findByText("Zoom, classes@example.com")).toBeTruthy();
  expect(api.inputsOf("meetings.saveAccount").at(-1)).toMatchObject({ kind: "zoom", secret: "hush", atOnce: 1 });
});

test("a change without a new secret keeps the old one", async () => {
  const { api } = startMeetings();
  openConsole("/staff/connections");
  await choose("Change the account");
  const form = await dialog("Change a meeting account");
  await userEvent.clear(form.getByLabelText("Meetings at once"));
  await userEvent.type(form.getByLabelText("Meetings at once"), "3");
  await userEvent.click(form.getByRole("button", { name: "Save the account" }));
  expect(await section().findByText("3")).toBeTruthy();
  expect(api.inputsOf("meetings.saveAccount").at(-1)).not.toHaveProperty("secret");
});

test("a test says what the provider answered, and closing says what will happen first", async () => {
  startMeetings();
  openConsole("/staff/connections");
  await choose("Test the account");
  expect(await section().findByText("Zoom: the account was not accepted. It answered 401.")).toBeTruthy();
  await choose("Close the account");
  const form = await dialog("Close the account Zoom of the institute");
  await userEvent.click(form.getByRole("button", { name: "Close the account" }));
  expect(await section().findByText("Closed")).toBeTruthy();
});

test("classes without a meeting and an account that refuses are seen", async () => {
  startMeetings({ accounts: [{ ...zoom, problem: "Zoom: there is no user x." }], without: 2 });
  openConsole("/staff/connections");
  expect(await screen.findByText(/^2 classes of the next three days have no meeting/)).toBeTruthy();
  expect(section().getByText(": Zoom: there is no user x.")).toBeTruthy();
});

import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { sampleLead } from "../test/lead.ts";
import { dialog } from "../test/lead-desk.ts";
import { row, startInbox } from "../test/lead-inbox.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

test("who may not export reads whose right it is", async () => {
  startInbox([sampleLead("a")], {}, sampleMe({ roles: ["counsellor"] }));
  openConsole("/staff/leads");
  await row("Lead a");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  const entry = screen.getByRole("button", { name: /Only the owner may do this/ });
  expect(entry.getAttribute("aria-disabled")).toBe("true");
});

test.each([
  ["Export for Excel", "exportSheet", "leads.xlsx"],
  ["Export as CSV", "export", "leads.csv"],
] as const)("%s holds what the view shows", async (button, call, name) => {
  const api = startInbox([sampleLead("a")], { [call]: () => ({ bytes: new Uint8Array(), name }) });
  const { addressNow } = openConsole("/staff/leads?status=new&sort=name&lead=a");
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  const form = await dialog("Export leads");
  expect(await form.findByText("The file will have the leads of this view: 1 lead.")).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: button }));
  expect(await screen.findByText(`The leads of this view were saved as ${name}.`)).toBeTruthy();
  expect(api.inputsOf(`inbox.${call}`)).toEqual([{ status: "new", sort: "name", direction: "up" }]);
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?status=new&sort=name&lead=a"));
});

test("an export that fails says so and can be tried again", async () => {
  startInbox([sampleLead("a")], { export: () => new Refused("UNAVAILABLE") });
  openConsole("/staff/leads?export=1");
  const form = await dialog("Export leads");
  await userEvent.click(form.getByRole("button", { name: "Export as CSV" }));
  expect((await form.findByRole("alert")).textContent).not.toBe("");
  expect(form.getByRole("button", { name: "Export as CSV" }).hasAttribute("disabled")).toBe(false);
});

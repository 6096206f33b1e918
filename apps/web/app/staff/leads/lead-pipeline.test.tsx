import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole } from "../test/console.tsx";
import { detailOf, listedLead, row, startInbox } from "../test/lead-inbox.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

test("a card moves to another column by its menu, with the version that was seen", async () => {
  let lead = listedLead("a");
  const api = startInbox([], {
    list: ({ status }) => ({ leads: status === lead.status ? [lead] : [], next: null }),
    read: () => ({ ...detailOf(lead), lastChange: { who: "Shalini Ravi", at: new Date().toISOString() } }),
    change: ({ status = "new", version }) => {
      if (version === 3) {
        lead = listedLead("a", { version: 4 });
        return new Refused("CHANGED_MEANWHILE");
      }
      lead = listedLead("a", { version: version + 1, status });
      return detailOf(lead);
    },
  });
  openConsole("/staff/leads?show=pipeline");
  const move = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Move Lead a to…" }));
    const card = within((await row("Lead a")).closest("li") as HTMLElement);
    await userEvent.click(card.getByRole("button", { name: "Contacted" }));
  };
  await move();
  expect(await screen.findByText(/Shalini Ravi changed Lead a just now/)).toBeTruthy();
  await waitFor(() => expect(api.inputsOf("inbox.list").length).toBeGreaterThan(5));
  await move();
  const contacted = within(screen.getByRole("region", { name: "Contacted" }));
  expect(await contacted.findByRole("link", { name: "Lead a" })).toBeTruthy();
  await userEvent.keyboard("z");
  const fresh = within(screen.getByRole("region", { name: "New" }));
  expect(await fresh.findByRole("link", { name: "Lead a" })).toBeTruthy();
  expect(api.inputsOf("inbox.change")).toMatchObject([
    { version: 3 },
    { version: 4, status: "contacted" },
    { version: 5, status: "new" },
  ]);
});

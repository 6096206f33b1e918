import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole } from "../test/console.tsx";
import { detailOf, sampleLead } from "../test/lead.ts";
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

test("the tabs of a phone count their columns, and a card without an owner says so", async () => {
  startInbox([sampleLead("a"), sampleLead("b", { owner: { staffId: "shalini", name: "Shalini Ravi" } })]);
  openConsole("/staff/leads?show=pipeline");
  expect(await screen.findByRole("button", { name: "New 2" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Lost 0" })).toBeTruthy();
  const cardOf = async (name: string) => (await row(name)).closest("li")?.textContent;
  expect(await cardOf("Lead a")).toContain("No owner");
  expect(await cardOf("Lead b")).toContain("Shalini Ravi");
});

test("a card moves to another column by its menu, with the version that was seen", async () => {
  let lead = sampleLead("a");
  const api = startInbox([], {
    list: ({ status }) => ({ leads: status === lead.status ? [lead] : [], next: null }),
    read: () => ({ ...detailOf(lead), lastChange: { who: "Shalini Ravi", at: new Date().toISOString() } }),
    change: ({ status = "new", version }) => {
      if (version === 3) {
        lead = sampleLead("a", { version: 4 });
        return new Refused("CHANGED_MEANWHILE");
      }
      lead = sampleLead("a", { version: version + 1, status });
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

const column = (name: string) => screen.getByRole("region", { name });

/** As a mouse does it: pressed on the card, moved, and let go over the column. */
async function drag(name: string, to: HTMLElement) {
  const link = await row(name);
  document.elementFromPoint = () => to;
  const mouse = { pointerType: "mouse", isPrimary: true, button: 0 };
  fireEvent.pointerDown(link, { ...mouse, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(document, { ...mouse, clientX: 200, clientY: 20 });
  expect(link.closest("li")?.dataset.dragged).toBe("true");
  return { drop: () => fireEvent.pointerUp(document, { ...mouse, clientX: 200, clientY: 20 }) };
}

test("a card is dragged to another column, and Lost asks for the reason", async () => {
  let lead = sampleLead("a");
  const api = startInbox([], {
    list: ({ status }) => ({ leads: status === lead.status ? [lead] : [], next: null }),
    change: ({ status = "new", version }) => {
      lead = sampleLead("a", { version: version + 1, status });
      return detailOf(lead);
    },
  });
  const { addressNow } = openConsole("/staff/leads?show=pipeline");
  await row("Lead a");
  (await drag("Lead a", column("Visiting"))).drop();
  expect(await within(column("Visiting")).findByRole("link", { name: "Lead a" })).toBeTruthy();
  (await drag("Lead a", column("Lost"))).drop();
  const question = await dialog("Lead a is lost");
  await userEvent.click(question.getByLabelText("No time"));
  await userEvent.click(question.getByRole("button", { name: "Move to Lost" }));
  expect(await within(column("Lost")).findByRole("link", { name: "Lead a" })).toBeTruthy();
  expect(api.inputsOf("inbox.change")).toMatchObject([
    { status: "visiting", lostReason: null },
    { status: "lost", lostReason: "No time" },
  ]);
  expect(addressNow()).toBe("/staff/leads?show=pipeline");
});

test("a drag that ends with Escape, or where it began, changes nothing", async () => {
  const api = startInbox([sampleLead("a")]);
  openConsole("/staff/leads?show=pipeline");
  const { drop } = await drag("Lead a", await screen.findByRole("region", { name: "Lost" }));
  fireEvent.keyDown(document, { key: "Escape" });
  drop();
  (await drag("Lead a", column("New"))).drop();
  expect((await row("Lead a")).closest("li")?.dataset.dragged).toBeUndefined();
  expect(api.inputsOf("inbox.change")).toEqual([]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

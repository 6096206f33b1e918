import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole } from "../test/console.tsx";
import { sampleLead } from "../test/lead.ts";

import { dialog, openLead, press, shalini, startDesk } from "../test/lead-desk.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const undo = async () => userEvent.click(await screen.findByRole("button", { name: /^Undo/ }));

test("a status is undone with the new version, and the next call that went with it comes back", async () => {
  const nextCallAt = "2026-11-20T04:30:00.000Z";
  const { api } = startDesk({ nextCallAt, status: "contacted" });
  const { panel } = await openLead();
  await press(panel, "Enrolled");
  expect((await screen.findByText("The status is Enrolled now.")).closest("[role=status]")).toBeTruthy();
  await userEvent.keyboard("z");
  expect(await screen.findByText("Gokul Anand is as before.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(api.inputsOf("inbox.change")[1]).toEqual({
    ...{ leadId: "gokul", version: 6, status: "contacted", lostReason: null, nextCallAt },
  });
});

test("owner, tags and spam are undone too, also after the panel was closed", async () => {
  const { api } = startDesk({ owner: shalini, tags: ["referred"] });
  const { panel, addressNow } = await openLead();
  await press(panel, "Remove the tag referred");
  await screen.findByText("The tag referred is removed.");
  await undo();
  expect(await panel.findByRole("button", { name: "Remove the tag referred" })).toBeTruthy();
  await userEvent.keyboard("o");
  const form = await dialog("Owner of Gokul Anand");
  await userEvent.click(await form.findByLabelText("Nobody"));
  await press(form, "Save the owner");
  await undo();
  await waitFor(() => expect(api.inputsOf("inbox.change").at(-1)).toMatchObject({ ownerId: "shalini", version: 8 }));
  await press(panel, "More for Gokul Anand");
  await press(panel, "Mark as spam");
  await press(await dialog("Mark as spam"), "Mark as spam");
  await screen.findByText("Gokul Anand is marked as spam.");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(addressNow()).toBe("/staff/leads"));
  await undo();
  expect(await screen.findByText("Gokul Anand is back in the list.")).toBeTruthy();
  expect(api.inputsOf("inbox.spam")).toEqual([
    { leadId: "gokul", isSpam: true },
    { leadId: "gokul", isSpam: false },
  ]);
});

test("what a colleague changed meanwhile is not undone without a question", async () => {
  const { api, put } = startDesk();
  const { panel } = await openLead();
  await press(panel, "Contacted");
  await screen.findByText("The status is Contacted now.");
  put({ status: "visiting", lastChange: { who: "Shalini Ravi", at: new Date().toISOString() } });
  await undo();
  const both = await dialog("Gokul Anand was changed");
  expect(both.getByText(/^Shalini Ravi changed this just now\./)).toBeTruthy();
  await press(both, "Take all of theirs");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(panel.getByRole("button", { name: "Visiting" }).getAttribute("aria-pressed")).toBe("true");
  expect(api.inputsOf("inbox.change")).toHaveLength(2);
});

test("an undo that is refused says why and can be tried again", async () => {
  let isDown = false;
  const { api } = startDesk({}, {});
  const { panel } = await openLead();
  const sound = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) =>
    isDown && init.method === "PATCH" ? Promise.reject(new TypeError("offline")) : sound(path, init),
  );
  await press(panel, "Contacted");
  await screen.findByText("The status is Contacted now.");
  isDown = true;
  await undo();
  expect(await screen.findByText(/The server did not answer/)).toBeTruthy();
  isDown = false;
  await undo();
  expect(await screen.findByText("Gokul Anand is as before.")).toBeTruthy();
  expect(api.inputsOf("inbox.change").at(-1)).toMatchObject({ status: "new", version: 6 });
});

test("the toast goes after ten seconds, but not while the pointer or the focus is on it", async () => {
  startDesk();
  const { panel } = await openLead();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(panel.getByRole("button", { name: "Contacted" }));
  const text = await screen.findByText("The status is Contacted now.");
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(8000);
  fireEvent.pointerEnter(text.closest("div") as HTMLElement);
  await pass(20_000);
  fireEvent.pointerLeave(text.closest("div") as HTMLElement);
  act(() => screen.getByRole("button", { name: /^Undo/ }).focus());
  await pass(20_000);
  expect(screen.getByText("The status is Contacted now.")).toBeTruthy();
  act(() => screen.getByRole("button", { name: /^Undo/ }).blur());
  await pass(3000);
  expect(screen.queryByText("The status is Contacted now.")).toBeNull();
});

test("a change to chosen leads is undone one by one, and what a colleague changed meanwhile stays", async () => {
  const leads = [
    sampleLead("a", { name: "Lead a", status: "new", version: 3 }),
    sampleLead("b", { name: "Lead b", status: "visiting", version: 7, nextCallAt: "2026-11-20T04:30:00.000Z" }),
    sampleLead("c", { name: "Lead c", status: "contacted", version: 1 }),
  ];
  const { api } = startDesk(
    {},
    {
      list: () => ({ leads, next: null }),
      bulk: () => ({ changed: 2, withoutRoom: 0 }),
      change: ({ leadId }) => (leadId === "a" ? new Refused("CHANGED_MEANWHILE") : (sampleLead(leadId) as never)),
    },
  );
  openConsole("/staff/leads");
  await userEvent.click(await screen.findByLabelText("Choose all on this page"));
  await userEvent.click(screen.getByRole("button", { name: /^Status/ }));
  await press(await dialog("Status of 3 leads"), "Save for 3 leads");
  await screen.findByText("2 leads were changed.");
  await undo();
  expect(await screen.findByText("1 lead is as before. 1 that a colleague changed meanwhile stays.")).toBeTruthy();
  expect(api.inputsOf("inbox.change")).toEqual([
    { leadId: "a", version: 4, status: "new", lostReason: null, nextCallAt: null },
    { leadId: "b", version: 8, status: "visiting", lostReason: null, nextCallAt: "2026-11-20T04:30:00.000Z" },
  ]);
});

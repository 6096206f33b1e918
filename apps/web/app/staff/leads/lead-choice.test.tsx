import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole } from "../test/console.tsx";
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

test("rows are chosen with X and Shift+X, changed together, and then none is chosen", async () => {
  const api = startInbox([sampleLead("a"), sampleLead("b"), sampleLead("c")], {
    bulk: () => ({ changed: 3, withoutRoom: 1 }),
  });
  openConsole("/staff/leads");
  await row("Lead a");
  await userEvent.keyboard("jx");
  expect(await screen.findByText("1 lead chosen")).toBeTruthy();
  await userEvent.keyboard("jj{Shift>}X{/Shift}");
  expect(await screen.findByText("3 leads chosen")).toBeTruthy();
  await userEvent.keyboard("s");
  const form = await dialog("Status of 3 leads");
  await userEvent.selectOptions(form.getByLabelText("Status"), "lost");
  await userEvent.click(form.getByRole("button", { name: "Save for 3 leads" }));
  await form.findByText("Choose or write a reason.");
  await userEvent.click(form.getByLabelText("Too expensive"));
  await userEvent.click(form.getByRole("button", { name: "Save for 3 leads" }));
  expect(
    await screen.findByText("3 leads were changed. 1 lead already has 10 tags and did not get this one."),
  ).toBeTruthy();
  expect(api.inputsOf("inbox.bulk")).toEqual([
    { leadIds: ["a", "b", "c"], change: { status: "lost", lostReason: "Too expensive" } },
  ]);
  expect(screen.queryByText("3 leads chosen")).toBeNull();
});

test("all that fit the filter are marked as spam after a question that says how many", async () => {
  const api = startInbox([sampleLead("a"), sampleLead("b")], {
    list: () => ({ leads: [sampleLead("a"), sampleLead("b")], next: "k" }),
    counts: () => ({ count: 1000, isMore: true }),
    bulk: () => new Refused("TOO_MANY_LEADS"),
  });
  openConsole("/staff/leads?status=new");
  await userEvent.click(await screen.findByLabelText("Choose all on this page"));
  await userEvent.click(screen.getByRole("button", { name: /Choose all that fit the filter: 1,000\+ leads/ }));
  await userEvent.click(screen.getByRole("button", { name: "Mark as spam" }));
  const question = await dialog("Mark as spam");
  await userEvent.click(question.getByRole("button", { name: "Mark 1,000+ leads as spam" }));
  expect(await question.findByText(/more than 5,000 leads/)).toBeTruthy();
  expect(api.inputsOf("inbox.bulk")).toEqual([{ filter: { status: "new" }, change: { isSpam: true } }]);
});

test("another filter drops the choice, another page keeps it", async () => {
  startInbox([], {
    list: ({ after }) => (after ? { leads: [sampleLead("b")], next: null } : { leads: [sampleLead("a")], next: "k" }),
  });
  openConsole("/staff/leads");
  await userEvent.click(await screen.findByLabelText("Choose Lead a"));
  await userEvent.click(screen.getByRole("link", { name: "Older" }));
  await userEvent.click(await screen.findByLabelText("Choose Lead b"));
  expect(screen.getByText("2 leads chosen")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Source"), "webinar");
  await waitFor(() => expect(screen.queryByText("2 leads chosen")).toBeNull());
});

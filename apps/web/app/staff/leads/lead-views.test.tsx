import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openConsole } from "../test/console.tsx";
import { sampleLead } from "../test/lead.ts";
import { dialog } from "../test/lead-desk.ts";
import { startInbox } from "../test/lead-inbox.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const own = { by: "Anitha Devan", mayRemove: true };

test("an owner removes what a colleague has shared, and who may not has no button", async () => {
  const shared = { viewId: "v", name: "Hot ones", query: "tag=hot", isShared: true, isOwn: false, by: "Shalini Ravi" };
  const api = startInbox([sampleLead("a")], {
    views: () => ({ views: [{ ...shared, mayRemove: true }] }),
    removeView: () => ({ views: [{ ...shared, name: "Others", mayRemove: false }] }),
  });
  openConsole("/staff/leads?tag=hot");
  await userEvent.click(await screen.findByRole("button", { name: "Remove this view" }));
  const question = await dialog("Remove this view");
  expect(question.getByText(/Hot ones, which Shalini Ravi has shared, is removed for everybody/)).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Remove Hot ones" }));
  await screen.findByRole("link", { name: /^Others/ });
  expect(screen.queryByRole("button", { name: "Remove this view" })).toBeNull();
  expect(api.inputsOf("inbox.removeView")).toEqual([{ viewId: "v" }]);
});

test("a view is saved under a name with its filters, and its tab is the current one", async () => {
  const saved = { viewId: "v", name: "Hot ones", isShared: true, isOwn: true, ...own };
  const api = startInbox([sampleLead("a")], {
    saveView: ({ query }) => ({ views: [{ ...saved, query }] }),
    removeView: () => ({ views: [] }),
  });
  openConsole("/staff/leads?tag=hot&lead=a");
  await userEvent.click(await screen.findByRole("button", { name: "Save this view" }));
  const form = await dialog("Save this view");
  await userEvent.type(form.getByLabelText("Name"), "Hot ones");
  await userEvent.click(form.getByLabelText(/Share it with everybody/));
  await userEvent.click(form.getByRole("button", { name: "Save the view" }));
  expect((await screen.findByRole("link", { name: /^Hot ones/ })).getAttribute("aria-current")).toBe("page");
  expect(api.inputsOf("inbox.saveView")).toEqual([{ name: "Hot ones", query: "tag=hot", isShared: true }]);
  await userEvent.click(screen.getByRole("button", { name: "Remove this view" }));
  await userEvent.click((await dialog("Remove this view")).getByRole("button", { name: "Remove Hot ones" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Hot ones" })).toBeNull());
});

test("each view says how many leads it has, the first ten of them", async () => {
  const views = Array.from({ length: 9 }, (_, n) => ({
    ...{ viewId: `v${n}`, name: `View ${n}`, query: `tag=t${n}`, isShared: false, isOwn: true, ...own },
  }));
  const api = startInbox([sampleLead("a")], {
    views: () => ({ views }),
    counts: ({ status, tag }) =>
      tag ? { count: 1, isMore: false } : status ? { count: 12, isMore: false } : { count: 1000, isMore: true },
  });
  openConsole("/staff/leads");
  const tabs = within(await screen.findByRole("navigation", { name: "Saved views" }));
  expect(await tabs.findByRole("link", { name: "All 1,000+ leads" })).toBeTruthy();
  expect(await tabs.findByRole("link", { name: "New 12 leads" })).toBeTruthy();
  expect(await tabs.findByRole("link", { name: "View 5 1 lead" })).toBeTruthy();
  expect(tabs.getByRole("link", { name: "View 6" })).toBeTruthy();
  const counted = api.inputsOf("inbox.counts").map((input) => JSON.stringify(input));
  expect(new Set(counted).size).toBe(10);
  expect(counted).not.toContain('{"tag":"t6"}');
});

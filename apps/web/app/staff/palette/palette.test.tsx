import type { Found } from "@shoreline/contract";
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { sampleToday } from "../test/desk.ts";
import { sampleLead } from "../test/lead.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Search = (input: { words: string }) => Found | Refused | Promise<Found>;
const nobody: Found = { leads: [], learners: [], papers: [] };
const leadNamed = (name: string): Found => ({ ...nobody, leads: [sampleLead("l1", { name })] });

async function openPalette(search: Search, { keys = "{Control>}k{/Control}" } = {}) {
  const api = startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [] }),
      signOut: () => new Refused("INTERNAL"),
    },
    desk: { today: () => sampleToday(), search },
  });
  const page = openConsole("/staff/today");
  await screen.findByText(/No calls due/);
  await userEvent.keyboard(keys);
  return { ...page, api, field: await screen.findByRole("combobox") };
}

/** By its text: a match in it is an element of its own. */
const options = () => screen.queryAllByRole("option").map((option) => option.textContent ?? "");
const findOption = (text: string) =>
  waitFor(() => {
    const option = screen.getAllByRole("option").find(({ textContent }) => textContent?.includes(text));
    if (!option) throw new Error(`No option has ${text}`);
    return option;
  });
const active = (field: HTMLElement) => document.getElementById(field.getAttribute("aria-activedescendant") ?? "");

test.each(["{Control>}k{/Control}", "{Meta>}k{/Meta}", "/"])(
  "%s opens the palette, and its field has the focus",
  async (keys) => {
    const { field } = await openPalette(() => nobody, { keys });
    expect(document.activeElement).toBe(field);
    expect((field as HTMLInputElement).value).toBe("");
  },
);

test("the button in the bar opens it, and Escape leads back to the button", async () => {
  await openPalette(() => nobody);
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
  const button = screen.getByRole("button", { name: /Search or run a command/ });
  await userEvent.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Search and commands" });
  fireEvent(dialog, createEvent("cancel", dialog, { cancelable: true }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("a person is found after a pause, marked, and opened with Enter", async () => {
  const { field, api, addressNow } = await openPalette(() => leadNamed("Kavya Raman"));
  await userEvent.type(field, "kav");
  const option = await findOption("Kavya Raman");
  expect(api.inputsOf("desk.search")).toEqual([{ words: "kav" }]);
  expect(within(option).getByText("Kav").tagName).toBe("MARK");
  expect(active(field)).toBe(option);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?lead=l1"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("one letter is not searched for", async () => {
  const { field, api } = await openPalette(() => nobody);
  await userEvent.type(field, "z");
  expect(await screen.findByText("Enter at least two letters.")).toBeTruthy();
  expect(api.inputsOf("desk.search")).toEqual([]);
});

test("the arrows go round, and open a room", async () => {
  const { field, addressNow } = await openPalette(() => nobody);
  expect(active(field)?.textContent).toContain("Today");
  await userEvent.keyboard("{ArrowUp}");
  expect(active(field)?.textContent).toContain("Sign out");
  await userEvent.type(field, "people");
  expect(active(field)?.textContent).toContain("People");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(addressNow()).toBe("/staff/people"));
});

test("an answer that comes late does not replace that of newer words", async () => {
  let answerFirst = (_: Found) => {};
  const { field } = await openPalette(({ words }) =>
    words === "ka" ? new Promise((resolve) => (answerFirst = resolve)) : leadNamed("Ravi Kumar"),
  );
  await userEvent.type(field, "ka");
  await screen.findByText("Searching…");
  await new Promise((resolve) => setTimeout(resolve, 200));
  await userEvent.clear(field);
  await userEvent.type(field, "ravi");
  await findOption("Ravi Kumar");
  answerFirst(leadNamed("Kavya Raman"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(options()).toEqual([expect.stringContaining("Ravi Kumar")]);
});

test("who types on does not open somebody of the answer before", async () => {
  const { field, addressNow } = await openPalette(({ words }) => (words === "kav" ? leadNamed("Kavya Raman") : nobody));
  await userEvent.type(field, "kav");
  await findOption("Kavya Raman");
  await userEvent.type(field, "x{Enter}");
  expect(addressNow()).toBe("/staff/today");
  expect(await screen.findByText(/Nothing found for “kavx”/)).toBeTruthy();
});

test("a learner without a lead opens the form that enrols, with the number", async () => {
  const learners = [
    { learnerId: "9", name: "Kavya Raman", number: "+919000001234", email: "k@example.com", leadId: null },
  ];
  const { field, addressNow } = await openPalette(() => ({ ...nobody, learners }));
  await userEvent.type(field, "kavya");
  await userEvent.click(await findOption("+91 90000 01234, k@example.com"));
  expect(addressNow()).toBe("/staff/enrol?number=%2B919000001234");
});

test("a paper without a page is read, not opened", async () => {
  const at = "2026-08-03T04:00:00.000Z";
  const papers = [{ kind: "order" as const, number: "SA-2026-0431", text: "Kavya Raman", at, to: null }];
  const { field, addressNow } = await openPalette(() => ({ ...nobody, papers }));
  await userEvent.type(field, "kavya");
  const option = await findOption("SA-2026-0431");
  expect(option.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(option);
  await userEvent.keyboard("{Enter}");
  expect(addressNow()).toBe("/staff/today");
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("a search that fails says why, and rooms can still be opened", async () => {
  const { field } = await openPalette(() => new Refused("TOO_MANY_REQUESTS"));
  await userEvent.type(field, "today");
  expect(await screen.findByText(/The search did not work\./)).toBeTruthy();
  expect(options()).toEqual([expect.stringContaining("Today")]);
});

test("an action opens its dialog on its screen", async () => {
  const { field, addressNow } = await openPalette(() => nobody);
  await userEvent.type(field, "invite{Enter}");
  expect(await screen.findByRole("dialog", { name: "Invite a colleague" })).toBeTruthy();
  expect(addressNow()).toBe("/staff/people?invite=1");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/people"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the palette does not open above another dialog", async () => {
  const { field } = await openPalette(() => nobody);
  await userEvent.type(field, "keyboard map{Enter}");
  await screen.findByRole("dialog", { name: "Keyboard map" });
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("who could not be signed out reads so", async () => {
  const { field } = await openPalette(() => nobody);
  await userEvent.type(field, "sign out{Enter}");
  expect(await within(screen.getByRole("dialog")).findByText(/You are still signed in/)).toBeTruthy();
});

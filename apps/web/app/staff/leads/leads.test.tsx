import { cleanup, screen, waitFor } from "@testing-library/react";
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

test("filters and the order are in the address, and the call asks for them", async () => {
  const api = startInbox([sampleLead("a")]);
  const { addressNow } = openConsole("/staff/leads?owner=me&after=k");
  await row("Lead a");
  await userEvent.selectOptions(screen.getByLabelText("Status"), "new");
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?owner=me&status=new"));
  await userEvent.click(screen.getByRole("link", { name: "Next call" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?owner=me&status=new&sort=next+call"));
  expect(screen.getByRole("columnheader", { name: "Next call" }).getAttribute("aria-sort")).toBe("ascending");
  await waitFor(() =>
    expect(api.inputsOf("inbox.list").at(-1)).toEqual({
      owner: "me",
      status: "new",
      sort: "next call",
      direction: "up",
    }),
  );
});

test("F offers all filters, of which several sources may be chosen", async () => {
  startInbox([sampleLead("a")]);
  const { addressNow } = openConsole("/staff/leads");
  await row("Lead a");
  await userEvent.keyboard("f");
  const form = await dialog("Filter the leads");
  await userEvent.click(form.getByLabelText("Popup"));
  await userEvent.click(form.getByLabelText("Webinar"));
  await userEvent.selectOptions(form.getByLabelText("Tag"), "hot");
  await userEvent.click(form.getByRole("button", { name: "Show these leads" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?source=popup%2Cwebinar&tag=hot"));
  expect((screen.getByLabelText("Source") as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("Popup, Webinar");
});

test("a list without leads names the filters and offers to clear them", async () => {
  startInbox([]);
  const { addressNow } = openConsole("/staff/leads?status=lost&owner=shalini");
  expect((await screen.findByText("No lead fits these filters.")).closest("[role=status]")?.textContent).toContain(
    "Status Lost · Owner Shalini Ravi",
  );
  await userEvent.click(screen.getAllByRole("link", { name: "Clear the filters" })[0] as HTMLElement);
  await waitFor(() => expect(addressNow()).toBe("/staff/leads"));
});

test("the view of spam without spam is good news", async () => {
  startInbox([]);
  openConsole("/staff/leads?spam=1");
  expect(await screen.findByText("No spam.")).toBeTruthy();
  expect(screen.queryByText("No lead fits these filters.")).toBeNull();
});

test("a new lead keeps what was typed while the server refuses it, and opens once it is there", async () => {
  const lead = sampleLead("n", { name: "Gokul Anand" });
  const api = startInbox([lead], {
    create: ({ number }) =>
      number ? detailOf(lead) : new Refused("INVALID_INPUT", { number: "Enter a phone number" }),
  });
  const { addressNow } = openConsole("/staff/leads");
  await row("Gokul Anand");
  await userEvent.keyboard("c");
  const form = await dialog("New lead");
  await userEvent.type(form.getByLabelText("Name"), "Gokul Anand");
  await userEvent.click(form.getByRole("button", { name: "Add the lead" }));
  await form.findByText("Enter a phone number");
  await userEvent.type(form.getByLabelText("Phone number"), "98765 43210");
  await userEvent.click(form.getByRole("button", { name: "Add the lead" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?lead=n"));
  expect(api.inputsOf("inbox.create").at(-1)).toMatchObject({
    name: "Gokul Anand",
    number: "98765 43210",
    email: null,
  });
  expect(await screen.findByRole("complementary", { name: "Gokul Anand" })).toBeTruthy();
});

test("the columns that somebody has chosen are kept", async () => {
  startInbox([sampleLead("a")]);
  openConsole("/staff/leads");
  await row("Lead a");
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(screen.getByRole("button", { name: "Source" }));
  expect(screen.queryByRole("columnheader", { name: "Source" })).toBeNull();
  cleanup();
  openConsole("/staff/leads");
  await row("Lead a");
  expect(screen.queryByRole("columnheader", { name: "Source" })).toBeNull();
  expect(screen.getByRole("columnheader", { name: "Status" })).toBeTruthy();
});

test("Escape closes the open lead and leads back to its row", async () => {
  startInbox([sampleLead("a"), sampleLead("b")]);
  const { addressNow } = openConsole("/staff/leads?status=new");
  await userEvent.click(await row("Lead b"));
  expect(addressNow()).toBe("/staff/leads?status=new&lead=b");
  await screen.findByRole("complementary", { name: "Lead b" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?status=new"));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Lead b"));
});

test("a list from the report says which campaign and first page it is of, and lets go of them", async () => {
  const api = startInbox([sampleLead("a")]);
  const { addressNow } = openConsole("/staff/leads?campaign=diwali&campaignFrom=-&firstPage=%2F");
  await row("Lead a");
  const chosen = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).selectedOptions[0]?.textContent;
  expect(["Campaign", "Campaign source", "First page"].map(chosen)).toEqual(["diwali", "none", "Home page"]);
  expect(api.inputsOf("inbox.list").at(-1)).toEqual({ campaign: "diwali", campaignFrom: "-", firstPage: "/" });
  await userEvent.selectOptions(screen.getByLabelText("First page"), "any");
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?campaign=diwali&campaignFrom=-"));
});

import type { Lead, LeadDetail } from "@shoreline/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

function sampleLead(leadId: string, given: Partial<Lead> = {}): Lead {
  return {
    leadId,
    name: `Lead ${leadId}`,
    email: null,
    number: "+919876543210",
    status: "new",
    lostReason: null,
    owner: null,
    nextCallAt: null,
    tags: [],
    source: "popup",
    interest: "React.js",
    cameAt: "2026-11-14T11:01:09.000Z",
    lastAt: "2026-11-14T11:01:09.000Z",
    isSpam: false,
    version: 3,
    ...given,
  };
}

function detailOf(lead: Lead): LeadDetail {
  return {
    ...lead,
    landingPage: "",
    campaign: {},
    firstCallAt: null,
    events: [],
    similar: [],
    merged: [],
    lastChange: null,
  };
}

type Inbox = NonNullable<Parameters<typeof startFakeApi>[0]["inbox"]>;

function startInbox(leads: Lead[], answers: Inbox = {}, me = sampleMe()) {
  return startFakeApi({
    staff: { me: () => me },
    inbox: {
      list: ({ status }) => ({ leads: leads.filter((lead) => !status || status === lead.status), next: null }),
      counts: () => ({ count: leads.length, isMore: false }),
      owners: () => ({
        owners: [{ staffId: "shalini", name: "Shalini Ravi" }],
        tags: ["hot"],
        assignment: "by hand",
        version: 1,
      }),
      views: () => ({ views: [] }),
      templates: () => ({ templates: [] }),
      read: ({ leadId }) => {
        const lead = leads.find((one) => one.leadId === leadId);
        return lead ? detailOf(lead) : new Refused("UNKNOWN_LEAD");
      },
      ...answers,
    },
  });
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const row = (name: string) => screen.findByRole("link", { name });

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

test("rows are chosen with X and Shift+X, changed together, and then none is chosen", async () => {
  const api = startInbox([sampleLead("a"), sampleLead("b"), sampleLead("c")], {
    bulk: () => ({ changed: 3, withoutRoom: 0 }),
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
  expect(await screen.findByText("3 leads were changed.")).toBeTruthy();
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

test("who may not export reads whose right it is", async () => {
  startInbox([sampleLead("a")], {}, sampleMe({ roles: ["counsellor"] }));
  openConsole("/staff/leads");
  await row("Lead a");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  const entry = screen.getByRole("button", { name: /Only the owner may do this/ });
  expect(entry.getAttribute("aria-disabled")).toBe("true");
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

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { openConsole } from "../test/console.tsx";
import { detailOf, sampleLead } from "../test/lead.ts";
import { startInbox } from "../test/lead-inbox.ts";

afterEach(cleanup);

const panel = async (name: string) => within(await screen.findByRole("complementary", { name }));

test("J, K and the buttons walk through the filtered list, over the end of a page and back", async () => {
  const [a, b, c] = [sampleLead("a"), sampleLead("b"), sampleLead("c")];
  startInbox([a, b, c], {
    list: ({ after }) => (after ? { leads: [c], next: null } : { leads: [a, b], next: "k" }),
  });
  const { addressNow } = openConsole("/staff/leads?status=new&lead=a");
  const first = await panel("Lead a");
  expect(await first.findByText("1 of 3")).toBeTruthy();
  expect(first.getByRole("button", { name: "Previous lead" }).getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("j");
  await panel("Lead b");
  expect(addressNow()).toBe("/staff/leads?status=new&lead=b");
  await userEvent.click(screen.getByRole("button", { name: "Next lead" }));
  const last = await panel("Lead c");
  expect(addressNow()).toBe("/staff/leads?status=new&lead=c&after=k");
  await waitFor(() =>
    expect(last.getByRole("button", { name: "Next lead" }).getAttribute("aria-disabled")).toBe("true"),
  );
  expect(last.queryByText(/ of 3/)).toBeNull();
  expect(document.activeElement).toBe(last.getByRole("button", { name: "Next lead" }));
  await userEvent.keyboard("k");
  await panel("Lead b");
  expect(addressNow()).toBe("/staff/leads?status=new&lead=b");
});

test("a lead that a change takes out of the list keeps its place in it", async () => {
  let leads = [sampleLead("a"), sampleLead("b"), sampleLead("c")];
  startInbox(leads, {
    list: () => ({ leads: leads.filter(({ status }) => status === "new"), next: null }),
    read: ({ leadId }) => detailOf(leads.find((one) => one.leadId === leadId) ?? sampleLead(leadId)),
    change: ({ leadId, status = "new" }) => {
      leads = leads.map((one) => (one.leadId === leadId ? { ...one, status } : one));
      return detailOf(sampleLead(leadId, { status, version: 4 }));
    },
  });
  openConsole("/staff/leads?status=new&lead=b");
  await userEvent.click((await panel("Lead b")).getByRole("button", { name: "Contacted" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Lead b" })).toBeNull());
  await userEvent.keyboard("j");
  await panel("Lead c");
});

test("in the pipeline the walk goes from column to column", async () => {
  startInbox([sampleLead("a"), sampleLead("b", { status: "contacted" })]);
  const { addressNow } = openConsole("/staff/leads?show=pipeline&lead=a");
  await panel("Lead a");
  await screen.findByRole("link", { name: "Lead b" });
  await userEvent.keyboard("j");
  await panel("Lead b");
  expect(addressNow()).toBe("/staff/leads?show=pipeline&lead=b");
});

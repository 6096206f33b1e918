import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole } from "../test/console.tsx";
import { sampleLead } from "../test/lead.ts";
import { row, startInbox } from "../test/lead-inbox.ts";

afterEach(cleanup);

const [a, b] = [sampleLead("a"), sampleLead("b", { status: "lost" })];

test("a page that the address has wrong leads to the first page, with the same filters", async () => {
  startInbox([a], {
    list: ({ after }) => (after ? new Refused("INVALID_INPUT", { after: "No page" }) : { leads: [a], next: null }),
  });
  const { addressNow } = openConsole("/staff/leads?status=new&after=zzz");
  expect(await screen.findByText("There is no such page of the list.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Show the first page" }));
  await row("Lead a");
  expect(addressNow()).toBe("/staff/leads?status=new");
});

test.each(["", "&show=pipeline"])("a filter that does not fit is named once and can be left out%s", async (show) => {
  const refuse = ({ owner }: { owner?: string | undefined }) => owner && new Refused("INVALID_INPUT", { owner: "No" });
  startInbox([a], {
    list: (given) => refuse(given) || { leads: given.status === "lost" ? [] : [a], next: null },
    counts: (given) => refuse(given) || { count: 1, isMore: false },
  });
  openConsole(`/staff/leads?tag=hot&owner=xyz${show}`);
  expect(await screen.findByText("This part of it does not fit: Owner “xyz”.")).toBeTruthy();
  expect(screen.getAllByText(/does not fit/)).toHaveLength(1);
  await userEvent.click(screen.getByRole("link", { name: "Show the page without it" }));
  expect((await screen.findAllByRole("link", { name: "Lead a" })).length).toBeGreaterThan(0);
});

test.each(["UNKNOWN_LEAD", "INVALID_INPUT"] as const)("a lead that is refused with %s closes", async (code) => {
  startInbox([a], { read: () => new Refused(code, { leadId: "Choose a lead" }) });
  const { addressNow } = openConsole("/staff/leads?status=new&lead=xyz");
  expect(await screen.findByRole("heading", { name: "This lead was not found" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Back to the list" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?status=new"));
});

test("of a repeated filter all statuses count, and of others the first", async () => {
  const api = startInbox([a, b]);
  openConsole("/staff/leads?status=new&status=lost&owner=me&owner=nobody");
  await waitFor(() => expect(api.inputsOf("inbox.list").at(-1)).toEqual({ status: "new,lost", owner: "me" }));
  expect((screen.getByLabelText("Status") as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("New, Lost");
  expect((screen.getByLabelText("Owner") as HTMLSelectElement).value).toBe("me");
});

import type { AuditEntry } from "@shoreline/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe, samplePerson } from "../test/console.tsx";

afterEach(cleanup);

function sampleEntry(entryId: string, given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    entryId,
    at: "2026-11-14T11:01:09.000Z",
    who: "Anitha Devan",
    staffId: "anitha",
    action: "Changed roles",
    kind: "person",
    thing: "Meera Krishnan",
    thingId: "meera",
    before: { roles: ["trainer"], name: "Meera Krishnan" },
    after: { roles: ["trainer", "counsellor"], name: "Meera Krishnan" },
    reason: null,
    address: "203.0.113.24",
    ...given,
  };
}

function startLog(entries: AuditEntry[], { hasMore = false } = {}) {
  return startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson()] }),
      audit: ({ before }) => ({
        entries: before ? entries.filter(({ entryId }) => Number(entryId) < Number(before)) : entries,
        hasMore,
        kinds: ["person", "session"],
      }),
    },
  });
}

test("filters are in the address, and a changed one shows its newest page", async () => {
  const api = startLog([sampleEntry("82")]);
  const { addressNow } = openConsole("/staff/audit?who=meera&before=90&entry=82");
  await screen.findByRole("table");
  await userEvent.selectOptions(screen.getByLabelText("What"), "person");
  await waitFor(() => expect(addressNow()).toBe("/staff/audit?who=meera&kind=person"));
  await userEvent.type(screen.getByLabelText("Find"), "krish{Enter}");
  await waitFor(() => expect(addressNow()).toBe("/staff/audit?who=meera&kind=person&words=krish"));
  await waitFor(() =>
    expect(api.inputsOf("staff.audit").at(-1)).toEqual({ who: "meera", kind: "person", words: "krish" }),
  );
  expect((screen.getByLabelText("Who") as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("Meera Krishnan");
});

test("older entries come by the last one of the page", async () => {
  startLog([sampleEntry("82"), sampleEntry("81")], { hasMore: true });
  const { addressNow } = openConsole("/staff/audit?kind=person");
  await userEvent.click(await screen.findByRole("link", { name: "Older" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/audit?kind=person&before=81"));
});

test("an entry opens with its differences, and Escape leads back to its row", async () => {
  startLog([sampleEntry("82"), sampleEntry("81", { who: "The system" })]);
  const { addressNow } = openConsole("/staff/audit");
  await userEvent.click(await screen.findByRole("link", { name: "The system" }));
  expect(addressNow()).toBe("/staff/audit?entry=81");
  const panel = within(screen.getByRole("complementary", { name: "Entry" }));
  expect(panel.getByText("trainer").tagName).toBe("DEL");
  expect(panel.getByText("trainer, counsellor").tagName).toBe("INS");
  expect(panel.getByText("not changed")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(addressNow()).toBe("/staff/audit"));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("The system"));
});

test("a shared link opens its entry even when newer ones have pushed it off the page", async () => {
  const old = sampleEntry("7", { action: "Closed an account" });
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [] }),
      audit: ({ before }) => ({ entries: before === "8" ? [old] : [sampleEntry("82")], hasMore: true, kinds: [] }),
    },
  });
  openConsole("/staff/audit?entry=7");
  expect(await screen.findByRole("heading", { name: "Closed an account" })).toBeTruthy();
});

test("a list about one record names it, and leads back to everything", async () => {
  startLog([sampleEntry("82")]);
  const { addressNow } = openConsole("/staff/audit?thingId=meera");
  const about = (await screen.findByLabelText("About")) as HTMLSelectElement;
  await waitFor(() => expect(about.selectedOptions[0]?.textContent).toBe("Meera Krishnan"));
  await userEvent.selectOptions(about, "everything");
  await waitFor(() => expect(addressNow()).toBe("/staff/audit"));
});

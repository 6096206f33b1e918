import type { AuditEntry } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { appOnly, openConsole, sampleMe, samplePerson } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const noOwners = { owners: [], former: [], tags: [], takers: [], assignment: "by hand" as const, version: 1 };
const withoutLeads = {
  counts: () => ({ count: 0, isMore: false }),
  owners: () => noOwners,
  handOver: () => ({ changed: 0 }),
};

const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });

async function choose(person: string, action: RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: `More for ${person}` }));
  await userEvent.click(await screen.findByRole("button", { name: action }));
}

test("an invitation that needs a fresh proof is sent by itself once the code is right, with what was typed", async () => {
  let isFresh = false;
  const api = startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson()] }),
      devices: () => appOnly,
      prove: ({ code }) => {
        if (code !== "123456") return new Refused("WRONG_CODE");
        isFresh = true;
        return sampleMe();
      },
      invite: ({ name, email, roles }) =>
        isFresh ? samplePerson({ name, email, roles }) : new Refused("FRESH_PROOF_NEEDED"),
    },
  });
  openConsole("/staff/people");
  await screen.findByText("Meera Krishnan");
  await userEvent.keyboard("c");
  const form = within(await dialog("Invite a colleague"));
  await userEvent.type(form.getByLabelText("Name"), "Farida Rahman");
  await userEvent.type(form.getByLabelText("E-mail address"), "farida@shoreline.example");
  await userEvent.click(form.getByLabelText(/^Trainer/));
  await userEvent.click(form.getByRole("button", { name: "Send the invitation" }));

  const proof = within(await dialog("Confirm that it is you"));
  const code = await proof.findByLabelText("Code from your authenticator app");
  await userEvent.type(code, "999999{Enter}");
  await proof.findByText(/This code is wrong/);
  await userEvent.clear(code);
  await userEvent.type(code, "123456{Enter}");

  expect(await screen.findByText(/Farida Rahman was invited/)).toBeTruthy();
  const typed = { name: "Farida Rahman", email: "farida@shoreline.example", roles: ["trainer"] };
  expect(api.inputsOf("staff.invite")).toEqual([typed, typed]);
});

test("who closes the proof keeps the form, and reads why nothing was sent", async () => {
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson()] }),
      devices: () => appOnly,
      close: () => new Refused("FRESH_PROOF_NEEDED"),
    },
    inbox: withoutLeads,
  });
  openConsole("/staff/people");
  await choose("Meera Krishnan", /Close the account/);
  const question = within(await dialog("Close the account of Meera Krishnan"));
  expect(
    question.getByText(/signed out everywhere and cannot sign in any more. You can open the account again later/),
  ).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Close the account" }));
  const proof = within(await dialog("Confirm that it is you"));
  await userEvent.click(await proof.findByRole("button", { name: "Cancel" }));
  expect(await question.findByText("Please prove once more that it is you.")).toBeTruthy();
});

test("who closes an account chooses a colleague for its open leads", async () => {
  const api = startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson()] }),
      close: () => samplePerson({ state: "closed" }),
    },
    inbox: {
      counts: () => ({ count: 12, isMore: false }),
      owners: () => ({ ...noOwners, owners: [{ staffId: "shalini", name: "Shalini Ravi" }] }),
      handOver: () => ({ changed: 12 }),
    },
  });
  openConsole("/staff/people");
  await choose("Meera Krishnan", /Close the account/);
  const question = within(await dialog("Close the account of Meera Krishnan"));
  await userEvent.selectOptions(await question.findByLabelText("Who takes over the 12 open leads?"), "Shalini Ravi");
  await userEvent.click(question.getByRole("button", { name: "Close the account" }));
  expect(await screen.findByText(/is closed. The open leads are with Shalini Ravi now/)).toBeTruthy();
  expect(api.inputsOf("inbox.handOver")).toEqual([{ fromId: "meera", toId: "shalini" }]);
});

const changedRoles: AuditEntry = {
  entryId: "9",
  at: new Date().toISOString(),
  who: "Shalini Ravi",
  staffId: "shalini",
  action: "Changed the roles",
  kind: "person",
  thing: "Meera Krishnan",
  thingId: "meera",
  before: { roles: ["trainer"] },
  after: { roles: ["accountant"] },
  reason: null,
  address: null,
};

test("roles that a colleague has changed meanwhile are shown beside one's own, and the chosen ones are saved", async () => {
  let stored: { roles: StaffRole[]; version: number } = { roles: ["trainer"], version: 3 };
  const api = startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson(stored)] }),
      changeRoles: ({ roles, version }) => {
        if (version !== stored.version) return new Refused("CHANGED_MEANWHILE");
        return samplePerson({ roles, version: version + 1 });
      },
      audit: () => ({ entries: [changedRoles], hasMore: false, kinds: [] }),
    },
  });
  openConsole("/staff/people");
  await choose("Meera Krishnan", /Change roles/);
  const form = within(await dialog("Roles of Meera Krishnan"));
  stored = { roles: ["accountant"], version: 4 };
  await userEvent.click(form.getByLabelText(/^Counsellor/));
  await userEvent.click(form.getByRole("button", { name: "Save the roles" }));

  expect(await form.findByText("Counsellor, trainer")).toBeTruthy();
  expect(form.getByText("Accountant")).toBeTruthy();
  expect(form.getByText(/^Shalini Ravi changed this just now\./)).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Save these" }));
  expect(await screen.findByText(/now has these roles: Counsellor, trainer/)).toBeTruthy();
  expect(api.inputsOf("staff.changeRoles")).toMatchObject([{ version: 3 }, { version: 4 }]);
});

test("what cannot be done to the last owner is shown with the reason", async () => {
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson({ staffId: "anitha", name: "Anitha Devan", isLastOwner: true })] }),
    },
  });
  openConsole("/staff/people");
  await choose("Anitha Devan", /Close the account/);
  const close = screen.getByRole("button", { name: /Close the account.*This is the last owner/ });
  expect(close.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("letters move between rows and rooms, but not while a field has the focus", async () => {
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson(), samplePerson({ staffId: "joel", name: "Joel Antony" })] }),
      audit: () => ({ entries: [], hasMore: false, kinds: [] }),
    },
  });
  const { addressNow } = openConsole("/staff/people");
  await screen.findByText("Joel Antony");
  await userEvent.keyboard("jj");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("More for Joel Antony");
  await userEvent.keyboard("k");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("More for Meera Krishnan");
  await userEvent.keyboard("ga");
  await waitFor(() => expect(addressNow()).toBe("/staff/audit"));
  await screen.findByText(/Nothing has been changed yet/);
  await userEvent.click(screen.getByLabelText("Find"));
  await userEvent.keyboard("gp");
  expect(addressNow()).toBe("/staff/audit");
  expect((document.activeElement as HTMLInputElement).value).toBe("gp");
});

test("the history of a person tells what was changed, by whom and when", async () => {
  const api = startFakeApi({
    staff: {
      me: () => sampleMe(),
      people: () => ({ people: [samplePerson()] }),
      audit: () => ({ entries: [changedRoles], hasMore: true, kinds: [] }),
    },
  });
  openConsole("/staff/people");
  await choose("Meera Krishnan", /History/);
  const history = within(await dialog("History of Meera Krishnan"));
  expect((await history.findByText("Changed the roles")).closest("li")?.textContent).toContain(", Shalini Ravi");
  expect(history.getByText("accountant").tagName).toBe("INS");
  expect(history.getByRole("link", { name: /Older entries/ }).getAttribute("href")).toBe("/staff/audit?thingId=meera");
  expect(api.inputsOf("staff.audit")).toEqual([{ thingId: "meera" }]);
});

test("what each role can do is read under headings", async () => {
  startFakeApi({ staff: { me: () => sampleMe(), people: () => ({ people: [] }) } });
  openConsole("/staff/people");
  const rights = within(await screen.findByRole("region", { name: "What each role can do, table" }));
  const [, leads, webinars] = rights.getAllByRole("rowgroup");
  expect(within(leads as HTMLElement).getAllByRole("row")[0]?.textContent).toBe("Leads");
  expect(within(leads as HTMLElement).getByRole("row", { name: /^Import leads/ }).textContent).toBe(
    "Import leadsYesYes–––",
  );
  expect(within(webinars as HTMLElement).getAllByRole("row")[0]?.textContent).toBe("Webinars");
});

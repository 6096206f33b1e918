import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../test/fake-api.ts";
import { appOnly, openConsole, sampleMe } from "./test/console.tsx";
import { sampleToday } from "./test/desk.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const demo = { institute: "Shoreline", hasPasskeys: false, demoRoles: ["owner" as const] };

test("who is not signed in comes to the sign-in, and then to the screen that was asked for", async () => {
  let isSignedIn = false;
  startFakeApi({
    staff: {
      me: () => (isSignedIn ? sampleMe() : new Refused("STAFF_ONLY")),
      entrance: () => demo,
      enterDemo: () => {
        isSignedIn = true;
        return sampleMe();
      },
      people: () => ({ people: [] }),
      audit: () => ({ entries: [], hasMore: false, kinds: [] }),
    },
  });
  const { addressNow } = openConsole("/staff/audit?kind=person");
  await userEvent.click(await screen.findByRole("button", { name: "Enter as owner" }));
  await screen.findByRole("heading", { name: "Audit log" });
  expect(addressNow()).toBe("/staff/audit?kind=person");
});

test("after the sign-in nobody is sent outside the console", async () => {
  startFakeApi({
    staff: { me: () => sampleMe(), entrance: () => demo, enterDemo: () => sampleMe() },
    desk: { today: () => sampleToday() },
  });
  const { addressNow } = openConsole("/staff/sign-in?next=//evil.example/staff/");
  await userEvent.click(await screen.findByRole("button", { name: "Enter as owner" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/today"));
});

test("a session that ends while a screen is open leads to the sign-in", async () => {
  let isSignedIn = true;
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      devices: () => appOnly,
      entrance: () => demo,
      editMe: () => (isSignedIn ? sampleMe() : new Refused("STAFF_ONLY")),
    },
  });
  const { addressNow } = openConsole("/staff/account");
  const save = await screen.findByRole("button", { name: "Save name and number" });
  isSignedIn = false;
  await userEvent.click(save);
  await waitFor(() => expect(addressNow()).toBe("/staff/sign-in?next=%2Fstaff%2Faccount"));
});

test("a trainer starts at Today, and reads whose right the audit log is", async () => {
  startFakeApi({
    staff: { me: () => sampleMe({ roles: ["trainer"] }) },
    desk: { today: () => sampleToday({ calls: null, enquiries: null }) },
  });
  const { addressNow } = openConsole("/staff");
  await waitFor(() => expect(addressNow()).toBe("/staff/today"));
  expect(screen.queryByRole("link", { name: "People" })).toBeNull();
  cleanup();
  openConsole("/staff/audit");
  expect(await screen.findByText(/“Audit log” is for the owner/)).toBeTruthy();
});

test.each([
  ["owner", ["Today", "Leads", "Timetable", "Classes"]],
  ["front desk", ["Today", "Leads", "Enrol", "Webinars"]],
  ["trainer", ["Today", "Timetable", "Classes", "Homework"]],
] as const)("the dock of a phone has what the %s needs most", async (role, rooms) => {
  startFakeApi({ staff: { me: () => sampleMe({ roles: [role] }) }, desk: { today: () => sampleToday() } });
  openConsole("/staff/today");
  const dock = within(await screen.findByRole("navigation", { name: "Rooms, short" }));
  await waitFor(() => expect(dock.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(rooms));
});

test("an address without a page says so inside the console, and leads to Today", async () => {
  startFakeApi({ staff: { me: () => sampleMe() }, desk: { today: () => sampleToday() } });
  const { addressNow } = openConsole("/staff/nothere");
  expect(await screen.findByRole("heading", { name: "This page does not exist" })).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Leads" }).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole("link", { name: "Go to Today" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/today"));
});

test("a link for mails needs no passkey, and its answer is the same for everybody", async () => {
  const api = startFakeApi({ staff: { entrance: () => demo, sendLink: () => ({ message: "Sent." }) } });
  openConsole("/staff/sign-in");
  await userEvent.type(await screen.findByLabelText("Your e-mail address"), "meera@shoreline.example{Enter}");
  expect(await screen.findByText(/If meera@shoreline.example belongs to our staff/)).toBeTruthy();
  expect(api.inputsOf("staff.sendLink")).toEqual([{ email: "meera@shoreline.example" }]);
});

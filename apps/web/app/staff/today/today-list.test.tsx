import type { TodaysClass } from "@shoreline/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { sampleClass, sampleEntry, sampleToday } from "../test/desk.ts";

afterEach(cleanup);

type Desk = NonNullable<Parameters<typeof startFakeApi>[0]["desk"]>;

const start = (desk: Desk, me = sampleMe()) =>
  startFakeApi({ staff: { me: () => me }, desk: { today: () => sampleToday(), ...desk } });

test("what failed is listed page by page and by kind, with a way to the person", async () => {
  const number = "+919000004419";
  const api = start({
    failed: ({ after }) =>
      after
        ? { entries: [sampleEntry("job", { text: "Task mail.send", reason: "Away" })], next: null }
        : {
            entries: [sampleEntry("message", { text: "SMS class-moved", number, reason: "Not in service" })],
            next: "k",
          },
  });
  const { addressNow } = openConsole("/staff/today/failed");
  const row = within(await screen.findByRole("row", { name: /SMS class-moved/ }));
  expect(row.getByText("Not in service")).toBeTruthy();
  expect(row.getByRole("link", { name: "Find the person" }).getAttribute("href")).toBe(
    "/staff/leads?words=%2B919000004419",
  );
  await userEvent.click(screen.getByRole("link", { name: "Next page" }));
  await screen.findByRole("row", { name: /Task mail.send.*system administrator/ });
  expect(addressNow()).toBe("/staff/today/failed?after=k");
  await userEvent.click(screen.getByRole("link", { name: "Tasks" }));
  await waitFor(() => expect(api.inputsOf("desk.failed").at(-1)).toEqual({ kind: "job" }));
  await userEvent.click(screen.getAllByRole("link", { name: "Today" }).at(-1) as HTMLElement);
  await waitFor(() => expect(addressNow()).toBe("/staff/today"));
});

const counted = (count: number) => ({ count: Math.min(count, 1000), isMore: count > 1000 });
const classesOf = ({ ahead, over }: { ahead: number; over: number }, ...classes: TodaysClass[]) => ({
  ...{ now: "2026-11-16T04:10:00.000Z", classes, counts: { ahead: counted(ahead), over: counted(over) }, next: null },
});

test("the classes open on what runs and comes next, and the others are a tab away", async () => {
  const api = start({
    classes: ({ when }) =>
      classesOf({ ahead: 3, over: 12 }, sampleClass("c1", { course: when === "ahead" ? "Java" : "Python" })),
  });
  const { addressNow } = openConsole("/staff/today/classes");
  await screen.findByRole("row", { name: /Java/ });
  expect(api.inputsOf("desk.classes")).toEqual([{ when: "ahead" }]);
  expect(screen.getByRole("link", { name: "Now and next 3" }).getAttribute("aria-current")).toBe("page");
  await userEvent.click(screen.getByRole("link", { name: "Over 12" }));
  await screen.findByRole("row", { name: /Python/ });
  expect(addressNow()).toBe("/staff/today/classes?when=over");
  await userEvent.click(screen.getByRole("link", { name: "All 15" }));
  await waitFor(() => expect(api.inputsOf("desk.classes").at(-1)).toEqual({}));
});

test("of a very full day the number of classes ends at a thousand", async () => {
  start({ classes: () => classesOf({ ahead: 1001, over: 12 }, sampleClass("c1")) });
  openConsole("/staff/today/classes");
  expect((await screen.findByRole("link", { name: /^Now and next/ })).textContent).toBe("Now and next 1,000+");
  expect(screen.getByRole("link", { name: /^Over/ }).textContent).toBe("Over 12");
  expect(screen.getByRole("link", { name: /^All/ }).textContent).toBe("All 1,012+");
});

test("classes are listed by what they lack, within the tab", async () => {
  const api = start({
    classes: ({ only }) =>
      only
        ? classesOf({ ahead: 0, over: 0 })
        : classesOf({ ahead: 1, over: 0 }, sampleClass("c1", { course: "Java", hasLink: false })),
  });
  openConsole("/staff/today/classes");
  expect((await screen.findByRole("row", { name: /Java/ })).textContent).toMatch(/No link$/);
  await userEvent.click(screen.getByRole("link", { name: "No trainer" }));
  expect(await screen.findByText("No class matches these filters.")).toBeTruthy();
  expect(api.inputsOf("desk.classes").at(-1)).toEqual({ when: "ahead", only: "no trainer" });
});

test("in the evening the list says that all classes are over", async () => {
  start({ classes: () => classesOf({ ahead: 0, over: 12 }) });
  openConsole("/staff/today/classes");
  expect(await screen.findByText("All classes of today are over.")).toBeTruthy();
});

test("a list without entries is good news, and a wrong page leads to the first", async () => {
  start({
    payments: ({ after }) => (after ? new Refused("INVALID_INPUT", { after: "No" }) : { entries: [], next: null }),
  });
  openConsole("/staff/today/payments?after=zzz");
  await userEvent.click(await screen.findByRole("link", { name: "Show the first page" }));
  expect(await screen.findByRole("heading", { name: "No payments to review." })).toBeTruthy();
});

test("who may not see a list reads whose right it is, and an unknown list does not exist", async () => {
  start({}, sampleMe({ roles: ["trainer"] }));
  openConsole("/staff/today/payments");
  expect(
    await screen.findByRole("heading", { name: "“Payments to review” is for the owner, front desk or accountant" }),
  ).toBeTruthy();
  cleanup();
  openConsole("/staff/today/toString");
  expect(await screen.findByRole("heading", { name: "This page does not exist" })).toBeTruthy();
});

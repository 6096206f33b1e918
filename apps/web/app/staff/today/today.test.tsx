import type { StaffToday } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { sampleClass, sampleEntries, sampleEntry, sampleToday } from "../test/desk.ts";
import { sampleLead } from "../test/lead.ts";

afterEach(cleanup);

function openToday(today: StaffToday) {
  startFakeApi({ staff: { me: () => sampleMe() }, desk: { today: () => today } });
  return openConsole("/staff/today");
}

const tile = (name: RegExp) => screen.findByRole("link", { name });
const section = async (name: string) => within(await screen.findByRole("region", { name }));

test("every tile leads to the list that it counts", async () => {
  const leads = [sampleLead("l1")];
  openToday(
    sampleToday({
      calls: { count: 7, isMore: false, leads },
      enquiries: { count: 1000, isMore: true, leads },
      classes: [sampleClass("c1")],
      payments: sampleEntries(sampleEntry("payment", { text: "Paid twice" })),
      homework: { count: 11, isMore: false },
    }),
  );
  const to = async (name: RegExp) => (await tile(name)).getAttribute("href");
  expect(await to(/Calls due ?7/)).toBe("/staff/leads?call=due&sort=next+call");
  expect(await to(/New enquiries ?1,000\+/)).toBe("/staff/leads?status=new");
  expect(await to(/Classes today ?1/)).toBe("/staff/today/classes");
  expect(await to(/Payments to review ?1/)).toBe("/staff/today/payments");
  expect(await to(/Homework to grade ?11/)).toBe("/staff/homework");
  expect(await to(/Failed messages ?0 ?Nothing failed/)).toBe("/staff/today/failed");
  expect(await to(/Backups and invitations ?0/)).toBe("/staff/today/expiring");
});

test("a late call says so, and its name opens the lead", async () => {
  const leads = [
    sampleLead("l1", { name: "Nivetha Balan", nextCallAt: "2026-11-13T10:30:00.000Z" }),
    sampleLead("l2", { name: "Gokul Anand", nextCallAt: "2026-11-16T04:30:00.000Z" }),
  ];
  openToday(sampleToday({ calls: { count: 2, isMore: false, leads } }));
  const calls = await section("Calls due");
  expect(calls.getByRole("row", { name: /Nivetha/ }).textContent).toContain(", late");
  expect(calls.getByRole("row", { name: /Gokul/ }).textContent).not.toContain(", late");
  expect(calls.getByRole("link", { name: "Nivetha Balan" }).getAttribute("href")).toBe(
    "/staff/leads?call=due&sort=next+call&lead=l1",
  );
  expect((await tile(/^Calls due/)).textContent).toContain("Overdue since Fri");
  await userEvent.keyboard("jj");
  expect(document.activeElement?.textContent).toBe("Gokul Anand");
});

test("a class says what it lacks until it is over", async () => {
  openToday(
    sampleToday({
      classes: [
        sampleClass("c1", { course: "Java", endsAt: "2026-11-16T04:00:00.000Z", hasLink: false }),
        sampleClass("c2", { course: "Python", startsAt: "2026-11-16T04:00:00.000Z" }),
        sampleClass("c3", { course: "React.js", trainer: null, hasLink: false }),
      ],
    }),
  );
  const classes = await section("Classes today");
  const row = (name: RegExp) => classes.getByRole("row", { name }).textContent;
  expect(row(/Java/)).toMatch(/Over$/);
  expect(row(/Python/)).toMatch(/Running$/);
  expect(row(/React/)).toMatch(/No trainer.*No link$/);
  expect((await tile(/^Classes today/)).textContent).toContain("1 without a trainer, 1 without a link");
});

test("a long day shows what runs and comes next, and folds the rest", async () => {
  const over = Array.from({ length: 3 }, (_, at) =>
    sampleClass(`o${at}`, { course: `Over ${at}`, endsAt: "2026-11-16T04:00:00.000Z" }),
  );
  const ahead = Array.from({ length: 8 }, (_, at) => sampleClass(`a${at}`, { course: `Ahead ${at}` }));
  openToday(sampleToday({ classes: [...over, ...ahead] }));
  const classes = await section("Classes today");
  const rest = classes.getByText("Show 5 more, 3 are over").closest("details");
  expect(rest?.open).toBe(false);
  expect(rest?.textContent).toContain("Ahead 6");
  const first = within(classes.getByRole("table", { name: "Classes today" }));
  expect(first.getAllByRole("row").slice(1)).toHaveLength(6);
  expect(first.queryByText(/Over/)).toBeNull();
});

test("a long day that is over is folded whole", async () => {
  const endsAt = "2026-11-16T04:00:00.000Z";
  openToday(sampleToday({ classes: Array.from({ length: 7 }, (_, at) => sampleClass(`o${at}`, { endsAt })) }));
  expect((await section("Classes today")).getByText("Show all 7").closest("details")?.open).toBe(false);
  expect((await tile(/^Classes today/)).textContent).toContain("All over");
});

test("of a very full day the tile says that there are more classes than it counts", async () => {
  openToday(
    sampleToday({ classes: Array.from({ length: 100 }, (_, at) => sampleClass(`c${at}`)), areMoreClasses: true }),
  );
  expect(await tile(/^Classes today ?100\+/)).toBeTruthy();
});

test("a trainer's day is the own classes; what runs stands on top with its roll-call and its meeting", async () => {
  const url = "https://meet.example.com/host";
  const replace = vi.fn();
  vi.stubGlobal("open", () => ({ closed: false, location: { replace }, close: () => {} }));
  const running = { startsAt: "2026-11-16T04:00:00.000Z", isYours: true, learners: 12 };
  const classes = [
    sampleClass("c0", { course: "HTML", isYours: true, endsAt: "2026-11-16T04:00:00.000Z" }),
    sampleClass("c1", running),
    sampleClass("c2", { course: "Node.js", isYours: true }),
    sampleClass("c3", { course: "Java", trainer: null }),
  ];
  const today = sampleToday({ classes, calls: null, enquiries: null, payments: null, failed: null, expiring: null });
  const api = startFakeApi({
    staff: { me: () => sampleMe({ roles: ["trainer"] }) },
    desk: { today: () => today },
    meetings: { open: () => ({ url }) },
  });
  openConsole("/staff/today");
  const card = await section("Running now: React.js, class 10");
  expect(card.getByText(/12 learners/)).toBeTruthy();
  expect(card.getByRole("link", { name: "Call the roll" }).getAttribute("href")).toBe("/staff/classes/c1");
  await userEvent.click(card.getByRole("button", { name: "Open the meeting" }));
  await vi.waitFor(() => expect(replace.mock.calls).toEqual([[url]]));
  expect(api.inputsOf("meetings.open")).toEqual([{ classId: "c1" }]);
  expect((await tile(/^Your classes today ?3/)).textContent).toContain("1 running");
  const own = await section("Your classes today");
  expect(own.getAllByRole("link", { name: /^(HTML|React|Node|Java)/ }).map(({ textContent }) => textContent)).toEqual([
    ...["React.js", "Node.js", "HTML"],
  ]);
  expect(own.getByRole("link", { name: /^See all/ }).getAttribute("href")).toBe("/staff/today/classes");
});

test("an owner who teaches finds the own classes marked", async () => {
  openToday(sampleToday({ classes: [sampleClass("c1", { isYours: true }), sampleClass("c2", { course: "Java" })] }));
  const classes = await section("Classes today");
  expect(classes.getByRole("row", { name: /React/ }).textContent).toContain("Yours");
  expect(classes.getByRole("row", { name: /Java/ }).textContent).not.toContain("Yours");
});

test("a product without any backup says so", async () => {
  const backup = { text: "No backup has been taken yet.", reason: "Ask for one.", at: null };
  openToday(sampleToday({ expiring: sampleEntries(sampleEntry("backup", backup)) }));
  const backups = await section("Backups and invitations");
  expect(backups.getByText("No backup has been taken yet.")).toBeTruthy();
  expect(backups.getByText("Ask for one.")).toBeTruthy();
  expect((await tile(/^Backups/)).textContent).toContain("No backup yet");
});

test("what failed shows its reason, and the tile how much of each there is", async () => {
  const entries = sampleEntries(
    sampleEntry("message", { text: "Class moved", reason: "Not in service" }),
    sampleEntry("job", { text: "Task mail.send", reason: "The mail server is away" }),
  );
  const kinds = { message: 1, notification: 1, job: 2, enquiry: 3 };
  openToday(sampleToday({ failed: { ...entries, count: 7, kinds } }));
  const failed = await section("Failed messages");
  expect(failed.getByText("Not in service")).toBeTruthy();
  expect(failed.getByText("Task mail.send")).toBeTruthy();
  expect((await tile(/^Failed messages ?7/)).textContent).toContain("2 messages, 2 tasks, 3 enquiries");
  expect(document.body.textContent).not.toContain("npm run");
});

test("who may not see a part has no tile and no list of it", async () => {
  const classes = [sampleClass("c1")];
  openToday(sampleToday({ calls: null, enquiries: null, payments: null, failed: null, expiring: null, classes }));
  expect((await screen.findByRole("list", { name: "How much waits" })).children).toHaveLength(1);
  expect(screen.queryByRole("heading", { name: "Calls due" })).toBeNull();
});

test("a day on which nothing waits says so", async () => {
  openToday(sampleToday());
  expect(await screen.findByRole("heading", { name: "Nothing waits for you." })).toBeTruthy();
  expect(screen.getByText(/No calls due\. No new enquiries\. No classes today\./)).toBeTruthy();
});

test("an owner sees on Today that a discount waits, and opens it", async () => {
  openToday(sampleToday({ discounts: { count: 2, isMore: false } }));
  const tile = await screen.findByRole("link", { name: /Discounts to approve ?2/ });
  expect(tile.getAttribute("href")).toBe("/staff/enrol/sales");
});

test("who decides about places sees on Today that learners ask for another batch, and opens the list", async () => {
  openToday(sampleToday({ requests: { count: 3, isMore: false } }));
  const tile = await screen.findByRole("link", { name: /Requests for a batch ?3/ });
  expect(tile.getAttribute("href")).toBe("/staff/places");
});

test("the page is read again every minute", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const api = startFakeApi({ staff: { me: () => sampleMe() }, desk: { today: () => sampleToday() } });
    openConsole("/staff/today");
    await screen.findByText(/No calls due/);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.inputsOf("desk.today")).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

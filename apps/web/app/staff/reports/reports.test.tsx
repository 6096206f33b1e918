import type { LeadReport } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

afterEach(cleanup);

const counts = { leads: 40, contacted: 30, enrolled: 8, lost: 2, medianMinutesToFirstCall: 130 };

function sampleReport(given: Partial<LeadReport> = {}): LeadReport {
  return {
    from: "2026-11-04",
    until: "2026-11-17",
    weeks: [
      { beginsOn: "2026-11-02", bySource: { popup: 20, contact: 5 }, total: 25 },
      { beginsOn: "2026-11-09", bySource: {}, total: 0 },
      { beginsOn: "2026-11-16", bySource: { popup: 15 }, total: 15 },
    ],
    sources: [
      { ...counts, source: "popup", leads: 35 },
      { ...counts, source: "contact", leads: 5, contacted: 0, enrolled: 0, lost: 0, medianMinutesToFirstCall: null },
    ],
    campaigns: [{ ...counts, leads: 10, campaign: "diwali", from: "google" }],
    counsellors: [
      { ...counts, leads: 30, staffId: "shalini", name: "Shalini Ravi" },
      { ...counts, leads: 10, staffId: null, name: "Nobody" },
    ],
    landingPages: [{ ...counts, page: "/" }],
    total: counts,
    ...given,
  };
}

type Options = { address?: string; roles?: StaffRole[]; report?: LeadReport };

function openReports({ address = "", roles = ["owner"], report = sampleReport() }: Options = {}) {
  const api = startFakeApi({ staff: { me: () => sampleMe({ roles }) }, report: { leads: () => report } });
  return { api, ...openConsole(`/staff/reports${address}`) };
}

const tableOf = async (name: RegExp) => within(await screen.findByRole("table", { name }));
const hrefOf = (link: HTMLElement) => link.getAttribute("href");

test("the figures on top say how many came, were called and enrolled, and lead to their lists", async () => {
  openReports();
  const figures = within(await screen.findByRole("list", { name: "In short" }));
  const days = "from=2026-11-04&until=2026-11-17";
  expect(hrefOf(figures.getByRole("link", { name: /Leads ?40/ }))).toBe(`/staff/leads?${days}`);
  expect(hrefOf(figures.getByRole("link", { name: /Enrolled ?8 ?20%/ }))).toBe(`/staff/leads?${days}&status=enrolled`);
  expect(figures.getByText("Called or written to")).toBeTruthy();
  expect(figures.getByText("75% of the leads")).toBeTruthy();
  expect(figures.getByText("2 h 10 min")).toBeTruthy();
  expect(screen.getByText("Leads received from 4 Nov 2026 to 17 Nov 2026.")).toBeTruthy();
});

test("the chart has its numbers in a table, whose weeks lead to their leads within the period", async () => {
  openReports();
  expect(await screen.findByRole("img", { name: /as in the table below/ })).toBeTruthy();
  const weeks = await tableOf(/for each week/);
  const rows = weeks.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["Week ofPopupContact formAll", "16 Nov15015", "9 Nov000", "2 Nov20525"]);
  const link = weeks.getByRole("link", { name: "20 from Popup in the week of 2 Nov" });
  expect(hrefOf(link)).toBe("/staff/leads?from=2026-11-04&until=2026-11-08&source=popup");
  const newest = weeks.getByRole("link", { name: "15 in the week of 16 Nov" });
  expect(hrefOf(newest)).toBe("/staff/leads?from=2026-11-16&until=2026-11-17");
});

test("sources, counsellors, campaigns and first pages lead to their leads", async () => {
  openReports();
  const sources = await tableOf(/^By source/);
  expect(sources.getByRole("columnheader", { name: "Called or written to" })).toBeTruthy();
  const lost = sources.getByRole("link", { name: "2 from Popup, lost" });
  expect(hrefOf(lost)).toBe("/staff/leads?from=2026-11-04&until=2026-11-17&source=popup&status=lost");
  expect(sources.getByRole("row", { name: /Contact form/ }).textContent).toBe("Contact form50 0%0 0%0none");
  const counsellors = await tableOf(/^By counsellor/);
  expect(hrefOf(counsellors.getByRole("link", { name: "30 of Shalini Ravi" }))).toContain("owner=shalini");
  expect(hrefOf(counsellors.getByRole("link", { name: "10 of Nobody" }))).toContain("owner=nobody");
  const campaigns = await tableOf(/^By campaign/);
  expect(campaigns.getByRole("row", { name: /diwali/ }).textContent).toContain("google");
  expect(hrefOf(campaigns.getByRole("link", { name: "10 from diwali" }))).toBe(
    "/staff/leads?from=2026-11-04&until=2026-11-17&campaign=diwali&campaignFrom=google",
  );
  const pages = await tableOf(/^By first page/);
  expect(pages.getByRole("rowheader", { name: "Home page" })).toBeTruthy();
  expect(hrefOf(pages.getByRole("link", { name: "8 from Home page, enrolled" }))).toContain(
    "firstPage=%2F&status=enrolled",
  );
});

test("who may see reports but no leads reads the numbers without links", async () => {
  openReports({ roles: ["accountant"] });
  expect((await tableOf(/^By source/)).getByText("35")).toBeTruthy();
  const main = within(screen.getByRole("main"));
  const links = main.getAllByRole("link").map((link) => link.textContent);
  expect(links).toEqual(["4 weeks", "12 weeks", "This year"]);
});

test("the front desk is told whose room it is", async () => {
  openReports({ roles: ["front desk"] });
  expect(await screen.findByRole("heading", { name: /“Reports” is for the owner, counsellor/ })).toBeTruthy();
});

test("the period is in the address", async () => {
  const { api, addressNow } = openReports();
  await screen.findByRole("table", { name: /^By source/ });
  expect(api.inputsOf("report.leads")).toEqual([{ period: "12-weeks" }]);
  expect(screen.getByRole("link", { name: "12 weeks" }).getAttribute("aria-current")).toBe("true");
  await userEvent.click(screen.getByRole("link", { name: "This year" }));
  expect(addressNow()).toBe("/staff/reports?period=year");
  // The day of this browser may be another one than that of the institute.
  expect(api.inputsOf("report.leads").at(-1)).toEqual({ period: "year" });
  expect(screen.getByRole("link", { name: "This year" }).getAttribute("aria-current")).toBe("true");
  const from = screen.getByLabelText("From");
  expect(screen.getByDisplayValue("4 Nov 2026")).toBe(from);
  await userEvent.clear(from);
  await userEvent.type(from, "1/10/2026{Enter}");
  expect(addressNow()).toBe("/staff/reports?from=2026-10-01&until=2026-11-17");
  await screen.findByDisplayValue("1 Oct 2026");
  expect(screen.getByRole("link", { name: "This year" }).getAttribute("aria-current")).toBeNull();
});

test("days that are no period are refused in words, and the usual one is a press away", async () => {
  const refused = new Refused("INVALID_INPUT", { from: "Choose a day before the last one" });
  startFakeApi({
    staff: { me: () => sampleMe() },
    report: { leads: ({ from }) => (from ? refused : sampleReport()) },
  });
  const { addressNow } = openConsole("/staff/reports?from=2026-11-09&until=2026-11-01");
  expect(await screen.findByText(/Choose a day before the last one/)).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Show the last 12 weeks" }));
  expect(addressNow()).toBe("/staff/reports");
  await screen.findByRole("table", { name: /^By source/ });
  expect(screen.queryByText(/Choose a day/)).toBeNull();
});

test("a period without leads says so", async () => {
  const none = { leads: 0, contacted: 0, enrolled: 0, lost: 0, medianMinutesToFirstCall: null };
  const report = sampleReport({ total: none, sources: [], campaigns: [], counsellors: [], landingPages: [] });
  openReports({ report });
  expect(await screen.findByText("No leads were received in this period.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("leads without a campaign: the section says what to do", async () => {
  openReports({ report: sampleReport({ campaigns: [] }) });
  expect((await screen.findByRole("region", { name: "By campaign" })).textContent).toContain("utm_campaign");
});

test("a report that did not load can be asked for again", async () => {
  let isAway = true;
  startFakeApi({
    staff: { me: () => sampleMe() },
    report: { leads: () => (isAway ? new Refused("NOT_ALLOWED") : sampleReport()) },
  });
  openConsole("/staff/reports");
  expect(await screen.findByText("The report did not load.")).toBeTruthy();
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table", { name: /^By source/ })).toBeTruthy();
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead } from "../../db/tables/inbox.ts";
import { institute as instituteTable } from "../../db/tables/site.ts";
import { countQueries } from "../../test/count-queries.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db, pool } = institute;
await db.delete(lead);
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const counsellor = await newStaff(institute, ["counsellor"], "Shalini Ravi");
const accountant = await newStaff(institute, ["accountant"], "Kannan Subramaniam");
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");

const minute = 60_000;
let count = 0;

/** Puts a lead in that came at this moment; `calledAfter` are minutes. */
async function put(at: string, given: Partial<typeof lead.$inferInsert> = {}, calledAfter?: number) {
  const cameAt = new Date(at);
  const firstCallAt = calledAfter === undefined ? null : new Date(cameAt.getTime() + calledAfter * minute);
  const name = `Person ${++count}`;
  const [added] = await db
    .insert(lead)
    .values({ name, source: "popup", cameAt, lastAt: cameAt, firstCallAt, ...given })
    .returning({ id: lead.id });
  return added?.id ?? "";
}

/** A week of its own for each test: others see nothing of it. */
const week = (from: string, until: string) => owner.report.leads({ from, until });

test("weeks begin on Monday in the institute's zone, and one without leads is there", async () => {
  // In Chennai it is Sunday until 18:30 UTC.
  await put("2026-06-07T18:29:59.999Z");
  await put("2026-06-07T18:30:00Z", { source: "contact" });
  await put("2026-06-21T18:29:59Z", { source: "contact" });
  await put("2026-06-21T18:30:00Z", { source: "webinar" });
  const { weeks, total } = await week("2026-06-01", "2026-06-22");
  expect(weeks).toEqual([
    { beginsOn: "2026-06-01", bySource: { popup: 1 }, total: 1 },
    { beginsOn: "2026-06-08", bySource: { contact: 1 }, total: 1 },
    { beginsOn: "2026-06-15", bySource: { contact: 1 }, total: 1 },
    { beginsOn: "2026-06-22", bySource: { webinar: 1 }, total: 1 },
  ]);
  expect(total.leads).toBe(4);
  const quiet = await week("2026-05-04", "2026-05-17");
  expect(quiet.weeks.map((one) => one.total)).toEqual([0, 0]);
});

test("both days of a period belong to it, from midnight to midnight in the institute's zone", async () => {
  await put("2026-05-19T18:29:59.999Z");
  await put("2026-05-19T18:30:00Z", { name: "First" });
  await put("2026-05-21T18:29:59.999Z", { name: "Last" });
  await put("2026-05-21T18:30:00Z");
  const found = await week("2026-05-20", "2026-05-21");
  expect(found).toMatchObject({ from: "2026-05-20", until: "2026-05-21", total: { leads: 2 } });
  // The week is named by its Monday, but only the days of the period count.
  expect(found.weeks).toMatchObject([{ beginsOn: "2026-05-18", total: 2 }]);
});

test("a zone with summer time keeps its weeks", async () => {
  const [before] = await db.select().from(instituteTable);
  const profile = before?.profile as Record<string, unknown>;
  await db.update(instituteTable).set({ profile: { ...profile, timeZone: "America/New_York" } as never });
  // Clocks went back on 1 November: Monday begins at 4:00 UTC before and at 5:00 UTC after.
  await put("2025-10-27T03:59:59Z");
  await put("2025-10-27T04:00:00Z");
  await put("2025-11-03T04:59:59Z");
  await put("2025-11-03T05:00:00Z");
  const { weeks } = await week("2025-10-20", "2025-11-03");
  await db.update(instituteTable).set({ profile: profile as never });
  expect(weeks.map((one) => one.total)).toEqual([1, 2, 1]);
});

test("conversion is counted by source, campaign, counsellor and first page", async () => {
  const ownerId = counsellor.person.id;
  const diwali = { utm_source: "google", utm_campaign: "diwali" };
  const at = "2026-04-15T06:00:00Z";
  await put(at, { ownerId, status: "enrolled", campaign: diwali, landingPage: "/onlinecourses" }, 10);
  await put(at, { ownerId, status: "contacted", campaign: diwali, landingPage: "/onlinecourses" }, 30);
  await put(at, { ownerId, status: "lost", campaign: { utm_source: "google" }, landingPage: "/" }, 200);
  await put(at, { source: "webinar", campaign: { referrer: "example.com" }, landingPage: "" });
  const found = await week("2026-04-13", "2026-04-19");
  const all = { leads: 4, contacted: 3, enrolled: 1, lost: 1, medianMinutesToFirstCall: 30 };
  expect(found.total).toEqual(all);
  const none = { leads: 1, contacted: 0, enrolled: 0, lost: 0, medianMinutesToFirstCall: null };
  expect(found.sources).toEqual([
    { ...all, source: "popup", leads: 3 },
    { ...none, source: "webinar" },
  ]);
  expect(found.counsellors).toEqual([
    { ...all, staffId: ownerId, name: "Shalini Ravi", leads: 3 },
    { ...none, staffId: null, name: "Nobody" },
  ]);
  const two = { leads: 2, contacted: 2, enrolled: 1, lost: 0, medianMinutesToFirstCall: 20 };
  const lost = { leads: 1, contacted: 1, enrolled: 0, lost: 1, medianMinutesToFirstCall: 200 };
  expect(found.campaigns).toEqual([
    { ...two, campaign: "diwali", from: "google" },
    { ...lost, campaign: "", from: "google" },
  ]);
  expect(found.landingPages).toEqual([
    { ...two, page: "/onlinecourses" },
    { ...lost, page: "/" },
  ]);
});

test("who was merged and what is spam is counted nowhere", async () => {
  const kept = await put("2026-03-11T06:00:00Z");
  await put("2026-03-11T06:00:00Z", { isSpam: true });
  await put("2026-03-11T06:00:00Z", { mergedInto: kept });
  const { total, weeks, counsellors } = await week("2026-03-09", "2026-03-15");
  expect([total.leads, weeks[0]?.total, counsellors[0]?.leads]).toEqual([1, 1, 1]);
});

test("of pages and campaigns the twenty with most leads are listed", async () => {
  for (let n = 0; n < 25; n++)
    await put("2026-02-11T06:00:00Z", { landingPage: `/page-${n}`, campaign: { utm_campaign: `c${n}` } });
  await put("2026-02-11T06:00:00Z", { landingPage: "/page-24", campaign: { utm_campaign: "c24" } });
  const { landingPages, campaigns, total } = await week("2026-02-09", "2026-02-15");
  expect([landingPages.length, campaigns.length, total.leads]).toEqual([20, 20, 26]);
  expect([landingPages[0]?.page, campaigns[0]?.campaign]).toEqual(["/page-24", "c24"]);
});

test("a period without leads is all zero", async () => {
  const found = await week("2020-01-01", "2020-01-05");
  expect(found.total).toEqual({ leads: 0, contacted: 0, enrolled: 0, lost: 0, medianMinutesToFirstCall: null });
  expect([found.sources, found.campaigns, found.counsellors, found.landingPages]).toEqual([[], [], [], []]);
});

test("without days it is the last twelve weeks until today", async () => {
  const found = await owner.report.leads({});
  // The test day is Sunday, 15 November.
  expect(found).toMatchObject({ from: "2026-08-24", until: "2026-11-15" });
  expect(found.weeks).toHaveLength(12);
  expect(await owner.report.leads({ until: "2026-06-10" })).toMatchObject({ from: "2026-03-23" });
});

test("a period by its name ends on the day that it is at the institute", async () => {
  const before = institute.deps.clock.now();
  // In London it is still Thursday, 31 December; in Chennai it is Friday, 1 January.
  institute.setNow(new Date("2026-12-31T19:00:00Z"));
  const late = await newStaff(institute, ["owner"]);
  const daysOf = async (period: "4-weeks" | "12-weeks" | "year") => {
    const { from, until } = await late.report.leads({ period });
    return [from, until];
  };
  const days = [await daysOf("4-weeks"), await daysOf("12-weeks"), await daysOf("year")];
  institute.setNow(before);
  expect(days).toEqual([
    ["2026-12-07", "2027-01-01"],
    ["2026-10-12", "2027-01-01"],
    ["2027-01-01", "2027-01-01"],
  ]);
});

test.each([
  ["from", { from: "2026-11-02", until: "2026-11-01" }],
  ["from", { from: "2027-01-01" }],
  ["from", { from: "yesterday" }],
  ["until", { from: "2026-11-01", until: "2026-02-30" }],
  ["until", { from: "2025-01-01", until: "2026-01-07" }],
  ["until", { from: "9999-12-30", until: "9999-12-31" }],
  ["from", { from: "0001-01-01", until: "2026-01-01" }],
  ["until", { until: "0001-01-01" }],
  ["period", { period: "5-weeks" as "4-weeks" }],
])("a wrong %s in %j is refused by its name", async (field, asked) => {
  const refused = owner.report.leads(asked);
  await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { [field]: expect.any(String) } });
});

test("counsellors and accountants see reports, the front desk does not", async () => {
  expect((await counsellor.report.leads({})).weeks).toHaveLength(12);
  expect((await accountant.report.leads({})).weeks).toHaveLength(12);
  await expect(desk.report.leads({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(institute.visitor().report.leads({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
});

test("an enquiry that has just come is counted, as it is in the list", async () => {
  const before = (await owner.report.leads({})).total.leads;
  const me = { name: "Nila Devi", email: "nila@example.com", mobileNumber: "8300000001" };
  await institute.visitor().lead.enquire({ ...me, selectedCoruse: "Python" });
  expect((await owner.report.leads({})).total.leads).toBe(before + 1);
});

test("a year of many leads is read once", async () => {
  await pool.query(`insert into lead (name, source, landing_page, campaign, came_at, last_at, first_call_at)
    select 'Many ' || n, 'popup', '/page-' || n, jsonb_build_object('utm_campaign', 'c' || n % 1000),
      timestamptz '2024-01-01' + n * interval '2 hours', now(), timestamptz '2024-01-01' + n * interval '2 hours' + interval '1 hour'
    from generate_series(1, 4000) n`);
  const ask = () => owner.report.leads({ from: "2024-01-01", until: "2024-12-31" });
  const found = await ask();
  expect(found.total).toMatchObject({ leads: 4000, medianMinutesToFirstCall: 60 });
  expect(found.weeks).toHaveLength(53);
  expect(found.weeks.reduce((sum, { total }) => sum + total, 0)).toBe(4000);
  // The session, the institute, what is not collected yet, and the report.
  expect(await countQueries(ask)).toBeLessThanOrEqual(6);
  await db.delete(lead).where(eq(lead.source, "popup"));
});

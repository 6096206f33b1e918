import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead, leadChange, leadSum } from "../../db/tables/inbox.ts";
import { institute as instituteTable } from "../../db/tables/site.ts";
import { testInstitute } from "../../test/institute.ts";
import { randomSteps } from "../../test/random-steps.ts";
import { newStaff } from "../../test/staff.ts";
import { updateLeadSums } from "./sums.ts";

const institute = await testInstitute();
const { db, pool } = institute;
await db.delete(lead);
const owner = await newStaff(institute, ["owner"]);
const counsellors = [
  await newStaff(institute, ["counsellor"], "Shalini"),
  await newStaff(institute, ["counsellor"], "Ravi"),
];
const keep = () => updateLeadSums(institute.deps);

const { any, oneOf, doSome } = randomSteps();

const hour = 3_600_000;
const first = Date.parse("2026-08-20T00:00:00Z");
const ownerIds = [null, ...counsellors.map(({ person }) => person.id)];
const randomFacts = (cameAt: Date) => ({
  status: oneOf(["new", "contacted", "enrolled", "lost"] as const),
  ownerId: oneOf(ownerIds),
  source: oneOf(["popup", "contact", "webinar"] as const),
  landingPage: oneOf(["", "/", "/onlinecourses"]),
  campaign: oneOf([{}, { utm_source: "google" }, { utm_source: "google", utm_campaign: "diwali" }]) as Record<
    string,
    string
  >,
  firstCallAt: any(2) ? new Date(cameAt.getTime() + any(3000) * 60_000) : null,
});

const steps = {
  async add() {
    const cameAt = new Date(first + any(80 * 24) * hour);
    await db.insert(lead).values({ name: "Kavya", cameAt, lastAt: cameAt, ...randomFacts(cameAt) });
  },
  async change() {
    await db
      .update(lead)
      .set(randomFacts(new Date(first + 90 * 24 * hour)))
      .where(isAny());
  },
  async comeEarlier() {
    await db
      .update(lead)
      .set({ cameAt: new Date(first + any(80 * 24) * hour) })
      .where(isAny());
  },
  async spam() {
    await db.update(lead).set({ isSpam: sql`not is_spam` }).where(isAny());
  },
  async merge() {
    const [other] = await db.select({ id: lead.id }).from(lead).orderBy(lead.id).limit(1);
    if (other)
      await db
        .update(lead)
        .set({ mergedInto: any(2) ? other.id : null })
        .where(isAny());
  },
  async erase() {
    await db.delete(lead).where(isAny());
  },
  async giveUp() {
    await db
      .transaction(async (tx) => {
        await tx.update(lead).set({ status: "lost" });
        tx.rollback();
      })
      .catch(() => {});
  },
  keep,
};

const isAny = () => sql`id = (select id from lead order by md5(id::text || ${any(1e9)}::text) limit 1)`;

/** The report, and the one that counts everything: without a state the sums are not read. */
async function bothReports(from: string, until: string) {
  const kept = await owner.report.leads({ from, until });
  const { rows } = await pool.query("delete from lead_sum_state returning time_zone, kept_from::text");
  const counted = await owner.report.leads({ from, until });
  for (const { time_zone, kept_from } of rows)
    await pool.query("insert into lead_sum_state (time_zone, kept_from) values ($1, $2)", [time_zone, kept_from]);
  return { kept, counted };
}

test("after any history the sums say what a count of everything says", { timeout: 120_000 }, async () => {
  for (let n = 0; n < 40; n++) await steps.add();
  for (let round = 0; round < 25; round++) {
    const done = await doSome(steps);
    const { kept, counted } = await bothReports(
      oneOf(["2026-08-17", "2026-08-24", "2026-09-03"]),
      oneOf(["2026-11-15", "2026-10-07"]),
    );
    expect(kept, done).toEqual(counted);
  }
});

test("sums of whole weeks are read instead of leads, and nothing is left of a page when its leads are gone", async () => {
  await db.delete(lead);
  await keep();
  const cameAt = new Date("2026-10-07T06:00:00Z");
  await db.insert(lead).values({ name: "Ravi", source: "popup", landingPage: "/only-here", cameAt, lastAt: cameAt });
  await keep();
  expect(await db.$count(leadChange)).toBe(0);
  expect(await db.$count(leadSum, eq(leadSum.value, "/only-here"))).toBe(1);
  await db.update(leadSum).set({ leads: 7 }).where(eq(leadSum.value, "/only-here"));
  const { landingPages } = await owner.report.leads({ from: "2026-10-05", until: "2026-10-11" });
  expect(landingPages[0]?.leads).toBe(7);
  const cut = await owner.report.leads({ from: "2026-10-05", until: "2026-10-10" });
  expect(cut.landingPages[0]?.leads).toBe(1);
  await db.update(leadSum).set({ leads: 1 }).where(eq(leadSum.value, "/only-here"));
  await db.delete(lead);
  await keep();
  expect(await db.$count(leadSum)).toBe(0);
});

test("after a change of the time zone leads are counted until the sums are made again", async () => {
  // In Chennai it is Monday already, in New York Sunday.
  const cameAt = new Date("2026-10-04T20:00:00Z");
  await db.insert(lead).values({ name: "Ravi", source: "popup", cameAt, lastAt: cameAt });
  await keep();
  const weeks = async () =>
    (await owner.report.leads({ from: "2026-09-28", until: "2026-10-11" })).weeks.map(({ total }) => total);
  expect(await weeks()).toEqual([0, 1]);
  const [before] = await db.select().from(instituteTable);
  const profile = before?.profile as Record<string, unknown>;
  await db.update(instituteTable).set({ profile: { ...profile, timeZone: "America/New_York" } as never });
  expect(await weeks()).toEqual([1, 0]);
  await keep();
  expect(await weeks()).toEqual([1, 0]);
  await db.update(instituteTable).set({ profile: profile as never });
});

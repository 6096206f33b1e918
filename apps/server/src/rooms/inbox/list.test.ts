import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
await db.delete(lead);
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

const minute = 60_000;
const names = Array.from({ length: 120 }, (_, n) => `Lead ${String(n).padStart(3, "0")}`);
await db.insert(lead).values(
  names.map((name, n) => ({
    name,
    email: `lead${n}@example.com`,
    number: `+9184000${String(n).padStart(5, "0")}`,
    source: n % 2 ? ("contact" as const) : ("popup" as const),
    status: n % 3 ? ("new" as const) : ("contacted" as const),
    // Three at the same moment: the id decides.
    cameAt: new Date(testDay.getTime() - Math.floor(n / 3) * minute),
    lastAt: testDay,
    ...(n < 5 ? { nextCallAt: new Date(testDay.getTime() + n * minute), ownerId: desk.person.id } : {}),
  })),
);

type Filter = Parameters<typeof desk.inbox.list>[0];

async function readAll(filter: Filter): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const { leads, next } = await desk.inbox.list({ ...filter, ...(after ? { after } : {}) });
    found.push(...leads.map(({ name }) => name));
    if (!next) return found;
    after = next;
  }
}

test.each<Filter>([
  {},
  { sort: "name" },
  { sort: "name", direction: "down" },
  { sort: "last" },
  { sort: "came", direction: "up" },
  { sort: "next call" },
  { sort: "next call", direction: "down" },
])("page after page of %j has every lead once, in its order", async (filter) => {
  const all = await readAll(filter);
  expect([...all].sort()).toEqual(names);
  if (filter.sort === "name") expect(all).toEqual(filter.direction === "down" ? names.toReversed() : names);
  if (!filter.sort) expect(all.slice(0, 3).sort()).toEqual(names.slice(0, 3));
});

const nobody = "00000000-0000-4000-8000-000000000000";

test("the next calls come first, whichever way they are sorted, and others are not hidden", async () => {
  expect((await readAll({ sort: "next call" })).slice(0, 5)).toEqual(names.slice(0, 5));
  expect((await readAll({ sort: "next call", direction: "down" })).slice(0, 5)).toEqual(names.slice(0, 5).reverse());
  expect(await readAll({ call: "due", owner: "me" })).toHaveLength(5);
  expect(await readAll({ call: "none" })).toHaveLength(115);
});

test("filters fit together", async () => {
  expect(await readAll({ status: "contacted" })).toHaveLength(40);
  expect(await readAll({ status: "new,contacted", source: "popup" })).toHaveLength(60);
  expect(await readAll({ owner: "nobody" })).toHaveLength(115);
  expect(await readAll({ until: "2020-01-01" })).toEqual([]);
  expect(await desk.inbox.counts({ status: "new" })).toEqual({ count: 80, isMore: false });
});

test.each([
  ["lead 007", ["Lead 007"]],
  ["LEAD7@example.com", ["Lead 007"]],
  ["8400000007", ["Lead 007"]],
  ["+91 84000 00007", ["Lead 007"]],
  ["'; drop table lead; --", []],
  ["\\", []],
  ["☃", []],
])("the words %j find %j", async (words, expected) => {
  expect(await readAll({ words })).toEqual(expected);
});

test("wrong filters are refused by name", async () => {
  for (const [filter, field] of [
    [{ status: "happy" }, "status"],
    [{ owner: "boss" }, "owner"],
    [{ from: "yesterday" }, "from"],
    [{ after: "nonsense" }, "after"],
    [{ sort: "name", after: Buffer.from(`["\\u0000","${nobody}"]`).toString("base64url") }, "after"],
    [{ after: Buffer.from('["x","y"]').toString("base64url") }, "after"],
  ] as const) {
    const refused = desk.inbox.list(filter as never);
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: expect.toSatisfy((f) => Object.keys(f).some((key) => key.startsWith(field))),
    });
  }
});

test("a filter that stands twice in the address means both, and where only one can be meant it is named", async () => {
  const read = async (query: string) => {
    const answer = await desk.request(`/api/staff/inbox?${query}`);
    return (await answer.json()) as { leads?: { status: string }[]; fields?: Record<string, string> };
  };
  const both = await read("status=new&status=contacted");
  expect(new Set(both.leads?.map(({ status }) => status))).toEqual(new Set(["new", "contacted"]));
  expect((await read("owner=me&owner=nobody")).fields).toEqual({ owner: "Choose somebody from the list" });
  expect((await read("sort=name&sort=came")).fields).toEqual({ sort: "Choose from the list" });
  expect((await read(`after=${"x".repeat(1001)}`)).fields).toEqual({ after: "Use at most 1,000 characters" });
});

test("a lead that cannot be one is named", async () => {
  await expect(desk.inbox.read({ leadId: "7" })).rejects.toMatchObject({
    fields: { leadId: "Choose a lead from the list" },
  });
  await expect(desk.inbox.read({ leadId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
});

test("a forged end of a page is refused or finds nothing, and is never an error of ours", async () => {
  const forged = Buffer.from(JSON.stringify(["not a date", crypto.randomUUID()])).toString("base64url");
  await expect(desk.inbox.list({ after: forged })).rejects.toMatchObject({ status: 400 });
});

test("many leads are changed at once, each with its line in the audit log", async () => {
  const { leads } = await desk.inbox.list({ words: "lead 01" });
  const leadIds = leads.map(({ leadId }) => leadId);
  expect(await desk.inbox.bulk({ leadIds, change: { ownerId: desk.person.id, addTag: "campaign" } })).toEqual({
    ...{ changed: 10, withoutRoom: 0 },
  });
  expect(await readAll({ tag: "campaign", owner: "me" })).toHaveLength(10);
  const entries = await db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.thingId, leadIds[0] ?? ""));
  expect(entries.map(({ action }) => action).sort()).toEqual(["Changed the owner", "Changed the tags"]);
  // A second press changes nothing.
  expect(await desk.inbox.bulk({ leadIds, change: { ownerId: desk.person.id, addTag: "campaign" } })).toEqual({
    ...{ changed: 0, withoutRoom: 0 },
  });
});

test("all that fit a filter are changed, across pages, and what was in them stays", async () => {
  const change = { status: "lost" as const, lostReason: "Not reachable" };
  expect(await desk.inbox.bulk({ filter: { status: "new" }, change })).toMatchObject({ changed: 80 });
  expect(await readAll({ status: "lost" })).toHaveLength(80);
  const [row] = await db.select().from(lead).where(eq(lead.name, "Lead 011"));
  expect(row).toMatchObject({
    email: "lead11@example.com",
    tags: ["campaign"],
    lostReason: "Not reachable",
    version: 2,
  });
});

test("more than 5,000 at once are refused", async () => {
  await db.execute(
    sql`insert into lead (name, source, came_at, last_at) select 'Many', 'import', now(), now() from generate_series(1, 5001)`,
  );
  const refused = desk.inbox.bulk({ filter: { source: "import" }, change: { addTag: "x" } });
  await expect(refused).rejects.toMatchObject({ code: "TOO_MANY_LEADS" });
  await expect(desk.inbox.bulk({ change: { addTag: "x" } })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await db.delete(lead).where(eq(lead.source, "import"));
});

test("an export has every lead once, keeps formulas from running, and is in the audit log", async () => {
  await db
    .insert(lead)
    .values({ name: '=HYPERLINK("http://evil.example")', source: "hand", cameAt: testDay, lastAt: testDay });
  const file = await owner.inbox.export({});
  const text = Buffer.from(file.bytes).toString();
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(122);
  expect(lines[0]).toMatch(/^\uFEFF?Name,Mobile,E-mail,Status/);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(text).toContain("+918400000007");
  await expect(desk.inbox.export({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, "export"));
  expect(entries).toMatchObject([{ action: "Exported leads", who: "Anitha Devan" }]);
});

test("a template with an unknown field is refused, and two people do not overwrite each other", async () => {
  const text = "Dear {first name}";
  const refused = owner.inbox.saveTemplate({ name: "Hello", kind: "mail", subject: "Hello", text: "Dear {nmae}" });
  await expect(refused).rejects.toMatchObject({ fields: { text: "{nmae} is not a known field" } });
  const { templates } = await owner.inbox.saveTemplate({ name: "AAA", kind: "mail", subject: "Hello", text });
  const { templateId, version } = templates[0] as (typeof templates)[0];
  const change = { templateId, version, name: "AAA", kind: "mail" as const, subject: "Hi", text };
  await owner.inbox.saveTemplate(change);
  await expect(owner.inbox.saveTemplate(change)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await owner.inbox.removeTemplate({ templateId });
  await expect(owner.inbox.removeTemplate({ templateId })).rejects.toMatchObject({ code: "UNKNOWN_TEMPLATE" });
});

test("Today shows each role its part", async () => {
  const trainer = await newStaff(institute, ["trainer"]);
  expect(await trainer.desk.today({})).toMatchObject({ calls: null, enquiries: null, payments: null, failed: null });
  const today = await desk.desk.today({});
  // Of the five, three were lost above.
  expect(today.calls).toMatchObject({ count: 2, isMore: false });
  expect(today.payments).toMatchObject({ count: 0 });
  expect((await owner.desk.today({})).failed).toMatchObject({ kinds: { job: 0 } });
});

test("the search finds people and papers for whose right it is", async () => {
  const found = await desk.desk.search({ words: "84000 00007" });
  expect(found.leads).toMatchObject([{ name: "Lead 007" }]);
  const trainer = await newStaff(institute, ["trainer"]);
  expect(await trainer.desk.search({ words: "Lead" })).toEqual({ leads: [], learners: [], papers: [] });
  const { papers } = await desk.desk.search({ words: "ocnst00001" });
  expect(papers).toMatchObject([{ kind: "certificate", to: "/view/e_certificate/OCNST00001" }]);
});

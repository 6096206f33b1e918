import { eq, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inboxSetting, lead, leadEvent } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { countQueries } from "../../test/count-queries.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
await db.delete(lead);
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const counsellor = await newStaff(institute, ["counsellor"], "Shalini Ravi");

const fileName = "fair.csv";
const check = (text: string) => desk.inbox.checkImport({ text, fileName });
const take = (text: string) => desk.inbox.import({ text, fileName });
const csv = (...lines: string[]) => `${lines.join("\r\n")}\r\n`;
const leadsNamed = (name: string) => db.select().from(lead).where(like(lead.name, name));
const everything = async () => [await db.$count(lead), await db.$count(leadEvent), await db.$count(auditEntry)];

test("a file is imported as the check has said, with tags, note, course and campaign", async () => {
  const text = csv(
    "\uFEFFFull Name;Contact number;E-mail;Interested in;Remarks;Tags;Source;City",
    "Kavya Raman;98400 10001;kavya@import.example;Python;Evening only;fair, weekend;Diwali fair;Chennai",
    'Arun "AK" Kumar;;arun@import.example;;"Call after 6,\r\nplease";;;',
  );
  expect(await check(text)).toEqual({
    ...{ rows: 2, newLeads: 2, knownLeads: 0, repeated: 0, faults: [], faultCount: 0 },
    columns: [
      { heading: "Full Name", field: "name" },
      { heading: "Contact number", field: "number" },
      { heading: "E-mail", field: "email" },
      { heading: "Interested in", field: "interest" },
      { heading: "Remarks", field: "note" },
      { heading: "Tags", field: "tags" },
      { heading: "Source", field: "campaign" },
      { heading: "City", field: null },
    ],
    sample: [
      { line: 2, name: "Kavya Raman", number: "+919840010001", email: "kavya@import.example" },
      { line: 3, name: 'Arun "AK" Kumar', number: null, email: "arun@import.example" },
    ],
  });
  expect(await leadsNamed("Kavya%")).toEqual([]);
  expect(await take(text)).toEqual({ newLeads: 2, knownLeads: 0, repeated: 0 });
  const { leads } = await desk.inbox.list({ source: "import", words: "Kavya" });
  expect(leads).toMatchObject([{ status: "new", interest: "Python", tags: ["fair", "weekend"], owner: null }]);
  const { events, campaign } = await desk.inbox.read({ leadId: leads[0]?.leadId ?? "" });
  expect(campaign).toEqual({ utm_campaign: "Diwali fair" });
  expect(events).toMatchObject([
    {
      ...{ kind: "import", text: "Evening only", who: "Prakash Immanuel" },
      facts: { Name: "Kavya Raman", Course: "Python", Campaign: "Diwali fair", File: fileName },
    },
  ]);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, "import"));
  expect(entries).toMatchObject([
    { action: "Imported leads", thing: fileName, after: { newLeads: 2, knownLeads: 0, repeated: 0 } },
  ]);
});

test("every fault is named by line, column and value, and nothing is imported while there is one", async () => {
  const text = csv(
    "Name,Mobile,E-mail,Tags,Note",
    "Good One,9840010101,,,",
    ",9840010102,,,",
    '"Two\nLines",12,not an address,,',
    ",,,,",
    "Neither,,,,",
    `Long,9840010103,,"${Array.from({ length: 11 }, (_, n) => `tag${n}`)}",${"x".repeat(2001)}`,
    "More,9840010104,,,,extra",
    `Tag,9840010105,,${"y".repeat(31)},`,
  );
  const { faults, faultCount, rows, newLeads } = await check(text);
  expect(faults.map(({ line, column, value, message }) => [line, column, value.slice(0, 20), message])).toEqual([
    [3, "Name", "", "Enter a name"],
    [4, "Mobile", "12", "This is not a phone number"],
    [4, "E-mail", "not an address", "This is not an e-mail address"],
    [6, null, "", "Enter a mobile number or an e-mail address"],
    [7, "Note", "xxxxxxxxxxxxxxxxxxxx", "Use at most 2,000 characters"],
    [7, "Tags", "tag0,tag1,tag2,tag3,", "Use at most 10 tags"],
    [8, null, "extra", "More cells than headings"],
    [9, "Tags", "yyyyyyyyyyyyyyyyyyyy", "Use at most 30 characters for a tag"],
  ]);
  expect([faultCount, rows, newLeads]).toEqual([8, 7, 1]);
  const before = await everything();
  await expect(take(text)).rejects.toMatchObject({ code: "IMPORT_FAULTS" });
  expect(await everything()).toEqual(before);
});

test("of very many faults the first hundred are named, and all are counted", async () => {
  const { faults, faultCount } = await check(
    csv("Name,Mobile", ...Array.from({ length: 300 }, (_, n) => `Many ${n},1`)),
  );
  expect([faults.length, faultCount]).toEqual([100, 300]);
});

test.each([
  ["without a name", csv("Mobile,Note", "9840010201,x"), "No heading says Name"],
  ["without a way to answer", csv("Name,Note", "Asha,x"), "No heading says Mobile or E-mail"],
  ["without lines", csv("Name,Mobile"), "There is no line below the headings"],
])("a file %s says so once", async (_, text, message) => {
  expect(await check(text)).toMatchObject({ faultCount: 1, faults: [{ message }], newLeads: 0 });
});

test.each([
  ["a letter", "Dear all,\n\nplease find attached"],
  ["a workbook", "PK\u0003\u0004 xl/workbook.xml"],
  ["an open quote", 'Name,Mobile\n"Asha,9840010301\n'],
  ["too many columns", `Name,Mobile${",x".repeat(200)}\nAsha,9840010301\n`],
])("%s is no table", async (_, text) => {
  await expect(check(text)).rejects.toMatchObject({ code: "NOT_A_TABLE" });
  await expect(take(text)).rejects.toMatchObject({ code: "NOT_A_TABLE" });
});

test("5,001 lines and files that are too long are refused by name", async () => {
  const lines = Array.from({ length: 5001 }, (_, n) => `Many ${n},${9_700_000_000 + n}`);
  const refused = { code: "INVALID_INPUT", fields: { text: "This file is too large: 5,000 lines at most" } };
  await expect(check(csv("Name,Mobile", ...lines))).rejects.toMatchObject(refused);
  await expect(check("x".repeat(1_000_001))).rejects.toMatchObject(refused);
  await expect(check("")).rejects.toMatchObject({ fields: { text: "This file is empty" } });
});

test("the same file twice adds nothing, also at the same moment, and a line that stands twice counts once", async () => {
  const text = csv("Name,Mobile", "Twice One,9840010401", "Twice Two,9840010402", "Twice One, 98400-10401 ");
  const results = await Promise.all([take(text), take(text), take(text)]);
  expect(results.map(({ newLeads }) => newLeads).sort()).toEqual([0, 0, 2]);
  const before = await everything();
  expect(await check(text)).toMatchObject({ rows: 3, newLeads: 0, knownLeads: 0, repeated: 3 });
  expect(await take(text)).toEqual({ newLeads: 0, knownLeads: 0, repeated: 3 });
  expect(await everything()).toEqual(before);
  expect(await leadsNamed("Twice%")).toHaveLength(2);
});

test("known people are found by number, mail and what they gave earlier, and gain what was missing", async () => {
  const known = await desk.inbox.create({ name: "Known One", number: "9840010501", email: null, interest: "Java" });
  const moved = await desk.inbox.create({ name: "Moved", number: "9840010502", email: "old@import.example" });
  const { leadId, version } = moved;
  await desk.inbox.change({ leadId, version, number: "9840010503", email: "new@import.example" });
  await desk.inbox.change({ leadId, version: version + 1, status: "lost", lostReason: "No time" });
  const text = csv(
    "Name,Mobile,E-mail,Course,Tags",
    "Known Again,+91 98400 10501,Known@import.example,Python,fair",
    "By Mail,,known@IMPORT.example,,",
    "By Old Number,9840010502,,,",
    "By Old Mail,,OLD@import.example,,",
    "New Together,9840010504,,,",
    "New Together,9840010504,together@import.example,Python,",
    "New By Mail,,together@import.example,,late",
  );
  expect(await check(text)).toMatchObject({ rows: 7, newLeads: 1, knownLeads: 2, repeated: 0 });
  expect(await take(text)).toEqual({ newLeads: 1, knownLeads: 2, repeated: 0 });
  const now = await desk.inbox.read({ leadId: known.leadId });
  expect(now).toMatchObject({
    ...{ name: "Known One", number: "+919840010501", email: "Known@import.example", interest: "Java" },
    ...{ tags: ["fair"], source: "hand", version: known.version + 1 },
  });
  expect(now.events.map(({ kind }) => kind).sort()).toEqual(["hand", "import", "import"]);
  expect(now.lastChange?.who).toBe("Prakash Immanuel");
  expect(
    await db.select().from(auditEntry).where(eq(auditEntry.thingId, known.leadId)).orderBy(auditEntry.id),
  ).toMatchObject([
    { action: "Added a lead" },
    {
      ...{ action: "Got details from a file", who: "Prakash Immanuel" },
      before: { email: null, tags: [] },
      after: { email: "Known@import.example", tags: ["fair"] },
    },
  ]);
  // The file does not say that somebody has written again: who is lost stays lost.
  const lost = await desk.inbox.read({ leadId });
  expect(lost).toMatchObject({ status: "lost", number: "+919840010503" });
  expect(lost.events.filter(({ kind }) => kind === "import")).toHaveLength(2);
  expect(await leadsNamed("New %")).toMatchObject([
    { name: "New Together", email: "together@import.example", interest: "Python", tags: ["late"] },
  ]);
});

test("new leads get their owners in turn when the setting says so", async () => {
  const other = await newStaff(institute, ["counsellor"], "Gokul Anand");
  await db.insert(inboxSetting).values({ assignment: "in turn" });
  await take(csv("Name,Mobile", ...Array.from({ length: 9 }, (_, n) => `Turn ${n},984001060${n}`)));
  await db.delete(inboxSetting);
  const rows = await leadsNamed("Turn %");
  for (const { person } of [desk, counsellor, other])
    expect(rows.filter(({ ownerId }) => ownerId === person.id)).toHaveLength(3);
  expect(rows.every(({ assignedAt }) => assignedAt)).toBe(true);
  const { leads } = await desk.inbox.list({ words: "Turn" });
  expect(leads.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, n) => `Turn ${n}`));
});

test("5,000 lines take few round trips", async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `Bulk ${n},${9_600_000_000 + n},bulk${n}@import.example`);
  const text = csv("Name,Mobile,E-mail", ...lines);
  let result: unknown;
  const queries = await countQueries(async () => {
    result = await take(text);
  });
  expect(result).toEqual({ newLeads: 5000, knownLeads: 0, repeated: 0 });
  expect(queries).toBeLessThan(50);
  // As known people, with another note each.
  const again = csv("Name,Mobile,Note", ...lines.map((line, n) => `${line.split(",").slice(0, 2)},Note ${n}`));
  expect(await take(again)).toEqual({ newLeads: 0, knownLeads: 5000, repeated: 0 });
  expect(await take(text)).toMatchObject({ repeated: 5000 });
  await db.delete(lead).where(like(lead.name, "Bulk %"));
});

test("our own export can be imported, and formulas come back as they were", async () => {
  await desk.inbox.create({
    name: "=Round Trip",
    number: "9840010701",
    email: "-x@round.example",
    interest: "+Python",
  });
  const file = await owner.inbox.export({ words: "Round" });
  const text = Buffer.from(file.bytes).toString();
  expect(text).toContain("'=Round Trip");
  const checked = await check(text);
  expect(checked).toMatchObject({ rows: 1, knownLeads: 1, newLeads: 0, faultCount: 0 });
  expect(checked.columns.filter(({ field }) => field).map(({ heading }) => heading)).toEqual([
    ...["Name", "Mobile", "E-mail", "Asked about", "Campaign", "Tags"],
  ]);
  expect(checked.sample).toMatchObject([{ name: "=Round Trip", email: "-x@round.example" }]);
  await db.execute(sql`delete from lead where name = '=Round Trip'`);
  expect(await take(text)).toMatchObject({ newLeads: 1 });
  expect(await leadsNamed("=Round%")).toMatchObject([{ number: "+919840010701", interest: "+Python" }]);
});

test("who may not import is refused", async () => {
  const text = csv("Name,Mobile", "Asha Rao,9840010801");
  await expect(counsellor.inbox.checkImport({ text, fileName })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(counsellor.inbox.import({ text, fileName })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect(await leadsNamed("Asha Rao")).toEqual([]);
});

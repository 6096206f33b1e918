import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { countQueries } from "../../test/count-queries.ts";
import { testInstitute } from "../../test/institute.ts";
import { readZip } from "../../test/read-zip.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
await db.delete(lead);
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const many = 12_000;
await db.execute(sql`
  insert into lead (name, number, source, came_at, last_at, tags)
  select 'Lead ' || lpad(n::text, 5, '0'), '+91' || (9000000000 + n)::text, 'popup',
    timestamptz '2026-11-16 18:45:00Z' - (n / 3) * interval '1 minute', timestamptz '2026-11-16 18:45:00Z', '["a","b"]'
  from generate_series(0, ${sql.raw(String(many - 1))}) n`);
const names = Array.from({ length: many }, (_, n) => `Lead ${String(n).padStart(5, "0")}`);

async function readSheet(filter: Parameters<typeof owner.inbox.exportSheet>[0]) {
  const { bytes, name } = await owner.inbox.exportSheet(filter);
  const xml = readZip(bytes).get("xl/worksheets/sheet1.xml") ?? "";
  const cells = (row: string) =>
    [...row.matchAll(/<t [^>]*>([^<]*)<|<v>([^<]*)</g)].map(([, text, day]) => text ?? day);
  return { name, rows: [...xml.matchAll(/<row .*?<\/row>/g)].map(([row]) => cells(row)) };
}

test.each([{}, { sort: "name" as const }, { sort: "last" as const, direction: "up" as const }])(
  "both files have every lead once, across pages, in the order of %j",
  async (filter) => {
    const text = Buffer.from((await owner.inbox.export(filter)).bytes).toString();
    const [, ...lines] = text.trimEnd().split("\r\n");
    const { rows } = await readSheet(filter);
    const inText = lines.map((line) => line.split(",")[0]);
    expect(rows.slice(1).map(([name]) => name)).toEqual(inText);
    expect(inText.toSorted()).toEqual(names);
    if (filter.sort === "name") expect(inText).toEqual(names);
  },
);

test("times are those of the institute's clock in both files, and dates in the workbook are dates", async () => {
  const text = Buffer.from((await owner.inbox.export({ words: "9000000000" })).bytes).toString();
  // 18:45 UTC is the next day in India.
  expect(text).toMatch(/Lead 00000,\+919000000000,.*,2026-11-17 00:15,2026-11-17 00:15\r\n$/);
  const { rows, name } = await readSheet({ words: "9000000000" });
  expect(rows[0]).toEqual([
    ...["Name", "Mobile", "E-mail", "Status", "Lost because", "Owner", "Next call", "Asked about"],
    ...["Came from", "Campaign", "Tags", "Came on", "Last active"],
  ]);
  const [came, last] = rows[1]?.splice(-2).map(Number) ?? [];
  expect(rows[1]).toEqual(["Lead 00000", "+919000000000", "new", "popup", "a, b"]);
  expect(came).toBeCloseTo(46343 + 15 / 1440, 8);
  expect(last).toBe(came);
  expect(name).toMatch(/^leads 20\d\d-\d\d-\d\d\.xlsx$/);
});

test("the filter decides what is in the workbook, and a wrong one is refused before the file begins", async () => {
  expect((await readSheet({ words: "lead 0001" })).rows).toHaveLength(11);
  expect((await readSheet({ status: "lost" })).rows).toHaveLength(1);
  await expect(owner.inbox.exportSheet({ owner: "boss" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("who may not export is refused, and an export is in the audit log with its format", async () => {
  await expect(desk.inbox.exportSheet({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await owner.inbox.exportSheet({ words: "lead 00001" });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, "export"));
  expect(entries.at(-1)).toMatchObject({
    who: "Anitha Devan",
    after: { format: "Excel", filter: { words: "lead 00001" } },
  });
});

test.each(["export", "export/xlsx"])("nothing more is read for %s once the browser has gone", async (path) => {
  const headers = { "content-type": "application/json" };
  const response = await owner.request(`/api/staff/inbox/${path}`, { method: "POST", headers, body: "{}" });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const afterwards = await countQueries(async () => {
    await reader.cancel();
    await db.execute(sql`select 1`);
  });
  expect(afterwards).toBe(1);
});

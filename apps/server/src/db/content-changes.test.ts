import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";

/** What no public page shows. Everything else must tell the page caches when it changes. */
const notOnPages = [
  "contact_enquiry",
  "course_enquiry",
  "demo_content",
  "migration",
  "outbox",
  "rate_limit",
  "subscription",
  "syllabus_download",
];

test("every table that public pages may show empties the page caches when it changes", async () => {
  const { pool } = await testInstitute();
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'content_changed') order by 1`,
  );
  expect(rows.map((row) => row.name)).toEqual(notOnPages);
});

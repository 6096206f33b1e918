import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";

/** Tables that no public page shows. Every other table needs the trigger that empties the page caches. */
const notOnPages = [
  "attendance",
  "batch",
  "batch_place",
  "calendar_feed",
  "certificate",
  "certificate_counter",
  "class_news",
  "contact_enquiry",
  "course_enquiry",
  "demo_content",
  "gateway_record",
  "invoice",
  "invoice_counter",
  "learner",
  "live_class",
  "migration",
  "notification",
  "one_time_code",
  "outbox",
  "payment",
  "payment_flag",
  "payment_order",
  "picture",
  "purchase",
  "rate_limit",
  "result",
  "session",
  "subscription",
  "syllabus_download",
  "ticket",
  "webhook_event",
  "webinar_hold",
  "webinar_news",
  "webinar_seat",
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

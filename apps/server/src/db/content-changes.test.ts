import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { publicTables } from "../house.ts";
import { testInstitute } from "../test/institute.ts";

test("exactly the tables that public pages show empty the page caches when they change", async () => {
  const { pool } = await testInstitute();
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'content_changed'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(publicTables.map(getTableName).sort());
});

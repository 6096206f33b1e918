import { expect, test } from "vitest";
import { migrate, migrations } from "./db/migrate.ts";
import { withClient } from "./db/roles.ts";
import { emptyDatabase } from "./test/empty-database.ts";
import { testInstitute } from "./test/institute.ts";
import { describeUpgrade } from "./upgrade.ts";

const { pool } = await emptyDatabase();
await migrate(pool);
const present = migrations();
const newest = present.at(-1)?.tag ?? "";
const coming = (tag: string, ...statements: string[]) => ({ tag, statements, hash: tag });
const changes = `# Changes\n\n## 9.2.0\n\n- Adds 9001_more.\n\n## 9.1.0\n\n- Adds ${newest}.\n\n## 9.0.0\n\n- Adds 0001_content_changes.\n`;
const describe = async (known = present, now = new Date()) =>
  (await describeUpgrade(pool, { version: "9.2.0", changes, known, now })).join("\n");

test("an operator reads from which version to which, what is pending and that it only adds", async () => {
  const told = await describe([...present, coming("9001_more", 'ALTER TABLE "lead" ADD COLUMN "age" integer')]);
  expect(told).toContain(`From version 9.1.0 whose last migration is ${newest}, to version 9.2.0.`);
  expect(told).toContain("CHANGELOG.md: 9.2.0.");
  expect(told).toContain("Migrations: 9001_more.\nThey only add: the old and the new version may run side by side.");
  expect(told).toContain("Backup: none is known. Do: npm run backup, before anything else.");
  expect(told).toMatch(/Nothing was changed\.$/);
});

test("a migration that takes something away, and an index to make before, are named", async () => {
  const index = 'CREATE INDEX IF NOT EXISTS "a" ON "lead" USING btree ("name")';
  const told = await describe([...present, coming("9001_more", 'ALTER TABLE "lead" DROP COLUMN "name"', index)]);
  expect(told).toContain("stop every process before you start the first new one");
  expect(told).toContain("9001_more: alter table lead drop column name");
  expect(told).toContain('create index concurrently IF NOT EXISTS "a" ON "lead"');
});

test("with a fresh backup and nothing pending there is only a restart to do", async () => {
  await pool.query("insert into backup_run (made_at, place, bytes) values (now() - interval '2 hours', 'a', 1)");
  const told = await describe();
  expect(told).toContain("Migrations: none.");
  expect(told).toContain("Backup: the newest is 2 h old.");
  expect(told).not.toContain("npm run backup");
});

test("a database that is newer than this version is said to be so", async () => {
  expect(await describe(present.slice(0, -1))).toContain(
    `The database is newer than this version, 9.2.0: it has the migration ${newest}.`,
  );
});

test("an index that was begun and not finished is named, with the commands that make it again", async () => {
  await pool.query("create table twice (name text); insert into twice values ('a'), ('a')");
  await expect(pool.query("create unique index concurrently once on twice (name)")).rejects.toThrow();
  const told = await describe();
  expect(told).toContain("drop index concurrently once;\n  CREATE UNIQUE INDEX CONCURRENTLY once ON public.twice");
  await pool.query("drop table twice");
  expect(await describe()).not.toContain("concurrently");
});

test("an ordinary account is told that it cannot see what others do", async () => {
  const { owner, deps } = await testInstitute();
  await withClient(owner, async (client) => {
    await client.query("begin");
    const told = await describeUpgrade(deps.pool, { version: "9.2.0", changes, known: present, now: new Date() });
    expect(told.join("\n")).toMatch(/What \d+ sessions of other accounts do cannot be seen\. .* to shoreline_app/);
  });
  expect(await describe()).not.toContain("cannot be seen");
});

test("an empty database has nothing to upgrade", async () => {
  const empty = await emptyDatabase();
  await expect(
    describeUpgrade(empty.pool, { version: "9.2.0", changes, known: present, now: new Date() }),
  ).rejects.toThrow("The database is empty");
});

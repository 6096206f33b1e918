import { expect, test } from "vitest";
import { emptyDatabase } from "../test/empty-database.ts";
import { whyNotExpand } from "./expand.ts";
import { applyApart, applyMigrations, migrate, migrations } from "./migrate.ts";

/** The beginning of the hash of each migration. A line is added with a migration and never changes afterwards. */
const released = {
  "0000_house": "e21ffc32dee08521",
  "0001_content_changes": "8fc32db1bde1d890",
  "0002_site_and_leads": "e7f9ecdfa985cc13",
  "0003_site_changes": "c4013f89f16261ce",
  "0004_webinar": "6295f2610aca2ae2",
  "0005_lead_emails": "32fb516f4124463b",
  "0006_courses": "3da48b09853c069e",
  "0007_accounts": "cee4e6e4ff5483f6",
  "0008_payments": "148247a5b62229bd",
  "0009_schedule": "cbd1016f9ed20b14",
  "0010_quiz": "ea4e4421c0ca9d41",
  "0011_certificate": "163fbae1cf4e74fa",
  "0012_payment_mends": "0da597940006b89f",
  "0013_webinars": "92be133b5535efc2",
  "0014_order_item": "b4b17bd2e74a800b",
  "0015_order_without_purpose": "a3ec1210d81ea1c2",
  "0016_known_devices": "5a258827b52ce20f",
  "0017_session_list": "2b8f8352d077f2fa",
  "0018_hardening": "7a7b3e0e69e2d750",
  "0019_faults": "3de6a816666da044",
  "0020_own_institute": "64beb749e8d27f4e",
  "0021_hidden_course": "1665d24db68b341e",
  "0022_visit_and_learn": "1037eebb8c63c6f3",
  "0023_staff": "59fa9fd14807e9a7",
  "0024_inbox": "3498b60afef9321d",
  "0025_connections": "462e2febf3b0c26f",
  "0026_sent_mail": "c3393de057cba06e",
  "0027_leads_mended": "fc4fd15492627e7d",
  "0028_separate_leads": "9faeaf176b0907e8",
  "0029_money": "89bcf88cb2e2fa51",
  "0030_mandates": "7db2d82c1ba49fa0",
  "0031_teaching": "f7e130aac6626471",
  "0032_learning": "4448b420d61db6c2",
  "0033_files": "1b8b9189017976b0",
  "0034_homework": "1538d8efe5bad893",
  "0035_lessons": "df16491d80173648",
  "0036_material": "9e8e4a51e357757d",
  "0037_questions": "406c2088af88f06e",
  "0038_learning_rules": "2afdee70f675e13b",
  "0039_portable_proof": "5501723a19d92cde",
  "0040_scale": "569fb76e22dbac25",
  "0041_lists": "b12d6ef6046930c5",
  "0042_kept_sums": "ca5af5a030384386",
  "0043_course_choice": "f58db38687d51f89",
  "0044_places": "9b2211a2378bfdde",
};

test("a migration never changes: the product would not start on a database that has applied it", () => {
  expect(Object.fromEntries(migrations().map(({ tag, hash }) => [tag, hash.slice(0, 16)]))).toEqual(released);
});

test("a database with either wording of 0014 starts, and one with any other does not", async () => {
  const { pool } = await emptyDatabase();
  await migrate(pool);
  const setHash = (hash: string) => pool.query("update migration set hash = $1 where tag = '0014_order_item'", [hash]);
  await setHash("3db90cc20c6969b1fa3ffb0e296e3e387bbdd20ea470479b7764a8842067c1b9");
  expect(await migrate(pool)).toEqual([]);
  await setHash("of another file");
  await expect(migrate(pool)).rejects.toThrow("The migration 0014_order_item was changed after it had been applied.");
});

test("an account that may not add an extension is told who can", async () => {
  const { pool } = await emptyDatabase();
  const client = await pool.connect();
  await client.query("create role guest; grant all on schema public to guest; set role guest");
  await client.query("begin");
  await expect(applyMigrations(client, migrations())).rejects.toThrow(
    "Run as a superuser in this database: create extension btree_gist",
  );
  await client.query("rollback; reset role; drop owned by guest; drop role guest");
  await client.query(
    "create extension btree_gist; create role guest; grant all on schema public to guest; set role guest",
  );
  await client.query("begin");
  expect(await applyMigrations(client, migrations())).toHaveLength(migrations().length);
  await client.query("rollback; reset role; drop owned by guest; drop role guest");
  client.release();
});

test("a migration and a transaction that wait for each other both happen", async () => {
  const { pool } = await emptyDatabase();
  await migrate(pool);
  await pool.query("create table a (); create table b ()");
  const [mine, other] = [await pool.connect(), await pool.connect()];
  await other.query("begin; set local deadlock_timeout = '1min'; lock table b");
  const statements = ["lock table a", "lock table b", "create table c ()"];
  const migrating = applyApart(mine, { tag: "0000_c", statements, hash: "" });
  const isWaiting = async () =>
    (await pool.query("select from pg_locks where not granted and relation = 'b'::regclass")).rowCount === 1;
  await expect.poll(isWaiting).toBe(true);
  await other.query("lock table a");
  await other.query("commit");
  await migrating;
  expect((await pool.query("select from migration where tag = '0000_c'")).rowCount).toBe(1);
  for (const client of [mine, other]) client.release();
});

test("of a migration that fails nothing stays, and those before it do", async () => {
  const { pool } = await emptyDatabase();
  await migrate(pool);
  const client = await pool.connect();
  await applyApart(client, { tag: "9000_a", statements: ["create table a ()"], hash: "" });
  const failing = { tag: "9001_b", statements: ["create table b ()", "create table a ()"], hash: "" };
  await expect(applyApart(client, failing)).rejects.toThrow('relation "a" already exists');
  const { rows } = await client.query(
    "select to_regclass('a')::text as a, to_regclass('b')::text as b, array_agg(tag) as tags from migration where tag >= '9'",
  );
  expect(rows).toEqual([{ a: "a", b: null, tags: ["9000_a"] }]);
  client.release();
});

test("jobs that failed for good are found by an index, which a later start finds or makes again", async () => {
  const { pool } = await emptyDatabase();
  const read = async () =>
    (await pool.query("select indexname from pg_indexes where indexname = 'job_parked'")).rows.length;
  await migrate(pool);
  await migrate(pool);
  expect(await read()).toBe(1);
  await pool.query("drop index graphile_worker.job_parked");
  await migrate(pool);
  expect(await read()).toBe(1);
});

test("from 0040 on the version before goes on serving while a migration runs, and after it", () => {
  const wrong = migrations()
    .filter(({ tag }) => tag >= "0040")
    .flatMap(({ tag, statements }) => whyNotExpand(statements).map((why) => `${tag}: ${why}`));
  expect(wrong).toEqual([]);
});

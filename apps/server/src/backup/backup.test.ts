import fs from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "../db/connect.ts";
import { migrate, migrations } from "../db/migrate.ts";
import { learner, session } from "../db/tables/account.ts";
import { certificate } from "../db/tables/certificate.ts";
import { apiKey, delivery, happened, webhook } from "../db/tables/connection.ts";
import { contactEnquiry, subscription } from "../db/tables/lead.ts";
import { enqueue } from "../jobs/queue.ts";
import { sendWritten } from "../mail.ts";
import { runVerb } from "../rooms/account/command.ts";
import { changeCertificates } from "../rooms/certificate/command.ts";
import { backupFrom as from } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner } from "../test/learner.ts";
import { makeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";
import { filesInFolder } from "./stored-files.ts";

const folder = fs.mkdtempSync(path.join(tmpdir(), "backup-"));
const now = new Date("2026-11-15T06:30:00Z");
const strange = ["tab\tback\\slash", "two\nlines\r\n", "\\N", "ஆஷா 🌊", "'; drop table course; --", '"quoted"'];

async function contentsOf(db: ReturnType<typeof openDatabase>["db"]) {
  const tables = [
    "course",
    "institute",
    "news",
    "subscription",
    "demo_content",
    "migration",
    "graphile_worker._private_tasks",
  ];
  const rows = await Promise.all(
    tables.map((name) =>
      db.execute(sql.raw(`select to_jsonb(t) - 'applied_at' as row from ${name} t order by to_jsonb(t)::text`)),
    ),
  );
  return Object.fromEntries(tables.map((name, n) => [name, rows[n]?.rows]));
}

test("a backup restored into an empty database is identical, jobs and files included", async () => {
  const institute = await testInstitute();
  for (const [n, text] of strange.entries())
    await institute.db.execute(sql`insert into subscription (email, source) values (${`${text}${n}`}, 'career')`);
  await enqueue(institute.db, sendWritten, {
    to: "asha@example.com",
    subject: "Still to be sent",
    text: strange.join(),
  });
  await institute.db.execute(
    sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker that is gone'`,
  );
  const files = path.join(folder, "files");
  fs.mkdirSync(path.join(files, "user"), { recursive: true });
  fs.writeFileSync(path.join(files, "user/picture"), Buffer.from([0, 1, 2, 255]));

  const target = path.join(folder, "whole.tar.gz");
  const made = await makeBackup({ pool: institute.pool, files: filesInFolder(files), target, now });
  expect(made.manifest.files).toHaveLength(1);
  expect(fs.statSync(target).mode & 0o077).toBe(0);

  const other = await emptyDatabase();
  const newFiles = path.join(folder, "elsewhere/files");
  await restoreBackup({ pool: other.pool, files: filesInFolder(newFiles), source: from(target), mayReplace: false });
  expect(await contentsOf(other.db)).toEqual(await contentsOf(institute.db));
  expect(fs.readFileSync(path.join(newFiles, "user/picture"))).toEqual(Buffer.from([0, 1, 2, 255]));
  const { rows } = await other.db.execute(
    sql`select payload->>'subject' as subject, is_available from graphile_worker.jobs join graphile_worker._private_jobs using (id) where task_identifier = 'mail.send'`,
  );
  expect(rows).toEqual([{ subject: "Still to be sent", is_available: true }]);
  await enqueue(other.db, sendWritten, { to: "x@example.com", subject: "New", text: "ids continue where they were" });
  await other.pool.end();
});

test("a database with data is replaced only with --replace, and then completely", async () => {
  const institute = await testInstitute();
  const target = path.join(folder, "replace.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });
  const other = await emptyDatabase();
  await migrate(other.pool);
  await other.db.execute(sql`insert into institute (profile) values ('{"name":"Another"}')`);
  await other.db.insert(subscription).values({ email: "old@example.com", source: "footer" });

  const restore = (mayReplace: boolean) =>
    restoreBackup({ pool: other.pool, files: null, source: from(target), mayReplace });
  await expect(restore(false)).rejects.toThrow("Add --replace");
  expect(await other.db.$count(subscription)).toBe(1);
  await restore(true);
  expect(await contentsOf(other.db)).toEqual(await contentsOf(institute.db));
  await other.pool.end();
});

test("a backup counts its rows also when the network brings the counts later than the rows", async () => {
  const institute = await testInstitute();
  const { host, user, database } = institute.connection;
  const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
  const slow = net.createServer((client) => {
    const server = net.connect(path.join(host, ".s.PGSQL.5432"));
    client.pipe(server);
    server.on("data", (part) => {
      const end = part.indexOf(copyDone) + copyDone.length;
      if (end < copyDone.length) return void client.write(part);
      client.write(part.subarray(0, end));
      // What follows must not overtake the rest.
      server.pause();
      setTimeout(() => {
        client.write(part.subarray(end));
        server.resume();
      }, 10);
    });
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
  });
  await new Promise<void>((done) => slow.listen(0, "127.0.0.1", done));
  const { port } = slow.address() as net.AddressInfo;
  const { pool } = openDatabase({ host: "127.0.0.1", port, user, database });
  const options = { files: null, target: path.join(folder, "slow.tar.gz"), now };
  const throughSlow = await makeBackup({ ...options, pool });
  await pool.end();
  slow.close();
  expect(throughSlow.manifest.tables).toEqual((await makeBackup({ ...options, pool: institute.pool })).manifest.tables);
  expect(throughSlow.manifest.tables.find(({ name }) => name === "course")?.rows).toBeGreaterThan(0);
});

test("a damaged file, or one that is not a backup, changes nothing", async () => {
  const institute = await testInstitute();
  const target = path.join(folder, "damaged.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });
  const bytes = fs.readFileSync(target);
  const before = await contentsOf(institute.db);
  const restore = (source: string) =>
    restoreBackup({ pool: institute.pool, files: null, source: from(source), mayReplace: true });
  fs.writeFileSync(target, bytes.subarray(0, bytes.length / 2));
  await expect(restore(target)).rejects.toThrow(/is not a complete backup/);
  fs.writeFileSync(target, "not an archive at all");
  await expect(restore(target)).rejects.toThrow(/is not a complete backup/);
  expect(await contentsOf(institute.db)).toEqual(before);
});

test("a restore is refused while the product is running", async () => {
  const institute = await testInstitute();
  const target = path.join(folder, "in-use.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });
  await institute.pool.query("select 1");
  await expect(
    restoreBackup({
      pool: openDatabase({ ...institute.owner, application_name: "restore" }).pool,
      files: null,
      source: from(target),
      mayReplace: true,
    }),
  ).rejects.toThrow("Stop the product first");
});

test("an older product refuses the database of a newer version", async () => {
  const { pool, db } = await emptyDatabase();
  await migrate(pool);
  await db.execute(sql`insert into migration (tag, hash) values ('9999_future', 'x')`);
  await expect(migrate(pool)).rejects.toThrow("newer version of the product (it has migration 9999_future)");
  await db.execute(sql`delete from migration where tag = '9999_future'`);
  await db.execute(sql`update migration set hash = 'y' where tag = ${migrations()[0]?.tag}`);
  await expect(migrate(pool)).rejects.toThrow("was changed after it had been applied");
});

test("after a restore revoked keys stay revoked, and other programs are not notified of old events", async () => {
  const institute = await testInstitute();
  const hash = "0123";
  const key = { name: "Lost", begin: "shoreline_", scopes: [], madeAt: now };
  await institute.db.insert(apiKey).values([
    { ...key, hash },
    { ...key, hash: "kept" },
  ]);
  const address = { url: "https://example.com/", events: ["lead.created" as const], secret: "whsec_", addedAt: now };
  const [to] = await institute.db.insert(webhook).values(address).returning();
  await institute.db
    .insert(delivery)
    .values({ webhookId: to?.id ?? "", event: "lead.created", body: "{}", at: now, nextTryAt: now });
  await institute.db.insert(happened).values({ event: "lead.created", rowId: "x" });
  const target = path.join(folder, "keys.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });
  const { pool, db } = await emptyDatabase();
  await restoreBackup({ pool, files: null, source: from(target), mayReplace: false });
  expect(await db.$count(happened)).toBe(0);
  expect(await db.select().from(delivery)).toMatchObject([
    { nextTryAt: null, deliveredAt: null, problem: "A backup was restored before this was delivered." },
  ]);
  await db.update(apiKey).set({ revokedAt: now }).where(eq(apiKey.hash, hash));
  await restoreBackup({ pool, files: null, source: from(target), mayReplace: true });
  const keys = await db.select().from(apiKey).orderBy(apiKey.hash);
  expect(keys.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, false]);
  await pool.end();
});

test("after a restore a webhook is on only if it was on with the same address in the replaced database", async () => {
  const institute = await testInstitute();
  const address = { events: ["lead.created" as const], secret: "whsec_", addedAt: now };
  const paths = ["changed", "kept", "off", "removed"];
  await institute.db.insert(webhook).values(paths.map((name) => ({ ...address, url: `https://example.com/${name}` })));
  const target = path.join(folder, "webhooks.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });
  const { pool, db } = await emptyDatabase();
  const urlOf = (name: string) => eq(webhook.url, `https://example.com/${name}`);
  const listOn = async () => (await db.select().from(webhook).where(eq(webhook.isOn, true))).map(({ url }) => url);
  await restoreBackup({ pool, files: null, source: from(target), mayReplace: false });
  expect(await listOn()).toEqual([]);
  expect(await db.$count(webhook)).toBe(4);
  await db.update(webhook).set({ isOn: true });
  await db.update(webhook).set({ url: "https://example.com/new" }).where(urlOf("changed"));
  await db.update(webhook).set({ isOn: false }).where(urlOf("off"));
  await db.delete(webhook).where(urlOf("removed"));
  await restoreBackup({ pool, files: null, source: from(target), mayReplace: true });
  expect(await listOn()).toEqual(["https://example.com/kept"]);
  await pool.end();
});

test("after a restore ended sessions stay ended, and people who were erased since the backup are erased again", async () => {
  const institute = await testInstitute();
  const me = await newLearner(institute, { email: "gone@example.com" });
  await newLearner(institute, { email: "stays@example.com" });
  const question = { enquiryFor: "Python", fullName: "Kavya Raman", query: "When?" };
  await me.lead.contact({ ...question, email: "gone@example.com", mobileNumber: me.mobileNumber });
  const [issued] = await institute.db.select().from(certificate).limit(1);
  const target = path.join(folder, "before.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });

  await runVerb(institute.db, ["erase", me.mobileNumber, "gone@example.com", "--sure"], now);
  await changeCertificates(institute.db, ["erase", issued?.certificateId ?? ""], now);
  await institute.runJobs();
  const newer = path.join(folder, "after.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target: newer, now });

  const elsewhere = await emptyDatabase();
  const { db } = elsewhere;
  await restoreBackup({ pool: elsewhere.pool, files: null, source: from(newer), mayReplace: false });
  expect(await db.$count(session)).toBe(0);
  await restoreBackup({ pool: elsewhere.pool, files: null, source: from(target), mayReplace: true });
  expect(await db.select({ email: learner.email }).from(learner)).toEqual([{ email: "stays@example.com" }]);
  expect(await db.$count(contactEnquiry)).toBe(0);
  expect(await db.$count(session)).toBe(0);
  const [erased] = await db
    .select()
    .from(certificate)
    .where(eq(certificate.id, issued?.id ?? ""));
  expect(erased).toMatchObject({ studentName: "", erasedAt: expect.any(Date) });
  await elsewhere.pool.end();
});

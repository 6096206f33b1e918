import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { makeBackup } from "../backup/backup.ts";
import { restoreBackup } from "../backup/restore.ts";
import { jobs } from "../house.ts";
import { enqueue } from "../jobs/queue.ts";
import { runDueJobs } from "../jobs/worker.ts";
import { sendWritten } from "../mail.ts";
import { backupFrom } from "../test/backup.ts";
import { asAdmin, emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { openDatabase } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { appRole, grantRights, readAccount, refuseSharedOwnership, withClient } from "./roles.ts";
import { subscription } from "./tables/lead.ts";

/** What injected SQL would try. */
const refused = [
  ["copy subscription from program 'id'", "permission denied to COPY to or from an external program"],
  ["copy subscription to '/tmp/stolen'", "permission denied to COPY to a file"],
  ["select pg_read_file('postgresql.conf')", "permission denied for function pg_read_file"],
  ["create table mine (id int)", "permission denied for schema public"],
  ["create temp table mine (id int)", "permission denied to create temporary tables"],
  ["create schema mine", "permission denied for database"],
  ["create function mine() returns int language sql as 'select 1'", "permission denied for schema public"],
  [
    "create or replace function notify_content() returns trigger language plpgsql as ''",
    "permission denied for schema",
  ],
  ["alter table subscription add column more text", "must be owner of table subscription"],
  ["drop table subscription", "must be owner of table subscription"],
  ["truncate subscription", "permission denied for table subscription"],
  ["update migration set hash = ''", "permission denied for table migration"],
  ["delete from migration", "permission denied for table migration"],
  ["insert into migration (tag, hash) values ('9999_mine', '')", "permission denied for table migration"],
  ["insert into graphile_worker.migrations (id) values (999999)", "permission denied for table migrations"],
  ["drop function graphile_worker.force_unlock_workers(text[])", "must be owner of function"],
  ["alter table graphile_worker._private_jobs disable row level security", "must be owner of table _private_jobs"],
  ["create role mine", "permission denied to create role"],
  ["create database mine", "permission denied to create database"],
] as const;

describe("the role of the running product", () => {
  let institute: Awaited<ReturnType<typeof testInstitute>>;
  beforeAll(async () => {
    institute = await testInstitute();
    // A copy of a database does not inherit the rights on the database itself.
    await withClient(institute.owner, (owner) => grantRights(owner, appRole));
  });

  test.each(refused)("may not %s", async (statement, reason) => {
    await expect(institute.pool.query(statement)).rejects.toThrow(reason);
  });

  test("may not become the owner or change the roles", async () => {
    const owner = pg.escapeIdentifier(institute.owner.user);
    for (const statement of [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      `grant ${owner} to ${appRole}`,
      `alter role ${owner} password 'mine'`,
      `alter role ${appRole} superuser`,
      `alter role ${appRole} bypassrls`,
      "grant pg_execute_server_program to shoreline_app",
    ])
      await expect(institute.pool.query(statement), statement).rejects.toThrow(/permission denied/);
  });

  test("owns nothing and has no attribute of an administrator", async () => {
    const { rows } = await institute.pool.query(
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isAdministrator",
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ isAdministrator: false, owned: 0, memberships: 0 }]);
    expect(await readAccount(institute.connection)).toBe(appRole);
  });

  test("rights given by hand are taken back at the next start, and granting twice changes nothing", async () => {
    await withClient(institute.owner, async (owner) => {
      await owner.query(`grant all on all tables in schema public to ${appRole}`);
      await grantRights(owner, appRole);
      await grantRights(owner, appRole);
    });
    await expect(institute.pool.query("truncate subscription")).rejects.toThrow("permission denied");
    await expect(institute.pool.query("delete from migration")).rejects.toThrow("permission denied");
    await institute.pool.query("delete from subscription");
  });
});

test("a database of a release without roles serves after the rights are granted, and its jobs run", async () => {
  const institute = await testInstitute();
  const old = await emptyDatabase();
  await migrate(old.pool);
  const { database } = old.pool.options;
  const app = openDatabase({ ...institute.connection, database });
  const subscribe = () => app.db.insert(subscription).values({ email: "asha@example.com", source: "footer" });
  await expect(app.pool.query("select from subscription")).rejects.toThrow("permission denied for table subscription");
  await grantRights(old.pool, appRole);
  await subscribe();
  await enqueue(app.db, sendWritten, { to: "asha@example.com", subject: "Welcome", text: "Hello" });
  await runDueJobs({ ...institute.deps, ...app }, jobs);
  expect(institute.mails.map(({ subject }) => subject)).toEqual(["Welcome"]);
  expect((await app.pool.query("select from graphile_worker._private_jobs")).rowCount).toBe(0);
  await app.pool.end();
});

describe("on a PostgreSQL whose owner is an ordinary account", () => {
  const suffix = randomBytes(4).toString("hex");
  const [keeper, server, database] = [`keeper_${suffix}`, `Server "${suffix}"`, `academy_${suffix}`];
  const { host } = inject("postgres");
  const folder = fs.mkdtempSync(path.join(tmpdir(), "roles-"));
  let owner: ReturnType<typeof openDatabase>;
  let app: ReturnType<typeof openDatabase>;

  beforeAll(async () => {
    await asAdmin(`create role ${keeper} login`);
    await asAdmin(`create role ${pg.escapeIdentifier(server)} login`);
    await asAdmin(`create database ${database} owner ${keeper}`);
    owner = openDatabase({ host, user: keeper, database, application_name: "restore" });
    app = openDatabase({ host, user: server, database });
    await migrate(owner.pool);
    await grantRights(owner.pool, server);
  });

  afterAll(async () => {
    await Promise.all([owner.pool.end(), app.pool.end()]);
    await asAdmin(`drop database ${database} with (force)`);
    await asAdmin(`drop role ${keeper}`);
    await asAdmin(`drop role ${pg.escapeIdentifier(server)}`);
    fs.rmSync(folder, { recursive: true });
  });

  test("the product serves and runs its jobs, and may do nothing else", async () => {
    const institute = await testInstitute();
    await enqueue(app.db, sendWritten, { to: "asha@example.com", subject: "Welcome", text: "Hello" });
    await runDueJobs({ ...institute.deps, ...app }, jobs);
    expect(institute.mails).toHaveLength(1);
    for (const [statement, reason] of refused)
      await expect(app.pool.query(statement), statement).rejects.toThrow(reason);
    await expect(app.pool.query(`set role ${keeper}`)).rejects.toThrow("permission denied");
  });

  test("a restore notices the other account's connections, and afterwards the product serves", async () => {
    await app.db.insert(subscription).values({ email: "asha@example.com", source: "footer" });
    const file = path.join(folder, "backup.tar.gz");
    await makeBackup({ pool: owner.pool, files: null, target: file, now: new Date("2026-11-15T06:30:00Z") });
    const restore = () =>
      restoreBackup({ pool: owner.pool, files: null, source: backupFrom(file), mayReplace: true, role: server });
    await expect(restore()).rejects.toThrow("The database is in use. Stop the product first.");
    await app.pool.end();
    await restore();
    app = openDatabase({ host, user: server, database });
    expect(await app.db.$count(subscription)).toBe(1);
    await app.db.delete(subscription);
    await expect(app.pool.query("truncate subscription")).rejects.toThrow("permission denied");
  });

  test("an account that can act as the owner, or that owns the tables, is refused in one line", async () => {
    await expect(refuseSharedOwnership(owner.pool, server)).resolves.toBeUndefined();
    await expect(refuseSharedOwnership(owner.pool, keeper)).rejects.toThrow("can act as");
    await asAdmin(`grant ${keeper} to ${pg.escapeIdentifier(server)}`);
    await expect(refuseSharedOwnership(owner.pool, server)).rejects.toThrow(
      `The account ${server} of DATABASE_URL can act as ${keeper}, the account of DATABASE_OWNER_URL.`,
    );
    await asAdmin(`revoke ${keeper} from ${pg.escapeIdentifier(server)}`);
    await expect(refuseSharedOwnership(app.pool, keeper)).rejects.toThrow(`The tables belong to ${keeper} and not to`);
  });
});

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { makeBackup } from "./backup/backup.ts";
import { restoreBackup } from "./backup/restore.ts";
import { filesInFolder } from "./backup/stored-files.ts";
import { openDatabase } from "./db/connect.ts";
import { makeSocketFolder } from "./db/data-folder.ts";
import { startPostgres } from "./db/embedded.ts";
import { backupFrom } from "./test/backup.ts";
import { freePort, otherPostgres } from "./test/other-postgres.ts";
import { makeUnsyncedFolder, stopSyncing } from "./test/without-sync.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const compiled = path.join(root, "node_modules/.cache/compiled");
const running = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of running) {
    child.kill("SIGTERM");
    await ended(child);
  }
});

/** Starts the product as `npm start` does. */
function start(env: Record<string, string>, { cwd = root } = {}) {
  const args = [`--import=${root}/scripts/quick-imports.mjs`, path.join(root, "apps/server/src/main.ts")];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, NODE_ENV: "production", LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  const ready = new Promise<boolean>((done) => {
    const read = (part: Buffer) => {
      output += part;
      if (output.includes("is ready at")) done(true);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => done(false));
  });
  return { child, ready, output: () => output };
}

function ended(child: ChildProcess): Promise<number | null> {
  running.delete(child);
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.on("exit", done));
}

const dataFolder = () => fs.mkdtempSync(path.join(tmpdir(), "shoreline-start-"));

let filled: Promise<string> | undefined;

/** A copy of a data folder on which the product ran before: it starts in half the time of an empty one. */
async function filledFolder(): Promise<string> {
  filled ??= (async () => {
    const DATA_DIR = dataFolder();
    await makeUnsyncedFolder(DATA_DIR);
    const { child, ready, output } = start({ DATA_DIR, PORT: await freePort() });
    expect(await ready, output()).toBe(true);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
    return DATA_DIR;
  })();
  const copy = dataFolder();
  // PostgreSQL insists on the owner and the permissions of its files.
  execFileSync("cp", ["-a", `${await filled}/.`, copy]);
  return copy;
}

/** The status of the answer, or 0 when there was none. */
async function subscribe(port: string, email: string): Promise<number> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email }) };
  return fetch(`http://127.0.0.1:${port}/api/subscribed/user/add`, init).then(
    (response) => response.status,
    () => 0,
  );
}

async function ask<Row extends pg.QueryResultRow>(dataDir: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ host: path.join(dataDir, "run"), user: "postgres", database: "postgres" });
  await client.connect();
  const { rows } = await client.query<Row>(query);
  await client.end();
  return rows;
}

async function emails(dataDir: string): Promise<Set<string>> {
  const rows = await ask<{ email: string }>(dataDir, "select email from subscription");
  return new Set(rows.map((row) => row.email));
}

test("the product starts on an empty folder, reports its progress, and stops cleanly on SIGTERM", async () => {
  const [DATA_DIR, PORT] = [dataFolder(), await freePort()];
  const { child, ready, output } = start({ DATA_DIR, PORT });
  expect(await ready, output()).toBe(true);
  expect(output()).toMatch(
    /database +starting PostgreSQL[\s\S]*migrations applied[\s\S]*content +institute 1, [^\n]*course \d+/,
  );
  expect(output()).toContain(`ready at http://localhost:${PORT}`);
  expect(output()).toContain(`http://localhost:${PORT}/dev/outbox`);
  expect(output()).toContain("Backups: not encrypted (BACKUP_RECIPIENT)");
  expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${PORT}/dev/outbox`)).status).toBe(200);
  // What was acknowledged outlives a power cut. The other tests do without it.
  expect(
    await ask(DATA_DIR, "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')"),
  ).toEqual([
    { name: "fsync", setting: "on" },
    { name: "synchronous_commit", setting: "on" },
  ]);
  // A file is stored when somebody asks for it.
  expect((await fetch(`http://127.0.0.1:${PORT}/api/course/sql/syllabus`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
  expect(fs.existsSync(path.join(DATA_DIR, "pg/postmaster.pid"))).toBe(false);
  const files = fs.readdirSync(path.join(DATA_DIR, "files"), { recursive: true, encoding: "utf8" });
  expect(files.length).toBeGreaterThan(0);
  for (const name of ["", ...files])
    expect([name, fs.statSync(path.join(DATA_DIR, "files", name)).mode & 0o077]).toEqual([name, 0]);
  stopSyncing(DATA_DIR);
  filled = Promise.resolve(DATA_DIR);
});

test("with the keys of a real payment provider there is no local gateway", async () => {
  const [DATA_DIR, PORT] = [await filledFolder(), await freePort()];
  const keys = { RAZORPAY_KEY_ID: "rzp_test_1", RAZORPAY_KEY_SECRET: "secret", RAZORPAY_WEBHOOK_SECRET: "another" };
  const BACKUP_RECIPIENT = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
  const { ready, output } = start({ DATA_DIR, PORT, BACKUP_RECIPIENT, BACKUP_TO: `${DATA_DIR}/backups`, ...keys });
  expect(await ready, output()).toBe(true);
  expect(output()).not.toContain("Backups:");
  expect(output()).not.toContain("payment (RAZORPAY_KEY_ID)");
  const get = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
  expect((await get("/dev/gateway/checkout.js")).status).toBe(404);
  const policy = (await get("/onlinecourses/viewdetails/sql")).headers.get("content-security-policy");
  expect(policy).toContain("https://*.razorpay.com");
});

test("a problem at the start is reported in one line, with exit code 1", async () => {
  const failedStart = async (env: Record<string, string>, options = {}) => {
    const { child, ready, output } = start(env, options);
    expect(await ready).toBe(false);
    expect(await ended(child)).toBe(1);
    expect(output()).not.toMatch(/^\s+at /m);
    return output();
  };
  // Waits for the database for a while: the others run meanwhile.
  const withoutDatabase = failedStart({
    DATABASE_URL: "postgres://user:topsecret@127.0.0.1:1/none",
    DATA_DIR: dataFolder(),
  });
  const [DATA_DIR, PORT] = [await filledFolder(), await freePort()];
  const first = start({ DATA_DIR, PORT });
  expect(await first.ready, first.output()).toBe(true);
  expect(await failedStart({ DATA_DIR, PORT: await freePort() })).toContain(
    `Process ${first.child.pid} already runs on the data folder ${DATA_DIR}. Stop it first`,
  );
  expect(await failedStart({ DATA_DIR: await filledFolder(), PORT })).toContain(
    `Port ${PORT} is in use. Stop the program that uses it, or set PORT`,
  );
  expect(await failedStart({ DATA_DIR: "/etc/passwd/data", PORT: await freePort() })).toMatch(
    /The data folder \/etc\/passwd\/data cannot be written .* or set DATA_DIR/,
  );
  const folder = dataFolder();
  fs.writeFileSync(path.join(folder, ".env"), "PORT=3000\nnonsense\n");
  expect(await failedStart({ DATA_DIR: dataFolder() }, { cwd: folder })).toContain(".env, line 2: expected NAME=value");
  expect(await withoutDatabase).toMatch(/^(?![\s\S]*topsecret)[\s\S]*The database at DATABASE_URL does not answer/);
  expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200);
}, 60_000);

test("the built-in PostgreSQL is started again when it is killed; kept pages are served meanwhile, and nothing answers 500", async () => {
  const [DATA_DIR, PORT] = [await filledFolder(), await freePort()];
  const { ready, output } = start({ DATA_DIR, PORT });
  expect(await ready, output()).toBe(true);
  const page = async () => (await fetch(`http://127.0.0.1:${PORT}/`)).status;
  expect(await page()).toBe(200);
  const pid = Number(fs.readFileSync(path.join(DATA_DIR, "pg/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  const statuses = new Set<number>();
  const pages = new Set<number>();
  const isBack = async () => {
    pages.add(await page());
    const status = await subscribe(PORT, "after@example.com");
    statuses.add(status);
    return status;
  };
  await expect.poll(isBack, { timeout: 30_000 }).toBe(200);
  expect([...pages]).toEqual([200]);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(output()).toContain("PostgreSQL ended and is started again");
  expect(await emails(DATA_DIR)).toContain("after@example.com");
}, 60_000);

test("without an object store, a process with another data folder does not start on the same database", async () => {
  const other = await otherPostgres();
  const DATA_DIR = dataFolder();
  const first = start({ DATABASE_URL: other.url, DATA_DIR, PORT: await freePort() });
  expect(await first.ready, first.output()).toBe(true);
  const elsewhere = start({ DATABASE_URL: other.url, DATA_DIR: dataFolder(), PORT: await freePort() });
  const beside = start({ DATABASE_URL: other.url, DATA_DIR, PORT: await freePort() });
  expect(await elsewhere.ready).toBe(false);
  expect(elsewhere.output()).toContain("Another process uses this database with another data folder.");
  expect(await beside.ready, beside.output()).toBe(true);
  for (const { child } of [first, beside]) child.kill("SIGTERM");
  for (const { child } of [first, beside]) expect(await ended(child)).toBe(0);
  const moved = start({ DATABASE_URL: other.url, DATA_DIR: dataFolder(), PORT: await freePort() });
  expect(await moved.ready, moved.output()).toBe(true);
  await other.stop();
}, 60_000);

/** Set `KILL_ROUNDS=50` for a longer run. */
const killRounds = Number(process.env.KILL_ROUNDS ?? 3);

test("after every kill the product starts again and has lost no acknowledged row", async () => {
  const [DATA_DIR, PORT] = [await filledFolder(), await freePort()];
  const acknowledged = new Set<string>();
  for (let round = 0; round < killRounds; round++) {
    const { child, ready, output } = start({ DATA_DIR, PORT });
    expect(await ready, output()).toBe(true);
    const target = acknowledged.size + 5 + round;
    // Each visitor sends until the process is dead: the kill comes in the middle of their requests.
    const visitors = Array.from({ length: 4 }, async (_, visitor) => {
      for (let n = 0; ; n++) {
        const email = `r${round}v${visitor}n${n}@example.com`;
        if ((await subscribe(PORT, email)) !== 200) return;
        acknowledged.add(email);
        if (acknowledged.size === target) child.kill("SIGKILL");
      }
    });
    await Promise.all(visitors);
    expect(await ended(child)).toBe(null);
  }
  const last = start({ DATA_DIR, PORT });
  expect(await last.ready, last.output()).toBe(true);
  const stored = await emails(DATA_DIR);
  expect(acknowledged.size).toBeGreaterThanOrEqual(5 * killRounds);
  expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([]);
}, 120_000);

test("three processes start at the same time on an external PostgreSQL with an ordinary account, and later with a second one as owner", async () => {
  const other = await otherPostgres();
  const DATA_DIR = dataFolder();
  const products = await Promise.all(
    [1, 2, 3].map(async () => start({ DATABASE_URL: other.url, DATA_DIR, PORT: await freePort() })),
  );
  for (const { ready, output } of products) expect(await ready, output()).toBe(true);
  expect(products.filter(({ output }) => output().includes("content "))).toHaveLength(1);
  for (const { child } of products) child.kill("SIGTERM");
  for (const { child } of products) expect(await ended(child)).toBe(0);

  const { pool } = openDatabase({ connectionString: other.url, application_name: "restore" });
  // A process that stops leaves a job that takes long to others; a restore does the same.
  await pool.query("update graphile_worker._private_jobs set locked_by = null, locked_at = null");
  const [files, target] = [filesInFolder(path.join(DATA_DIR, "files")), path.join(DATA_DIR, "backup.tar.gz")];
  const { manifest: made } = await makeBackup({ pool, files, target, now: new Date() });
  await restoreBackup({ pool, files, source: backupFrom(target), mayReplace: true });
  const { manifest: again } = await makeBackup({ pool, files, target, now: new Date() });
  // A folder lists its files in an order of its own.
  const filesOf = ({ files: all }: typeof made) => all?.toSorted((one, other) => one.key.localeCompare(other.key));
  expect([again.tables, filesOf(again)]).toEqual([made.tables, filesOf(made)]);
  await pool.end();

  // Later the institute gives the tables to an account of their own.
  await other.asSuperuser("create role keeper login password 'p@ss word'");
  const PORT = await freePort();
  const env = { DATABASE_URL: other.url, DATABASE_OWNER_URL: other.urlOf("keeper"), DATA_DIR, PORT };
  const tooEarly = start(env);
  expect(await tooEarly.ready).toBe(false);
  expect(tooEarly.output()).toContain(
    'The tables belong to academy and not to keeper, the account of DATABASE_OWNER_URL. Run as a superuser in this database: reassign owned by "academy" to "keeper"',
  );
  await other.asSuperuser("reassign owned by academy to keeper");
  const { ready, output } = start(env);
  expect(await ready, output()).toBe(true);
  expect(await subscribe(PORT, "asha@example.com")).toBe(200);
  const served = new pg.Client({ connectionString: other.url });
  await served.connect();
  await expect(served.query("drop table subscription")).rejects.toThrow("must be owner of table subscription");
  await served.end();
  await other.stop();
}, 120_000);

test("a data folder of a release without roles starts, and everything that serves has the ordinary role", async () => {
  const [DATA_DIR, PORT] = [await filledFolder(), await freePort()];
  const postgres = await startPostgres({ folder: `${DATA_DIR}/pg`, socketFolder: makeSocketFolder(DATA_DIR) });
  const before = new pg.Client({ host: postgres.host, user: "postgres", database: "postgres" });
  await before.connect();
  await before.query("drop owned by shoreline_app; drop role shoreline_app");
  await before.query("delete from graphile_worker._private_known_crontabs");
  await before.end();
  await postgres.stop();

  const { ready, output } = start({ DATA_DIR, PORT });
  expect(await ready, output()).toBe(true);
  expect(await subscribe(PORT, "asha@example.com")).toBe(200);
  const after = new pg.Client({ host: postgres.host, user: "postgres", database: "postgres" });
  await after.connect();
  const { rows } = await after.query<{ usename: string }>(
    "select distinct usename from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  expect(rows).toEqual([{ usename: "shoreline_app" }]);
  await expect
    .poll(async () => (await after.query("select from outbox")).rowCount, { timeout: 20_000 })
    .toBeGreaterThan(0);
  expect((await after.query("select from graphile_worker._private_known_crontabs")).rowCount).toBeGreaterThan(0);
  await after.end();
}, 60_000);

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { freePort } from "./test/other-postgres.ts";
import { makeUnsyncedFolder } from "./test/without-sync.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const dataDir = fs.mkdtempSync(path.join(tmpdir(), "shoreline-workers-"));
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the product as `npm start` does. */
function start(env: Record<string, string>) {
  const args = [`--import=${root}/scripts/quick-imports.mjs`, path.join(root, "apps/server/src/workers/run.ts")];
  const NODE_COMPILE_CACHE = path.join(root, "node_modules/.cache/compiled");
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", LOG_LEVEL: "error", ...env },
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
  const ended = new Promise<number | null>((done) => child.on("exit", done));
  ended.then(() => running.delete(child));
  return { child, pid: child.pid ?? 0, ready, ended, output: () => output };
}

type Listed = { pid: number; parent: number; command: string };

function listProcesses(): Listed[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/ +/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
}

const childrenOf = (pid: number) => listProcesses().filter(({ parent }) => parent === pid);

/** The processes that serve. */
const workersOf = (pid: number) =>
  childrenOf(pid).flatMap(({ pid, command }) => (command.includes("main.ts worker") ? pid : []));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

type Answer = { status: number; body: string };

/** A visitor with one connection, which stays with one worker. */
function visitor(port: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, target: string, json?: object) =>
    new Promise<Answer>((done, fail) => {
      const headers = json ? { "content-type": "application/json" } : {};
      const options = { host: "127.0.0.1", port, path: target, method, agent, headers, timeout: 20_000 };
      const request = http.request(options, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part) => {
          body += part;
        });
        response.on("end", () => done({ status: response.statusCode ?? 0, body }));
        response.on("error", fail);
      });
      request.on("timeout", () => request.destroy(new Error("no answer")));
      request.on("error", fail);
      request.end(json && JSON.stringify(json));
    });
  return {
    get: (target: string) => ask("GET", target),
    post: (target: string, json: object) => ask("POST", target, json),
    leave: () => agent.destroy(),
  };
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ host: path.join(dataDir, "run"), user: "postgres", database: "postgres" });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

let product: ReturnType<typeof start>;
let port: string;
let visitors: ReturnType<typeof visitor>[];

test("WORKERS=2 starts two processes on one port, and says once that it is ready", async () => {
  await makeUnsyncedFolder(dataDir);
  port = await freePort();
  product = start({ DATA_DIR: dataDir, PORT: port, WORKERS: "2" });
  expect(await product.ready, product.output()).toBe(true);
  expect(product.output().match(/is ready at/g)).toHaveLength(1);
  expect(product.output().match(/migrations applied/g)).toHaveLength(1);
  expect(workersOf(product.pid)).toHaveLength(2);
  // The primary hands connections to the workers in turn.
  visitors = Array.from({ length: 8 }, () => visitor(port));
  for (const { get } of visitors) expect((await get("/")).status).toBe(200);
  for (const { get } of visitors) expect((await get("/readyz")).body).toMatch(/^ready/);
  const [connections] = await query<{ count: number }>("select count(*)::int from pg_stat_activity");
  expect(connections?.count).toBeLessThan(60);
}, 180_000);

test("a change of content shows on every worker, also where the page was cached", async () => {
  const isEverywhere = async (name: string) => {
    const pages = await Promise.all(visitors.map(({ get }) => get("/")));
    return pages.every(({ body }) => body.includes(name));
  };
  expect(await isEverywhere("Changed Academy")).toBe(false);
  await query(`update institute set profile = profile || '{"name": "Changed Academy"}'`);
  await expect.poll(() => isEverywhere("Changed Academy")).toBe(true);
});

test("a sign-in that begins on one worker goes on at the others", async () => {
  const at = (n: number) => visitors[n] as ReturnType<typeof visitor>;
  const mobileNumber = "9100000001";
  expect((await at(0).post("/api/user/otp", { mobileNumber })).status).toBe(200);
  const findCode = async () => {
    const sent = JSON.parse((await at(1).get("/dev/outbox.json")).body) as { to: string; text: string }[];
    const text = sent.find(({ to }) => to.endsWith(mobileNumber))?.text ?? "";
    return /^\d{6}/.exec(text)?.[0];
  };
  await expect.poll(findCode).toBeTruthy();
  const code = await findCode();
  const verified = await at(1).post("/api/user/otp/verify", { mobileNumber, code });
  expect(verified.status, verified.body).toBe(200);
  const again = await at(2).post("/api/user/otp/verify", { mobileNumber, code });
  expect(again.status, "a code works once").not.toBe(200);
  const profile = { firstName: "Kavya", lastName: "Raman", gender: "female", dateOfBirth: "2000-02-29" };
  const more = { occupation: "student", instOrOrg: "Anna University", email: "kavya@example.com", mobileNumber };
  const { ticket } = JSON.parse(verified.body);
  const created = await at(2).post("/api/user/create", { ...profile, ...more, ticket });
  const { token } = JSON.parse(created.body);
  const states = await Promise.all(visitors.map(({ post }) => post("/api/user/", { token })));
  expect(states.map(({ status }) => status)).toEqual(visitors.map(() => 200));
});

test("the local meeting server is the same whichever worker is asked", async () => {
  const [secret] = await query<{ value: string }>("select value from server_secret where name = 'local-meetings'");
  const signed = (call: string, params: string) => {
    const checksum = createHash("sha256").update(`${call}${params}${secret?.value}`).digest("hex");
    return `/dev/meetings/bigbluebutton/api/${call}?${params}&checksum=${checksum}`;
  };
  expect((await visitors[0]?.get(signed("create", "meetingID=m1&name=SQL")))?.body).toContain("SUCCESS");
  for (const { get } of visitors)
    expect((await get(signed("getMeetingInfo", "meetingID=m1"))).body).toContain("<meetingName>SQL</meetingName>");
});

const count = (text: string, line: string) => Number(new RegExp(`^${line} (\\S+)$`, "m").exec(text)?.[1]);
const subscriptions =
  'shoreline_http_request_seconds_count\\{method="POST",route="/api/subscribed/user/add",status="200"\\}';

test("/metrics counts what all workers did, and what each reads from the database once", async () => {
  for (const [n, { post }] of visitors.entries())
    expect((await post("/api/subscribed/user/add", { email: `w${n}@example.com` })).status).toBe(200);
  for (const { get } of visitors.slice(0, 2)) {
    const { body } = await get("/metrics");
    expect(count(body, subscriptions)).toBe(8);
    expect(count(body, "shoreline_workers")).toBe(2);
    expect(count(body, 'shoreline_jobs\\{state="failed"\\}')).toBe(0);
  }
});

test("when a worker is killed under load the site keeps answering, and soon there are two again", async () => {
  const before = workersOf(product.pid);
  let isOver = false;
  const failed: string[] = [];
  const readers = [1, 2, 3, 4].map(async () => {
    let own = visitor(port);
    for (let reads = 0; !isOver && reads < 5000; reads++) {
      // As a browser does with a connection that breaks: once more, on a new one.
      const answer = await own.get("/").catch(() => {
        own.leave();
        own = visitor(port);
        return own.get("/").catch((error: Error) => ({ status: 0, body: error.message }));
      });
      if (answer.status !== 200) failed.push(`${answer.status} ${answer.body.slice(0, 100)}`);
    }
    own.leave();
  });
  // A new connection is on its way to the worker when it is killed: its visitor must not be left waiting.
  process.kill(before[0] as number, "SIGSTOP");
  const asked = [1, 2, 3, 4].map(() => visitor(port).get("/healthz"));
  const settled = Promise.allSettled(asked);
  expect((await Promise.any(asked)).status).toBe(200);
  process.kill(before[0] as number, "SIGKILL");
  const errors = (await settled).flatMap((one) => (one.status === "rejected" ? one.reason.message : []));
  expect(errors).not.toContain("no answer");
  // Half of the connections were with it: that is how we know that both have answered above.
  const answered = await Promise.allSettled(visitors.map(({ get }) => get("/")));
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set(["fulfilled", "rejected"]));
  const areTwo = async () => count((await visitor(port).get("/metrics")).body, "shoreline_workers");
  await expect.poll(areTwo, { timeout: 60_000 }).toBe(2);
  isOver = true;
  await Promise.all(readers);
  expect(failed).toEqual([]);
  const after = workersOf(product.pid);
  expect(after).toContain(before[1]);
  expect(after).not.toContain(before[0]);
  const { body } = await visitor(port).get("/metrics");
  expect(count(body, subscriptions)).toBe(8);
  expect(count(body, "shoreline_worker_restarts_total")).toBe(1);
}, 120_000);

test("SIGTERM to the primary lets requests under way end, and leaves no process behind", async () => {
  const pids = childrenOf(product.pid).map(({ pid }) => pid);
  const body = JSON.stringify({ email: "slow@example.com" });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const request = http.request({ host: "127.0.0.1", port, path: "/api/subscribed/user/add", method: "POST", headers });
  const status = new Promise((done) => request.on("response", (response) => done(response.statusCode)));
  await new Promise<void>((sent) => request.write(body.slice(0, 5), () => sent()));
  product.child.kill("SIGTERM");
  await expect
    .poll(() =>
      visitor(port)
        .get("/")
        .then(String, () => "refused"),
    )
    .toBe("refused");
  request.end(body.slice(5));
  expect(await status).toBe(200);
  for (const { leave } of visitors) leave();
  expect(await product.ended).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(fs.existsSync(path.join(dataDir, "pg/postmaster.pid"))).toBe(false);
});

test("kill -9 of the primary leaves no process behind", async () => {
  const again = start({ DATA_DIR: dataDir, PORT: port, WORKERS: "2" });
  expect(await again.ready, again.output()).toBe(true);
  const postgres = Number(fs.readFileSync(path.join(dataDir, "pg/postmaster.pid"), "utf8").split("\n")[0]);
  const pids = [...childrenOf(again.pid).map(({ pid }) => pid), postgres];
  again.child.kill("SIGKILL");
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
}, 120_000);

test("what is wrong with the settings is said once", async () => {
  const wrong = start({ DATA_DIR: dataDir, WORKERS: "0" });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toBe('\nWORKERS must be a whole number from 1 to 64, not "0".\n');
  const used = http.createServer().listen(0, "127.0.0.1");
  await new Promise((done) => used.on("listening", done));
  const PORT = String((used.address() as { port: number }).port);
  const { ended, output } = start({ DATA_DIR: dataDir, PORT, WORKERS: "2" });
  expect(await ended).toBe(1);
  expect(output()).toContain("is in use");
  expect(output().match(/Port \d+ is in use/g)).toHaveLength(1);
  expect(output()).not.toMatch(/^\s+at /m);
  used.close();
}, 120_000);

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { archiveName } from "../backup/prune.ts";
import { readConfig } from "../config.ts";
import { withClient } from "../db/roles.ts";
import { testInstitute } from "../test/institute.ts";
import { startS3 } from "../test/s3.ts";
import { startSmtp } from "../test/smtp.ts";
import { checkConnections, checkReplication, checkTransactions, describeStandbys } from "./activity.ts";
import { checkBackups, describeNewest } from "./backups.ts";
import { describeEnd } from "./certificates.ts";
import { type Exam, ok, runChecks } from "./check.ts";
import { checks } from "./checks.ts";
import { compare } from "./clock.ts";
import { examineAll } from "./command.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkIndexes, compareMigrations } from "./database.ts";
import { checkDisk } from "./disk.ts";
import { checkMail } from "./mail.ts";
import { describeAnswer } from "./payment.ts";
import { checkProduct, describeState } from "./product.ts";
import { checkSms } from "./sms.ts";
import { checkStore } from "./store.ts";

const now = new Date("2027-01-10T06:00:00Z");
const gigabyte = 1_000_000_000;

/** An exam of a machine on which all is well but for what is given. */
function examOf(env: Record<string, string> = {}, given: Partial<Exam> = {}): Exam {
  const DATA_DIR = fs.mkdtempSync(path.join(tmpdir(), "doctor-"));
  const config = readConfig({ env: { DATA_DIR, PORT: "1", ...env } });
  const readDisk = async () => ({ freeBytes: 50 * gigabyte, bytes: 100 * gigabyte });
  return { config, now, isSiteBuilt: true, readDisk, ...given };
}

const publicly = {
  PUBLIC_URL: "https://academy.example.com",
  SMTP_URL: "smtps://user:topsecret@mail.example.com",
  MAIL_FROM: "a@example.com",
  SMS_URL: "https://sms.example.com/send",
  SMS_KEY: "smssecret",
  RAZORPAY_KEY_ID: "rzp_live_1",
  RAZORPAY_KEY_SECRET: "paysecret",
  RAZORPAY_WEBHOOK_SECRET: "hooksecret",
  TRUST_PROXY: "1",
};

test("on a public address the keys of certificates must be encrypted", () => {
  const faults = (env: Record<string, string>) => checkConfiguration(examOf(env)).filter(({ state }) => state !== "ok");
  expect(faults(publicly)).toEqual([
    expect.objectContaining({ state: "fault", text: expect.stringContaining("KEY_SECRET is not set") }),
  ]);
  expect(faults({ ...publicly, KEY_SECRET: "s".repeat(32) })).toEqual([]);
  expect(faults({})).toEqual([]);
  const behind = faults({ ...publicly, KEY_SECRET: "s".repeat(32), TRUST_PROXY: "" });
  expect(behind[0]?.todo).toContain("Set TRUST_PROXY");
});

test("a database that is away is one fault without its password, and the rest is still looked at", async () => {
  const report = await examineAll(examOf({ DATABASE_URL: "postgres://user:topsecret@127.0.0.1:1/none" }));
  expect(report.find(({ area }) => area === "database")).toMatchObject({
    state: "fault",
    text: expect.stringContaining("The database at DATABASE_URL does not answer"),
  });
  expect(report.map(({ area }) => area)).toEqual(expect.arrayContaining(["disk", "mail", "backups", "product"]));
  expect(JSON.stringify(report)).not.toContain("topsecret");
}, 60_000);

test("a mail server is tried without a mail, and one that refuses is a fault", async () => {
  const server = await startSmtp();
  const mail = (url: string) => checkMail(examOf({ SMTP_URL: url, MAIL_FROM: "a@example.com" }));
  expect(await mail(server.url)).toMatchObject([{ state: "ok" }]);
  expect(server.deliveries).toEqual([]);
  await server.close();
  expect(await mail(server.url)).toMatchObject([{ state: "fault", text: expect.stringContaining("refuses") }]);

  const strict = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) => answer(new Error("Wrong topsecret")),
  });
  await new Promise<void>((done) => strict.listen(0, "127.0.0.1", done));
  const { port } = strict.server.address() as net.AddressInfo;
  const refused = await mail(`smtp://user:topsecret@127.0.0.1:${port}`);
  expect(refused).toMatchObject([{ state: "fault", todo: "Correct user and password in SMTP_URL." }]);
  expect(JSON.stringify(refused)).not.toContain("topsecret");
  await new Promise<void>((done) => strict.close(() => done()));
});

test("the command ends with 1 when there is a fault, and makes nothing", () => {
  const DATA_DIR = path.join(fs.mkdtempSync(path.join(tmpdir(), "doctor-")), "mistyped");
  const script = path.resolve(import.meta.dirname, "../../../../scripts/doctor.mjs");
  const env = { PATH: process.env.PATH, DATA_DIR, PORT: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--json"], { env, encoding: "utf8" });
  expect(status, stderr).toBe(1);
  const { faults, findings } = JSON.parse(stdout);
  expect(faults).toBeGreaterThan(0);
  expect(findings).toContainEqual(expect.objectContaining({ area: "database", state: "fault" }));
  expect(fs.existsSync(DATA_DIR)).toBe(false);
  const wrong = spawnSync(process.execPath, [script], { env: { ...env, PORT: "many" }, encoding: "utf8" });
  expect([wrong.status, wrong.stderr]).toEqual([1, ""]);
  expect(wrong.stdout).toContain("PORT must be a number from 1 to 65535");
}, 60_000);

test("a gateway for SMS is reached without a message", async () => {
  let bytes = 0;
  const gateway = net.createServer((socket) =>
    socket.on("data", (part) => {
      bytes += part.length;
    }),
  );
  await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
  const { port } = gateway.address() as net.AddressInfo;
  const exam = examOf({ SMS_URL: `http://127.0.0.1:${port}/send`, SMS_KEY: "key" });
  expect(await checkSms(exam)).toMatchObject([{ state: "ok" }]);
  await new Promise((done) => gateway.close(done));
  expect(await checkSms(exam)).toMatchObject([{ state: "fault", text: expect.stringContaining("ECONNREFUSED") }]);
  expect(bytes).toBe(0);
});

test("the object store is listed, and one that refuses is a fault without its key", async () => {
  const { bucket, close } = await startS3();
  const store = (S3_BUCKET: string) =>
    checkStore(
      examOf({
        S3_ENDPOINT: bucket.endpoint,
        S3_BUCKET,
        S3_ACCESS_KEY: bucket.accessKey,
        S3_SECRET_KEY: bucket.secretKey,
      }),
    );
  expect(await store(bucket.bucket)).toMatchObject([{ state: "ok" }]);
  expect(await store("mistyped")).toMatchObject([{ state: "fault", todo: expect.stringContaining("S3_") }]);
  await close();
});

test.each([
  [50, "ok"],
  [9, "warning"],
  [0.5, "fault"],
])("with %d GB of 100 free the disk is %s", async (free, state) => {
  const readDisk = async () => ({ freeBytes: free * gigabyte, bytes: 100 * gigabyte });
  const exam = examOf({}, { readDisk });
  expect(await checkDisk(exam)).toMatchObject([{ state }]);
  expect(fs.readdirSync(exam.config.dataDir)).toEqual([]);
});

test("a folder that cannot be written is a fault", async () => {
  const exam = examOf();
  fs.rmSync(exam.config.dataDir, { recursive: true });
  expect(await checkDisk(exam)).toMatchObject([{ state: "fault", text: expect.stringContaining("cannot be written") }]);
});

test("a backup that is too old, none at all, and one on the same disk are named", async () => {
  const newest = (madeAt: string) =>
    describeNewest({ name: "x.tar.gz.age", bytes: 10, madeAt: new Date(madeAt) }, { place: "/b", now });
  expect(newest("2027-01-09T20:30:00Z").map(({ state }) => state)).toEqual(["ok", "ok"]);
  expect(newest("2027-01-07T20:30:00Z")[0]?.state).toBe("fault");
  const folder = fs.mkdtempSync(path.join(tmpdir(), "doctor-backups-"));
  const exam = examOf({ BACKUP_TO: folder });
  expect((await checkBackups(exam))[0]).toMatchObject({ state: "fault", text: `There is no backup in ${folder}.` });
  fs.writeFileSync(path.join(folder, archiveName({ now, isEncrypted: false })), "archive");
  expect((await checkBackups(exam)).map(({ state, text }) => `${state} ${text}`)).toEqual([
    expect.stringMatching(/^ok The newest backup is 0 h old/),
    "warning It is not encrypted.",
    expect.stringMatching(/^warning Backups lie on the disk of the data/),
  ]);
  fs.rmSync(folder, { recursive: true });
  expect((await checkBackups(exam)).map(({ text }) => text)).toEqual([`There is no backup in ${folder}.`]);
  expect(await checkBackups(examOf(publicly))).toMatchObject([{ state: "fault" }]);
});

test("migrations that this version does not know are a fault, and pending ones a warning", () => {
  expect(compareMigrations(["0000_a", "0001_b"], ["0000_a", "0001_b"])[0]?.state).toBe("ok");
  expect(compareMigrations(["0000_a", "0002_new"], ["0000_a"])[0]).toMatchObject({
    state: "fault",
    text: expect.stringContaining("0002_new"),
  });
  expect(compareMigrations(["0000_a"], ["0000_a", "0001_b"])[0]?.state).toBe("warning");
});

test("a check that hangs or breaks is a fault and does not keep the others; what broke is not quoted", async () => {
  const report = await runChecks(
    [
      { area: "hangs", look: () => new Promise(() => {}) },
      { area: "breaks", look: () => Promise.reject(Object.assign(new Error("topsecret"), { code: "EBROKEN" })) },
      { area: "works", look: () => [ok("It works.")] },
      { area: "asks", ask: async () => [ok("It is not asked without a database.")] },
    ],
    { exam: examOf(), db: null, withinMs: 20 },
  );
  expect(report.map(({ area, state }) => `${area} ${state}`)).toEqual(["hangs fault", "breaks fault", "works ok"]);
  expect(report[1]?.text).toBe("The check failed (EBROKEN).");
});

test("clocks, certificates, payment keys and the product's own health are judged", async () => {
  expect([200, 5000, -40_000].map((offMs) => compare("x", offMs).state)).toEqual(["ok", "warning", "fault"]);
  const ends = (day: string) => describeEnd("It", { ends: new Date(day), now, todo: "Renew it." }).state;
  expect([ends("2027-06-01"), ends("2027-01-20"), ends("2027-01-01")]).toEqual(["ok", "warning", "fault"]);
  const answers = [200, 401, 500].map((status) => describeAnswer({ status, kind: "live" }).state);
  expect(answers).toEqual(["ok", "fault", "warning"]);
  const states = ["ready", "degraded", "not ready", "<html>"].map((state) => describeState(state, []).state);
  expect(states).toEqual(["ok", "warning", "fault", "fault"]);
  expect(await checkProduct(examOf())).toMatchObject([
    { state: "warning", text: expect.stringContaining("Nothing answers") },
  ]);
});

test("what asks the database finds no fault in a new institute, with any account that may read", async () => {
  const institute = await testInstitute();
  const report = await runChecks(
    checks.filter((check) => "ask" in check),
    { exam: examOf(), db: institute.deps.db },
  );
  expect(report.filter(({ state }) => state === "fault")).toEqual([]);
  expect(new Set(report.map(({ area }) => area))).toEqual(
    new Set(["database", "clock", "certificates", "jobs", "staff"]),
  );
});

test("what an ordinary account cannot see is said, and is no fault", async () => {
  const { owner, deps } = await testInstitute();
  const exam = { ...examOf(), db: deps.db };
  const grant = { state: "warning", todo: expect.stringContaining("grant pg_read_all_stats to shoreline_app") };
  await withClient({ ...owner, replication: "database" } as pg.ClientConfig, async () => {
    expect(await checkReplication(exam)).toMatchObject([grant]);
  });
  await withClient(owner, async () => {
    expect(await checkTransactions(exam)).toMatchObject([grant]);
    const [found] = await checkConnections(exam);
    expect(Number.parseInt(found?.text ?? "", 10)).toBeGreaterThan(1);
  });
});

test("a standby that is demanded and missing is a fault, and one that is there is not", () => {
  const state = (given: Partial<Parameters<typeof describeStandbys>[0]>) =>
    describeStandbys({ names: "*", account: "academy", standbys: 1, synchronous: 0, hidden: 0, ...given })[0]?.state;
  expect(state({ standbys: 0 })).toBe("fault");
  expect(state({})).toBe("fault");
  expect(state({ hidden: 1 })).toBe("warning");
  expect(state({ synchronous: 1 })).toBe("ok");
  expect(state({ names: "" })).toBe("warning");
  expect(state({ names: "", standbys: 0 })).toBe("ok");
});

test("an index that was not finished is named", async () => {
  const { owner, deps } = await testInstitute();
  await withClient(owner, async (client) => {
    await client.query("create table twice (name text); insert into twice values ('a'), ('a')");
    await expect(client.query("create unique index concurrently once on twice (name)")).rejects.toThrow();
  });
  expect(await checkIndexes({ ...examOf(), db: deps.db })).toMatchObject([
    {
      state: "warning",
      text: expect.stringContaining("once"),
      todo: expect.stringContaining("drop index concurrently once;"),
    },
  ]);
});

test("how many processes serve is said only when it can be read", async () => {
  let metrics = { status: 404, body: "Not found" };
  const server = http.createServer(({ url }, response) => {
    const { status, body } = url === "/metrics" ? metrics : { status: 200, body: "ready" };
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as net.AddressInfo;
  const second = async (WORKERS: string) => (await checkProduct(examOf({ PORT: String(port), WORKERS })))[1];
  expect(await second("1")).toMatchObject({ state: "warning", text: expect.stringContaining("/metrics answers 404") });
  metrics = { status: 200, body: "shoreline_workers 2\n" };
  expect((await second("2"))?.state).toBe("ok");
  expect((await second("4"))?.state).toBe("warning");
  await new Promise((done) => server.close(done));
});

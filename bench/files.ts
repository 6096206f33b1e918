// Seeking in a recording, compared with nginx and the same bytes, and 1,000 learners who open one file at once.
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import type pg from "pg";
import { openDatabase } from "../apps/server/src/db/connect.ts";
import { linkTo } from "../apps/server/src/rooms/lesson/link.ts";
import { memoryEnv, memoryFlags } from "../scripts/memory.mjs";
import { startNginx } from "./nginx.mjs";
import { startProduct, stopAll } from "./product.mjs";

const megabyte = 1024 * 1024;
const film = Buffer.concat(Array.from({ length: 16 }, () => randomBytes(16 * megabyte)));
const atOnce = 16;
const rounds = 3;
const people = 1000;
const seeks = [
  { title: "64 KB", count: 500, length: 65_536 },
  { title: "1 MB", count: 100, length: megabyte },
  { title: "256 MB", count: 1, length: film.length },
];

const product = await startProduct(() => ({ ...memoryEnv, LOG_LEVEL: "warn" }), memoryFlags);
const links = await prepare();
const nginx = await startNginx([{ name: "film", body: film, headers: [["content-type", "video/mp4"]] }]);
const sides = [
  { url: product.url + links[0], pid: product.pid },
  ...(nginx ? [{ url: `${nginx.url}/film`, pid: nginx.pid }] : []),
];
// Connections to the database are opened now, and stay.
await ask(
  links.slice(0, 200).map((link) => ({ url: product.url + link, from: 0, length: 1 })),
  50,
);
const [idle, open] = [memoryMb("VmRSS"), countOpen()];

console.log(
  `\n| range | ${["CPU", "first byte", "seconds for each MB"].map((what) => `${what}, nginx = 1`).join(" | ")} |`,
);
console.log("| --- | ---: | ---: | ---: |");
for (const { title, count, length } of seeks) {
  const measured = sides.map(() => ({ cpu: [] as number[], first: [] as number[], whole: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const [at, { url, pid }] of sides.entries()) {
      const before = cpuMs(pid);
      const wanted = Array.from({ length: count }, (_, n) => ({
        ...{ url, from: ((n + round * count) * 7_919_993) % (film.length - length + 1), length },
      }));
      const { first, tookMs } = await ask(wanted, atOnce);
      measured[at]?.cpu.push((cpuMs(pid) - before) / count);
      measured[at]?.first.push(share(first, 0.5));
      measured[at]?.whole.push(tookMs / ((count * length) / megabyte));
    }
  const [ours, theirs] = measured;
  const cells = (["cpu", "first", "whole"] as const).map((what) => {
    const [a, b] = [ours, theirs].map((side) => share([...(side?.[what] ?? [])].sort(byNumber), 0.5));
    return `${((a ?? 0) / (b || Number.NaN)).toFixed(1)} (${a?.toFixed(2)} ms, nginx ${b?.toFixed(2)})`;
  });
  console.log(`| ${title} | ${cells.join(" | ")} |`);
}

const wanted = links.map((link) => ({ url: product.url + link, from: 0, length: megabyte }));
const alone = share((await ask(wanted.slice(0, 50), 1)).whole, 0.5);
writeFileSync(`/proc/${product.pid}/clear_refs`, "5");
// Past the five seconds for which an answer is kept: each of them is asked about again.
await new Promise((done) => setTimeout(done, 5500));
const { first, whole, tookMs } = await ask(wanted, people);
const peak = memoryMb("VmHWM");
// The product hears of the closed connections a moment later.
for (let tries = 0; tries < 50 && countOpen() > open; tries++) await new Promise((done) => setTimeout(done, 100));
const left = countOpen();
console.log(`
${people} learners open 1 MB at once, each with a link of their own; all were answered right.
one alone ${alone.toFixed(1)} ms; at once: median ${share(whole, 0.5).toFixed(0)} ms, 99 % ${share(whole, 0.99).toFixed(0)} ms (${(share(whole, 0.99) / alone).toFixed(0)} times one alone), first byte 99 % ${share(first, 0.99).toFixed(0)} ms
${(tookMs / people).toFixed(1)} ms for each of them, ${(tookMs / people / alone).toFixed(2)} times one alone
memory: ${idle} MB before the benchmark, at most ${peak} MB at once; open descriptors ${open} before, ${left} after`);
await stopAll();

/** A file of homework in a batch with 1,000 learners. Returns a link for each of them. */
async function prepare(): Promise<string[]> {
  const connection = { host: path.join(product.dataDir, "run"), user: "postgres", database: "postgres" };
  const { db, pool } = openDatabase(connection);
  const python = "(select id from course where course_id = 'python')";
  const fileId = await add(
    pool,
    `insert into lesson_file (course_id, name, type, bytes, state, created_at, stored_at)
     values (${python}, 'class 12.mp4', 'video/mp4', ${film.length}, 'ready', now(), now()) returning id`,
  );
  const batchId = await add(
    pool,
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
     values (${python}, '9-10', 'week-days', now() - interval '1 day', now() + interval '30 days') returning id`,
  );
  const homeworkId = await add(
    pool,
    `insert into homework (batch_id, title, text, set_at) values ('${batchId}', 'Class 12', 'Watch it', now()) returning id`,
  );
  await pool.query(
    `insert into homework_file (homework_id, file_id, position) values ('${homeworkId}', '${fileId}', 0)`,
  );
  await pool.query(
    `insert into learner (country_code, mobile_number, first_name, last_name, gender, email, date_of_birth, occupation, inst_or_org, state, country, created_at, updated_at)
     select '+91', (7000000000 + n)::text, 'Kavya', 'Bench', 'female', 'l' || n || '@example.com', '2000-01-01', 'student', '', '', 'india', now(), now()
     from generate_series(1, ${people}) n`,
  );
  await pool.query(
    `with bought as (
       insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
       select id, ${python}, '9-10', 'week-days', now() from learner where last_name = 'Bench' returning id
     )
     insert into batch_place (purchase_id, batch_id, placed_at) select id, '${batchId}', now() from bought`,
  );
  const { rows } = await pool.query<{ id: string }>("select id from learner where last_name = 'Bench'");
  const clock = { now: () => new Date() };
  const made = await Promise.all(
    rows.map(({ id }) => linkTo({ db, clock }, { fileId, name: "class 12.mp4", who: { learnerId: id } })),
  );
  await pool.query("vacuum analyze");
  await pool.end();
  const folder = path.join(product.dataDir, "files/learning");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, fileId), Buffer.concat([Buffer.from('{"type":"video/mp4"}\n'), film]));
  return made;
}

async function add(pool: pg.Pool, text: string): Promise<string> {
  return (await pool.query<{ id: string }>(text)).rows[0]?.id ?? "";
}

type Wanted = { url: string; from: number; length: number };

/** Times until the first and the last byte, sorted, in milliseconds. */
async function ask(wanted: Wanted[], parallel: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: parallel });
  const first: number[] = [];
  const whole: number[] = [];
  const waiting = [...wanted];
  const begunAt = performance.now();
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const startedAt = performance.now();
      const firstAt = await read(one, agent);
      first.push(firstAt - startedAt);
      whole.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  agent.destroy();
  return { first: first.sort(byNumber), whole: whole.sort(byNumber), tookMs: performance.now() - begunAt };
}

/** When the first byte came. Fails unless all came, and they are those of the film. */
function read({ url, from, length }: Wanted, agent: http.Agent): Promise<number> {
  return new Promise((done, fail) => {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    http
      .get(url, { agent, headers }, (answer) => {
        let got = 0;
        let firstAt = 0;
        let isRight = true;
        answer.on("data", (part: Buffer) => {
          firstAt ||= performance.now();
          isRight &&= part.equals(film.subarray(from + got, from + got + part.length));
          got += part.length;
        });
        answer.on("end", () => {
          if (answer.statusCode === 206 && got === length && isRight) done(firstAt);
          else fail(new Error(`${answer.statusCode} with ${got} bytes, ${isRight ? "right" : "wrong"}`));
        });
      })
      .on("error", fail);
  });
}

/** Linux counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryMb(field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

function countOpen(): number {
  return readdirSync(`/proc/${product.pid}/fd`).length;
}

function byNumber(a: number, b: number): number {
  return a - b;
}

function share(times: number[], of: number): number {
  return times[Math.floor((times.length - 1) * of)] ?? 0;
}

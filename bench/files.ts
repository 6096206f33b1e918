// Seeking in a recording, compared with nginx and the same bytes, and 1,000 people who open one file at once.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { openDatabase } from "../apps/server/src/db/connect.ts";
import { linkTo } from "../apps/server/src/rooms/lesson/link.ts";
import { startNginx } from "./nginx.mjs";
import { startProduct, stopAll } from "./product.mjs";

const megabyte = 1024 * 1024;
const film = Buffer.concat(Array.from({ length: 32 }, () => randomBytes(16 * megabyte)));
const atOnce = 16;
const people = 1000;
const seeks = [
  { title: "2,000 seeks of 64 KB", count: 2000, length: 65_536 },
  { title: "400 seeks of 1 MB", count: 400, length: megabyte },
  { title: "2 times the whole file", count: 2, length: film.length },
];

const product = await startProduct(() => ({ LOG_LEVEL: "warn" }));
const { db, pool } = openDatabase({ host: path.join(product.dataDir, "run"), user: "postgres", database: "postgres" });
const { rows } = await pool.query<{ id: string }>(`
  insert into lesson_file (course_id, name, type, bytes, state, created_at, stored_at)
  select id, 'class 12.mp4', 'video/mp4', ${film.length}, 'ready', now(), now() from course where course_id = 'python' returning id`);
const fileId = rows[0]?.id ?? "";
const folder = path.join(product.dataDir, "files/learning");
mkdirSync(folder, { recursive: true, mode: 0o700 });
writeFileSync(path.join(folder, fileId), Buffer.concat([Buffer.from('{"type":"video/mp4"}\n'), film]));
// Owners open every file; to find that out takes a query more than for a learner.
const { rows: owners } = await pool.query<{ id: string }>(`
  insert into staff (name, email, roles, invited_at)
  select 'Owner', 'owner' || n || '@example.com', '["owner"]', now() from generate_series(1, ${people}) n returning id`);
const clock = { now: () => new Date() };
const links = await Promise.all(
  owners.map(({ id }) => linkTo({ db, clock }, { fileId, name: "class 12.mp4", who: { staffId: id } })),
);
await pool.end();
const nginx = await startNginx([{ name: "film", body: film, headers: [["content-type", "video/mp4"]] }]);

const sides = [
  { name: "product", url: product.url + links[0], pid: product.pid },
  ...(nginx ? [{ name: "nginx", url: `${nginx.url}/film`, pid: nginx.pid }] : []),
];
for (const { title, count, length } of seeks)
  for (const { name, url, pid } of sides) {
    const before = cpuMs(pid);
    const { times, tookMs } = await ask(
      Array.from({ length: count }, (_, n) => ({ url, from: (n * 7_919_993) % (film.length - length + 1), length })),
      atOnce,
    );
    const cpu = (cpuMs(pid) - before) / count;
    const rate = Math.round((count * length) / megabyte / (tookMs / 1000));
    console.log(
      `${title.padEnd(24)} ${name.padEnd(8)} median ${ms(times, 0.5)} 99 % ${ms(times, 0.99)} ${rate} MB/s CPU ${cpu.toFixed(2)} ms each`,
    );
  }
const { times, tookMs } = await ask(
  links.map((link) => ({ url: product.url + link, from: 0, length: megabyte })),
  people,
);
const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))?.[1];
console.log(
  `${people} people at once     1 MB each: all after ${Math.round(tookMs)} ms, median ${ms(times, 0.5)} 99 % ${ms(times, 0.99)} peak memory ${Math.round(Number(peak) / 1024)} MB`,
);
await stopAll();

type Wanted = { url: string; from: number; length: number };

async function ask(wanted: Wanted[], parallel: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: parallel });
  const times: number[] = [];
  const waiting = [...wanted];
  const begunAt = performance.now();
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const startedAt = performance.now();
      await read(one, agent);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  agent.destroy();
  return { times: times.sort((a, b) => a - b), tookMs: performance.now() - begunAt };
}

function read({ url, from, length }: Wanted, agent: http.Agent): Promise<void> {
  return new Promise((done, fail) => {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    http
      .get(url, { agent, headers }, (answer) => {
        let got = 0;
        answer.on("data", (part: Buffer) => {
          got += part.length;
        });
        answer.on("end", () => {
          if (answer.statusCode === 206 && got === length) done();
          else fail(new Error(`${answer.statusCode} with ${got} bytes`));
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

function ms(times: number[], share: number): string {
  return `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)} ms`.padEnd(9);
}

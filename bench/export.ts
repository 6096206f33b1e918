// The export of 1,000, 100,000 and 300,000 leads: a row takes no longer, and the memory of the product stops growing.
import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { makeSocketFolder } from "../apps/server/src/db/data-folder.ts";
import { memoryEnv, memoryFlags } from "../scripts/memory.mjs";
import { startProduct, stopAll } from "./product.mjs";

const counts = [1000, 100_000, 300_000] as const;
const rounds = 3;
const files = { CSV: "/api/staff/inbox/export", Excel: "/api/staff/inbox/export/xlsx" };

type Measured = { ms: number; bytes: number; peakInMb: number };

const fill = (count: number) => [
  "delete from lead",
  `insert into lead (name, email, number, owner_id, next_call_at, tags, source, interest, came_at, last_at)
   select 'Person ' || md5(n::text), 'person' || n || '@example.com', '+91' || (9000000000 + n)::text,
     case when n % 3 = 0 then (select id from staff limit 1) end, case when n % 2 = 0 then now() end,
     '["referred", "weekend"]', 'popup', 'Python Full Stack', now() - n * interval '7 minutes', now()
   from generate_series(1, ${count}) n`,
];

try {
  const product = await startProduct(() => memoryEnv, memoryFlags);
  const cookie = await enter(product.url);
  const client = new pg.Client({ host: makeSocketFolder(product.dataDir), user: "postgres", database: "postgres" });
  await client.connect();
  const measured: Record<string, Measured[]> = {};
  try {
    for (const count of counts) {
      for (const statement of fill(count)) await client.query(statement);
      // At once: PostgreSQL has not counted them yet, and plans worst.
      for (const [name, path] of Object.entries(files)) {
        const all: Measured[] = [];
        for (let n = 0; n < rounds; n++) all.push(await measure({ ...product, path, cookie }));
        measured[name] = [...(measured[name] ?? []), median(all)];
      }
    }
  } finally {
    await client.end();
  }
  const [few, many, most] = counts;
  const heads = [`µs a row of ${few}`, `of ${many}`, "ratio", `s for ${many}`, "MB of its file"];
  console.log(`\n| export | ${heads.join(" | ")} | peak RSS in MB, ${few} | ${many} | ${most} |`);
  console.log(`| --- |${" ---: |".repeat(8)}`);
  for (const [name, [small, large, largest]] of Object.entries(measured)) {
    if (!small || !large || !largest) continue;
    const [before, after] = [(1000 * small.ms) / few, (1000 * large.ms) / many];
    const times = [before.toFixed(0), after.toFixed(0), (after / before).toFixed(2), (large.ms / 1000).toFixed(1)];
    const peaks = [small, large, largest].map(({ peakInMb }) => peakInMb);
    console.log(`| ${[name, ...times, (large.bytes / 1e6).toFixed(1), ...peaks].join(" | ")} |`);
  }
} finally {
  await stopAll();
}

/** As an owner of the demonstration. */
async function enter(url: string): Promise<string> {
  const answer = await post(`${url}/api/staff/entrance/demo`, { role: "owner" });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`Nobody could enter: ${answer.status} ${await answer.text()}`);
  return cookie;
}

type Export = { url: string; pid: number; path: string; cookie: string };

async function measure({ url, pid, path, cookie }: Export): Promise<Measured> {
  // From now on the highest memory counts.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const begun = performance.now();
  const answer = await post(url + path, {}, { cookie });
  if (!answer.ok || !answer.body) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const part of answer.body) bytes += part.length;
  const ms = performance.now() - begun;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return { ms, bytes, peakInMb: Math.round(peak / 1024) };
}

function post(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const json = { "content-type": "application/json", ...headers };
  return fetch(address, { method: "POST", headers: json, body: JSON.stringify(body) });
}

function median(all: Measured[]): Measured {
  const middle = (key: keyof Measured) => all.map((one) => one[key]).sort((a, b) => a - b)[all.length >> 1] ?? 0;
  return { ms: middle("ms"), bytes: middle("bytes"), peakInMb: Math.max(...all.map(({ peakInMb }) => peakInMb)) };
}

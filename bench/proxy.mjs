// What a public page costs this machine behind nginx: from nginx's cache, from the product through nginx, and from the product alone.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import { startRecipe } from "../deploy/nginx/start.ts";
import { endAll } from "../faults/children.ts";
import { hasTool } from "../scripts/debian-tools.mjs";
import { cpuMicroseconds } from "./load.mjs";
import { startProduct, stopAll } from "./product.mjs";

const [rounds, seconds] = [5, 5];

try {
  if (hasTool("nginx")) await main();
  else console.log("nginx is not installed, so there is nothing to compare.");
} finally {
  await endAll();
  await stopAll();
}

async function main() {
  const product = await startProduct(() => ({ TRUST_PROXY: "1" }));
  const front = await startRecipe([Number(new URL(product.url).port)]);
  const [worker = ""] = readFileSync(`/proc/${front.pid}/task/${front.pid}/children`, "utf8").split(" ");
  const pids = [product.pid, Number(worker)];
  const behind = { url: `https://127.0.0.1:${front.port}/`, servername: "academy.example.com" };
  const host = { host: "academy.example.com", "accept-encoding": "gzip" };
  const ways = [
    { name: "nginx, from its cache", ...behind, headers: host },
    { name: "nginx, from the product", ...behind, headers: { ...host, cookie: "own=1" } },
    { name: "the product alone, without TLS", url: `${product.url}/`, headers: { "accept-encoding": "gzip" } },
  ];
  const costs = new Map(ways.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const way of ways) {
      const cost = await measure(way, pids);
      if (round > 0) costs.get(way.name).push(cost);
    }
  const medians = ways.map(({ name }) => [
    name,
    costs.get(name).toSorted((a, b) => a.cpu - b.cpu)[Math.floor(rounds / 2)],
  ]);
  const cached = medians[0][1].cpu;
  console.log(
    "\n| the home page, gzip | req/s | CPU of nginx and product, µs | ÷ from nginx's cache |\n| --- | ---: | ---: | ---: |",
  );
  for (const [name, { speed, cpu }] of medians)
    console.log(`| ${name} | ${speed.toFixed(0)} | ${cpu.toFixed(0)} | ${(cpu / cached).toFixed(2)} |`);
}

async function measure({ url, servername, headers }, pids) {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
  const before = cpu();
  const tls = servername ? { servername, tlsOptions: { rejectUnauthorized: false } } : {};
  const result = await autocannon({ url, connections: 16, duration: seconds, headers, ...tls });
  const { total } = result.requests;
  if (total === 0 || result["2xx"] !== total) throw new Error(`${url}: ${JSON.stringify(result.statusCodeStats)}`);
  return { speed: total / result.duration, cpu: (cpu() - before) / total };
}

// Shows how much memory `npm start` needs on a busy day, and whether 512 MB are enough for the product and its PostgreSQL.
import { readFileSync } from "node:fs";
import { buildSite } from "../scripts/build.mjs";
import { type Cgroup, makeCgroup } from "./cgroup.ts";
import { loadMemory } from "./memory-load.ts";
import { start, stopAll, temporaryFolder } from "./product.mjs";

const limitInMb = 512;
const settings = {
  NODE_ENV: "production",
  LOG_LEVEL: "error",
  HOST: "127.0.0.1",
  PUBLIC_URL: "",
  DATABASE_URL: "",
  TRUST_PROXY: "127.0.0.1",
  DEMO: "1",
};

buildSite();
const rows: string[][] = [];
for (const limit of [null, limitInMb]) {
  const group = makeCgroup({ limitInBytes: limit && limit * 1024 * 1024 });
  try {
    if (limit && !group) console.log(`\nThe run within ${limit} MB was skipped: no memory cgroup can be made here.`);
    else rows.push(await measure(limit ? `${limit} MB` : "none", group));
  } finally {
    await stopAll();
    await group?.close();
  }
}
console.log(`\n| limit | node, peak RSS | all processes, peak | of this not files | failed answers | OOM kills |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n\nMB; the file pages in the peak are taken back when there is need.`);

async function measure(limit: string, group: Cgroup | undefined): Promise<string[]> {
  const dataDir = temporaryFolder();
  // The shell joins the group first, so that all processes of the product are in it from the start.
  const join = group ? `echo $$ > ${group.joinAt} && exec "$@"` : 'exec "$@"';
  const { url, pid, child } = await start({
    command: "/bin/sh",
    args: () => ["-c", join, "sh", process.execPath, "scripts/start.mjs"],
    env: (port: number) => ({ ...settings, PORT: String(port), DATA_DIR: dataDir }),
    upAt: "/readyz",
  });
  let needed = 0;
  const look = setInterval(() => {
    needed = Math.max(needed, group?.neededBytes() ?? 0);
  }, 100);
  const { answers, failures } = await loadMemory(url, { dataDir }).finally(() => clearInterval(look));
  for (const [what, count] of failures) console.log(`limit ${limit}: ${count} x ${what}`);
  const failed = [...failures.values()].reduce((a, b) => a + b, 0);
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  return [
    limit,
    hasEnded ? "it ended" : String(peakRssInMb(pid)),
    ...(group ? [toMb(group.peakBytes()), toMb(needed)] : ["", ""]),
    `${failed} of ${answers}`,
    group ? String(group.oomKills()) : "",
  ];
}

function toMb(bytes: number): string {
  return String(Math.round(bytes / 1024 / 1024));
}

function peakRssInMb(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

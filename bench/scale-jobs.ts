import { cron, jobs } from "../apps/server/src/house.ts";
import { once } from "../apps/server/src/jobs/done.ts";
import type { ScaleApp } from "./scale-app.ts";

// The backup reads everything by design, and the content of the demo is not what is measured.
const left = new Set(["house.backup", "demo.freshen"]);

/** How long each regular job works: once with what is to be done, and then again with nothing left to do. */
export async function measureJobs(small: ScaleApp, large: ScaleApp): Promise<void> {
  console.log("\nRegular jobs, ms: with one institute and with many, and again when that is done.\n");
  console.log("| job | one | many | many, again | MB of memory more |\n| --- | ---: | ---: | ---: | ---: |");
  for (const { job } of cron) {
    if (left.has(job.name)) continue;
    const memory = process.memoryUsage().rss;
    const cells = [await timeOf(small, job.name), await timeOf(large, job.name), await timeOf(large, job.name)];
    const more = Math.max(0, process.memoryUsage().rss - memory) / 1e6;
    console.log(`| ${[job.name, ...cells, more.toFixed(0)].join(" | ")} |`);
  }
}

async function timeOf({ deps }: ScaleApp, name: string): Promise<string> {
  const handler = jobs.find(({ job }) => job.name === name);
  const jobId = crypto.randomUUID();
  const begun = performance.now();
  const problem = await handler?.handle({ ...deps, jobId, once: once(deps.db, jobId) }, {}).then(
    () => "",
    (error: Error) => ` (${error.cause instanceof Error ? error.cause.message : error.message.slice(0, 100)})`,
  );
  return `${(performance.now() - begun).toFixed(0)}${problem}`;
}

// What blocks a slow phone when React takes a page over that nobody has touched.
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, openPhone, startBrowser } from "./bare-browser.ts";
import { median } from "./floor.ts";
import { readLaunchOptions } from "./launch-options.ts";
import { startProduct, stopAll } from "./product.mjs";
import { type Span, traceWhile } from "./tracing.ts";

const runs = Number(process.env.RUNS ?? 5);
const paths = {
  text: "/terms-conditions",
  list: "/onlinecourses",
  course: "/onlinecourses/viewdetails/python-fullstack",
};
/** Scripts come six seconds after the load. */
const quietMs = 4500;
const wakeMs = 5500;
/** A task of more than this blocks by the rest. */
const shortMicros = 50_000;
const columns = ["React's file", "other files", "React's steps", "drawing"] as const;
type Blocked = Record<(typeof columns)[number], number>;

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { executablePath = "chromium" } = await readLaunchOptions();
  const { url } = await startProduct();
  const browser = await startBrowser(executablePath);
  const seen = new Map(Object.keys(paths).map((title) => [title, [] as Blocked[]]));
  for (let run = 0; run < runs; run++)
    for (const [title, path] of Object.entries(paths)) seen.get(title)?.push(await visit(browser, url + path));
  console.log(`\n| ms blocked by | ${columns.join(" | ")} | all |\n| --- |${" ---: |".repeat(columns.length + 1)}`);
  for (const [title, all] of seen) {
    const middles = columns.map((column) => median(all.map((one) => one[column])));
    const sums = all.map((one) => Object.values(one).reduce((sum, ms) => sum + ms, 0));
    console.log(`| ${[title, ...[...middles, median(sums)].map((ms) => ms.toFixed(0))].join(" | ")} |`);
  }
  await browser.close();
}

async function visit(browser: Browser, url: string): Promise<Blocked> {
  const phone = await openPhone(browser, url);
  await phone.go(url);
  await phone.waitFor("document.readyState === 'complete'", 20_000);
  await sleep(quietMs);
  const spans = await traceWhile(phone, ["devtools.timeline", "v8", "disabled-by-default-devtools.timeline"], () =>
    sleep(wakeMs),
  );
  await phone.close();
  return sumUp(spans.filter(({ ph }) => ph === "X"));
}

/** By the longest of what a task contains. */
function sumUp(spans: Span[]): Blocked {
  const blocked: Blocked = { "React's file": 0, "other files": 0, "React's steps": 0, drawing: 0 };
  const page = spans.find(({ name, args }) => name === "FunctionCall" && args?.data?.url?.includes("/assets/"));
  const own = spans.filter(({ pid, tid }) => pid === page?.pid && tid === page.tid);
  let isReactLoaded = false;
  for (const task of own.filter(({ name }) => name === "RunTask").sort((a, b) => a.ts - b.ts)) {
    const inside = own.filter(({ ts, dur }) => ts >= task.ts && ts + dur <= task.ts + task.dur);
    const longest = (wanted: string) =>
      Math.max(0, ...inside.filter(({ name }) => name === wanted).map(({ dur }) => dur));
    const [evaluating, calling] = [longest("v8.evaluateModule"), longest("v8.callFunction")];
    if (task.dur <= shortMicros) continue;
    const rest = (task.dur - shortMicros) / 1000;
    if (evaluating > task.dur / 2) {
      blocked[isReactLoaded ? "other files" : "React's file"] += rest;
      isReactLoaded = true;
    } else if (calling > task.dur / 2) blocked["React's steps"] += rest;
    else blocked.drawing += rest;
  }
  return blocked;
}

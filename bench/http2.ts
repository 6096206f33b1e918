// What HTTP/2 brings to a first visit: nginx with TLS in front of the product, with HTTP/1.1 and with HTTP/2, on a slow phone.
import { setTimeout as sleep } from "node:timers/promises";
import { openPhone, slowNetwork, startBrowser } from "./bare-browser.ts";
import { printRow } from "./calls.ts";
import { floorPage, median } from "./floor.ts";
import { readLaunchOptions } from "./launch-options.ts";
import { startLine } from "./line.ts";
import { startProxy } from "./nginx.mjs";
import { startProduct, stopAll } from "./product.mjs";

const runs = Number(process.env.RUNS ?? 3);
/** `NETWORK=browser` for Chromium's own emulation, as in `bench phone`. */
const isLine = process.env.NETWORK !== "browser";
/** A page that nobody uses gets its scripts after six seconds. */
const wakeMs = 9000;

const pages = {
  floor: "/floor",
  home: "/",
  courses: "/onlinecourses",
  course: "/onlinecourses/viewdetails/python-fullstack",
};
const kinds = ["HTTP/1.1", "HTTP/2"] as const;

const watchVisit = `{
  let lcp = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { lcp = entry.startTime; }))
    .observe({ type: "largest-contentful-paint", buffered: true });
  window.seen = () => {
    const files = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const scripts = files.length ? Math.max(...files.map((one) => one.responseEnd)) - Math.min(...files.map((one) => one.startTime)) : 0;
    const protocol = performance.getEntriesByType("navigation")[0].nextHopProtocol;
    return { lcp, scripts, protocol, fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 };
  };
}`;

type Visit = { fcp: number; lcp: number; scripts: number; protocol: string; kb: number; requests: number };

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { executablePath = "chromium" } = await readLaunchOptions();
  const to = process.env.BASE ?? (await startProduct(() => ({ TRUST_PROXY: "1" }))).url;
  const ways = [];
  for (const kind of kinds) {
    const proxy = await startProxy({ to, page: floorPage, isHttp2: kind === "HTTP/2" });
    if (!proxy) return console.log("nginx is not installed, so there is nothing to compare.");
    const line = isLine ? await startLine(proxy.port) : undefined;
    ways.push({ kind, line, base: `https://127.0.0.1:${(line ?? proxy).port}` });
  }
  const browser = await startBrowser(executablePath, ["--ignore-certificate-errors"]);
  const visits = new Map<string, Visit[]>();
  // Neither is the first to ask for a page.
  for (const path of Object.values(pages)) await fetch(to + path);
  for (let run = 0; run < runs; run++)
    for (const [page, path] of Object.entries(pages))
      for (const { kind, base } of run % 2 === 0 ? ways : ways.toReversed()) {
        const row = `${page} ${kind}`;
        visits.set(row, [...(visits.get(row) ?? []), await visit(base, path)]);
      }
  print(visits);
  await browser.close();
  for (const { line } of ways) line?.close();

  async function visit(base: string, path: string): Promise<Visit> {
    const phone = await openPhone(browser, base, isLine ? null : slowNetwork);
    await phone.runBefore(watchVisit);
    await phone.go(base + path);
    await phone.waitFor("document.readyState === 'complete'", 20_000);
    await sleep(path === pages.floor ? 500 : wakeMs);
    const seen = await phone.evaluate<Omit<Visit, "kb" | "requests">>("seen()");
    await phone.close();
    return { ...seen, kb: phone.weight.bytes / 1024, requests: phone.weight.requests };
  }
}

function print(visits: Map<string, Visit[]>): void {
  const middle = (row: string, name: keyof Omit<Visit, "protocol">) =>
    median((visits.get(row) ?? []).map((one) => one[name]));
  console.log();
  printRow("page", "", "FCP ÷ floor", "LCP ÷ floor", "FCP ms", "LCP ms", "scripts ms", "KB", "requests");
  printRow("---", "---", ...Array(7).fill("---:"));
  for (const page of Object.keys(pages))
    for (const kind of kinds) {
      const of = (name: keyof Omit<Visit, "protocol">) => middle(`${page} ${kind}`, name);
      const ratios = (["fcp", "lcp"] as const).map((name) => (of(name) / middle(`floor ${kind}`, name)).toFixed(2));
      const whole = (["fcp", "lcp", "scripts", "kb", "requests"] as const).map((name) => of(name).toFixed(0));
      printRow(page, visits.get(`${page} ${kind}`)?.[0]?.protocol ?? kind, ...ratios, ...whole);
    }
}

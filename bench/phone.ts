// How a first visit feels on a slow phone, as a multiple of a page of 1 KB.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openPhone, startBrowser } from "./bare-browser.ts";
import { floorPage, median } from "./floor.ts";
import { readLaunchOptions } from "./launch-options.ts";
import { startProduct, stopAll } from "./product.mjs";

const runs = Number(process.env.RUNS ?? 3);
/** A page that nobody uses gets its scripts after six seconds: what they block and move counts too. */
const wakeMs = 9000;
const restMs = 3500;

const pages: Record<string, string> = {
  home: "/",
  courses: "/onlinecourses",
  course: "/onlinecourses/viewdetails/python-fullstack",
  "practice tests": "/mcq",
  "practice test": "/mcq/test/python/Variables%20and%20types",
  webinar: "/webinar/first-api",
  verify: "/verify/e_certificate",
  login: "/login",
  terms: "/terms-conditions",
};

/** A first tap: where, and how one sees that it had its effect. */
const taps = [
  {
    title: "menu",
    page: "home",
    at: 'button[aria-label="Open menu"]',
    done: "!!document.querySelector('dialog[open]')",
  },
  { title: "fold", page: "course", at: "main summary", done: "!!document.querySelector('main details[open]')" },
  { title: "Enroll Now", page: "course", at: "#enrol [type=submit]", done: "location.pathname === '/login'" },
  { title: "answer", page: "practice test", at: "article label", done: "!!document.querySelector('input:checked')" },
  { title: "field", page: "login", at: "[name=mobileNumber]", done: "document.activeElement?.name === 'mobileNumber'" },
] as const;
const moments = ["at first paint", "while it loads", "at rest"] as const;

const watchVisit = `{
  const found = { lcp: 0, lcpOf: "", cls: 0, tbt: 0 };
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime, element }) => Object.assign(found, { lcp: startTime, lcpOf: element?.nodeName.toLowerCase() }));
  watch("layout-shift", ({ hadRecentInput, value }) => { if (!hadRecentInput) found.cls += value; });
  watch("longtask", ({ duration }) => { found.tbt += Math.max(0, duration - 50); });
  window.seen = () => ({ ...found, fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 });
}`;

// Kept in the session, so that it outlives a navigation.
const watchTaps = `{
  const keep = ({ interactionId, duration }) =>
    interactionId && duration > Number(sessionStorage.getItem("felt")) && sessionStorage.setItem("felt", duration);
  new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type: "event", durationThreshold: 16, buffered: true });
}`;

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { executablePath = "chromium" } = await readLaunchOptions();
  // BASE=http://…,http://… compares running instances, in turn: machines are noisy.
  const bases = process.env.BASE?.split(",") ?? [(await startProduct()).url];
  const floor = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(floorPage));
  await once(floor.listen(0, "127.0.0.1"), "listening");
  const browser = await startBrowser(executablePath);
  const visits: Record<string, Visit[]> = {};
  const felt: Record<string, Tap[]> = {};
  const rowOf = (title: string, base: string) => (bases.length > 1 ? `${title} ${new URL(base).port}` : title);
  for (let run = 0; run < runs; run++) {
    const floorUrl = `http://127.0.0.1:${(floor.address() as AddressInfo).port}`;
    add(visits, "floor", await visit(floorUrl, "/"));
    for (const [title, path] of Object.entries(process.env.TAPS === "only" ? {} : pages))
      for (const base of bases) add(visits, rowOf(title, base), await visit(base, path));
  }
  printVisits(visits);
  for (let run = 0; run < runs; run++)
    for (const tap of taps)
      for (const base of bases)
        for (const moment of moments)
          add(felt, `${rowOf(tap.title, base)} ${moment}`, await tapOnce(base, tap, moment));
  printTaps(felt);
  await browser.close();
  floor.close();

  async function visit(base: string, path: string): Promise<Visit> {
    const phone = await openPhone(browser, base);
    await phone.runBefore(watchVisit);
    await phone.go(base + path);
    await phone.waitFor("document.readyState === 'complete'", 20_000);
    await sleep(wakeMs);
    const seen = await phone.evaluate<Omit<Visit, "kb" | "requests">>("seen()");
    await phone.close();
    return { ...seen, kb: phone.weight.bytes / 1024, requests: phone.weight.requests };
  }

  async function tapOnce(base: string, { page, at, done }: (typeof taps)[number], moment: (typeof moments)[number]) {
    const phone = await openPhone(browser, base);
    await phone.runBefore(watchTaps);
    await phone.go(base + pages[page]);
    const element = `document.querySelector(${JSON.stringify(at)})`;
    await phone.waitFor(`performance.getEntriesByName('first-contentful-paint').length && !!${element}`, 20_000);
    if (moment === "at rest") {
      await phone.waitFor("document.readyState === 'complete'", 20_000);
      await sleep(restMs);
    }
    // A finger on the page all along: what blocks it is felt.
    if (moment === "while it loads")
      for (const end = Date.now() + 4000; Date.now() < end; await sleep(80)) await phone.touch({ x: 6, y: 700 });
    const point = await phone.evaluate<{ x: number; y: number }>(`(() => {
      ${element}.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = ${element}.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    await sleep(50);
    const before = Date.now();
    await phone.touch(point);
    const isDone = await phone.waitFor(done, 8000);
    const effect = isDone ? Date.now() - before : Number.NaN;
    await sleep(300);
    const inp = Number(await phone.evaluate("sessionStorage.getItem('felt')"));
    await phone.close();
    return { inp, effect };
  }
}

type Visit = { fcp: number; lcp: number; tbt: number; cls: number; kb: number; requests: number; lcpOf: string };
type Tap = { inp: number; effect: number };

function add<Value>(all: Record<string, Value[]>, row: string, value: Value): void {
  all[row] = [...(all[row] ?? []), value];
}

function printVisits(visits: Record<string, Visit[]>): void {
  const middle = (row: string, name: keyof Omit<Visit, "lcpOf">) => median((visits[row] ?? []).map((one) => one[name]));
  console.log(
    "\n| page | FCP ÷ floor | LCP ÷ floor | FCP ms | LCP ms | blocked ms | shift | KB | requests | largest |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
  for (const [row, all] of Object.entries(visits)) {
    const [fcp, lcp] = [middle(row, "fcp"), middle(row, "lcp")];
    const ratios = [fcp / middle("floor", "fcp"), lcp / middle("floor", "lcp")].map((ratio) => ratio.toFixed(2));
    const whole = [fcp, lcp, middle(row, "tbt")].map((ms) => ms.toFixed(0));
    const cells = [row, ...ratios, ...whole, middle(row, "cls").toFixed(4), middle(row, "kb").toFixed(0)];
    console.log(`| ${[...cells, middle(row, "requests"), all[0]?.lcpOf].join(" | ")} |`);
  }
}

function printTaps(felt: Record<string, Tap[]>): void {
  console.log("\n| first tap | ms until the next paint | worst | ms until its effect |\n| --- | ---: | ---: | ---: |");
  for (const [row, all] of Object.entries(felt)) {
    const [inps, effects] = [all.map(({ inp }) => inp), all.map(({ effect }) => effect)];
    console.log(`| ${[row, median(inps), Math.max(...inps), median(effects)].join(" | ")} |`);
  }
}

// What a slow phone does until it has painted a page: where the limit of a first visit lies.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type Browser, openPhone, startBrowser } from "./bare-browser.ts";
import { floorPage, median } from "./floor.ts";
import { readLaunchOptions } from "./launch-options.ts";
import { startProduct, stopAll } from "./product.mjs";
import { type Span, traceWhile } from "./tracing.ts";

const runs = Number(process.env.RUNS ?? 7);
const paths = {
  text: "/terms-conditions",
  list: "/onlinecourses",
  course: "/onlinecourses/viewdetails/python-fullstack",
};

/** Which of the browser's tasks count as what. Everything else that keeps it busy is "other", and the rest is waiting. */
const kinds: Record<string, string> = {
  ParseHTML: "parse",
  EvaluateScript: "scripts",
  "v8.compile": "scripts",
  UpdateLayoutTree: "style",
  Layout: "layout",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
  Commit: "paint",
};
const columns = ["waits", "parse", "scripts", "style", "layout", "paint", "other"];

/** A phone has Roboto, the first that is looked for. Here it is missing, as Arial is, and each miss costs time; DejaVu is found. */
const missedStandIns = /@font-face\{font-family:[^;]*by (Roboto|Arial)[^}]*\}/g;
const stylesAndScripts = /<(style|script)[^>]*>[\s\S]*?<\/\1>/g;

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { executablePath = "chromium" } = await readLaunchOptions();
  const { url } = await startProduct();
  const documents = new Map([["floor", floorPage]]);
  for (const [title, path] of Object.entries(paths)) {
    const html = await (await fetch(url + path)).text();
    documents.set(title, html);
    documents.set(`${title}, stand-in found at once`, html.replace(missedStandIns, ""));
    documents.set(`${title}, first screen`, cutAfterFirstScreen(html));
    documents.set(
      `${title}, first screen, no styles, no scripts`,
      cutAfterFirstScreen(html).replace(stylesAndScripts, ""),
    );
  }
  const packed = new Map([...documents].map(([title, html]) => [title, gzipSync(html, { level: 9 })]));
  // Documents come from here, so that all take the same way; their pictures come from the product.
  const server = createServer(async (request, answer) => {
    const body = packed.get(decodeURIComponent(request.url?.slice(1) ?? ""));
    if (body) {
      answer.setHeader("content-type", "text/html; charset=utf-8").setHeader("content-encoding", "gzip").end(body);
      return;
    }
    const file = await fetch(url + request.url);
    answer.writeHead(file.status, { "content-type": file.headers.get("content-type") ?? "" });
    answer.end(Buffer.from(await file.arrayBuffer()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await startBrowser(executablePath);
  const traces: Record<string, Trace[]> = {};
  // The first turn warms the browser up.
  for (let run = 0; run <= runs; run++)
    for (const title of packed.keys()) {
      const trace = await traceVisit(browser, `${base}/${encodeURIComponent(title)}`);
      if (run > 0) traces[title] = [...(traces[title] ?? []), trace];
    }
  print(traces, packed);
  await browser.close();
  server.close();
}

/** The top bar, the heading and what stands beside it. */
function cutAfterFirstScreen(html: string): string {
  const main = html.indexOf("<main");
  return `${html.slice(0, html.indexOf("</header>", main))}</header></main></body></html>`;
}

type Trace = { fcp: number; lcp: number; spent: Record<string, number> };

async function traceVisit(browser: Browser, url: string): Promise<Trace> {
  const phone = await openPhone(browser, url);
  const spans = await traceWhile(phone, ["devtools.timeline", "blink.user_timing", "loading", "v8"], async () => {
    await phone.go(url);
    await phone.waitFor("document.readyState === 'complete'", 20_000);
    await sleep(900);
  });
  await phone.close();
  const start = spans.findLast((span) => span.name === "navigationStart" && span.args?.data?.documentLoaderURL === url);
  if (!start) throw new Error(`${url} was not traced`);
  const since = (name: string) =>
    (spans.findLast((span) => span.name === name && span.pid === start.pid)?.ts ?? 0) - start.ts;
  const [fcp, lcp] = [since("firstContentfulPaint"), since("largestContentfulPaint::Candidate")];
  const own = spans.filter(({ pid, tid, ph }) => pid === start.pid && tid === start.tid && ph === "X");
  return { fcp: fcp / 1000, lcp: lcp / 1000, spent: sumUp(own, { from: start.ts, to: start.ts + lcp }) };
}

/** The time of each kind, without what is nested in it. */
function sumUp(spans: Span[], { from, to }: { from: number; to: number }): Record<string, number> {
  const spent = Object.fromEntries(columns.map((column) => [column, 0]));
  const add = (column: string, micros: number) => {
    spent[column] = (spent[column] ?? 0) + micros / 1000;
  };
  const open: { end: number; column: string }[] = [];
  for (const { name, ts, dur } of spans.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    const [begin, end] = [Math.max(ts, from), Math.min(ts + dur, to)];
    if (end <= begin) continue;
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= begin) open.pop();
    const around = open.at(-1);
    const column = kinds[name] ?? around?.column ?? "other";
    add(column, end - begin);
    if (around) add(around.column, begin - end);
    open.push({ end, column });
  }
  const busy = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  return { ...spent, waits: (to - from) / 1000 - busy };
}

function print(traces: Record<string, Trace[]>, packed: Map<string, Buffer>): void {
  const middle = (title: string, read: (trace: Trace) => number) => median((traces[title] ?? []).map(read));
  const [floorFcp, floorLcp] = [middle("floor", ({ fcp }) => fcp), middle("floor", ({ lcp }) => lcp)];
  console.log(`\n| document | KB | FCP ÷ floor | LCP ÷ floor | LCP ms | ${columns.join(" | ")} |`);
  console.log(`| --- |${" ---: |".repeat(columns.length + 4)}`);
  for (const title of Object.keys(traces)) {
    const [fcp, lcp] = [middle(title, (trace) => trace.fcp), middle(title, (trace) => trace.lcp)];
    const kb = ((packed.get(title)?.length ?? 0) / 1024).toFixed(1);
    const ratios = [(fcp / floorFcp).toFixed(2), (lcp / floorLcp).toFixed(2), lcp.toFixed(0)];
    const spent = columns.map((column) => middle(title, (trace) => trace.spent[column] ?? 0).toFixed(0));
    console.log(`| ${[title, kb, ...ratios, ...spent].join(" | ")} |`);
  }
}

// Compares what the guards cost with the work that they guard, in one run.
import { randomInt } from "node:crypto";
import type { Ctx } from "../apps/server/src/context.ts";
import { refuseLongAddress } from "../apps/server/src/http/limits.ts";
import { createCounter } from "../apps/server/src/http/rate-limit.ts";
import { createRenderBudget } from "../apps/server/src/http/render-budget.ts";
import { checkLimits, countSent } from "../apps/server/src/rooms/account/code-limits.ts";
import { hashCode } from "../apps/server/src/rooms/account/secrets.ts";
import { median } from "./floor.ts";
import { get } from "./get.mjs";
import { cpuMicroseconds } from "./load.mjs";
import { startProduct, stopAll } from "./product.mjs";
import { withDatabase } from "./query.ts";

type Asking = Parameters<typeof refuseLongAddress>[0];

const microseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0);

function printRow({ guard, work, of }: { guard: number; work: number; of: string }): void {
  console.log(`| ${of} | ${microseconds(guard)} | ${microseconds(work)} | ${((100 * guard) / work).toFixed(2)} % |`);
}

console.log("\nµs per request: processor time for pages and calls, elapsed time for codes (medians).\n");
console.log("| guard, of what it guards | guard | work | share |\n| --- | ---: | ---: | ---: |");
try {
  const product = await startProduct();
  const address = { req: { path: "/api/webinar/now", url: `${product.url}/api/webinar/now` } } as Asking;
  printRow({
    of: "length of the address, of the smallest call",
    guard: await ownCost(() => refuseLongAddress(address, async () => {})),
    work: await cost(product, { path: () => "/api/webinar/now", times: 2000 }),
  });
  const budget = createRenderBudget({ burst: Infinity });
  const answer = new Response("page");
  printRow({
    of: "render budget, of a page that is not cached",
    guard: await ownCost(() => budget("198.51.100.1", async () => answer)),
    // Below what one address may ask for at once.
    work: await cost(product, { path: (n) => `/onlinecourses?q=${n}`, times: 250 }),
  });
  await withDatabase(async ({ db, pool }) => {
    const counter: Ctx["counter"] = (name, limit) => createCounter(pool, name, limit);
    const ctx = { db, pool, counter, address: "198.51.100.1", smsPerDay: 1_000_000 } as Ctx;
    const [guards, hashes]: [number[], number[]] = [[], []];
    for (let n = 0; n < 200; n++) {
      const phone = { countryCode: "+91", mobileNumber: String(6_000_000_000 + randomInt(999_999_999)) };
      guards.push(await elapsed(async () => countSent(ctx, await checkLimits(ctx, { phone, knownDevice: null }))));
      // A sign-in hashes its code twice: when it is sent, and when it is verified.
      hashes.push((await elapsed(() => hashCode("123456", { cost: 16_384 }))) * 2);
    }
    printRow({ of: "limits of codes, of the hashes of one sign-in", guard: median(guards), work: median(hashes) });
  });
} finally {
  await stopAll();
}

/** Processor time of this process for one run. */
async function ownCost(run: () => Promise<unknown>): Promise<number> {
  const times = 200_000;
  for (let n = 0; n < times / 10; n++) await run();
  const begun = process.cpuUsage();
  for (let n = 0; n < times; n++) await run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / times;
}

type Asked = { path(n: number): string; times: number };

/** Processor time of the product for one answer. The first fifth warms it up. */
async function cost({ url, pid }: { url: string; pid: number | undefined }, { path, times }: Asked): Promise<number> {
  const warm = times / 5;
  let begun = 0;
  for (let n = 0; n < times; n++) {
    if (n === warm) begun = cpuMicroseconds(pid);
    const { status } = await get(url + path(n), {});
    if (status !== 200) throw new Error(`${path(n)} answers ${status}`);
  }
  return (cpuMicroseconds(pid) - begun) / (times - warm);
}

async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) * 1000;
}

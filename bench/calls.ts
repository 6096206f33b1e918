import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cpuMicroseconds, sendMany } from "./load.mjs";
import { startProduct } from "./product.mjs";

export type Product = Awaited<ReturnType<typeof startProduct>>;
export type Call = {
  name: string;
  method?: "GET" | "POST";
  path: string;
  /** Of the n-th request: a form that is sent twice counts once. */
  body?(n: number): object;
  /** Of signed-in learners, who take turns. */
  tokens?: string[];
};
/** CPU time of node and of PostgreSQL for one answer, in ms. */
export type Measured = { node: number; postgres: number };

/** An answer without a query, against which the others are measured. */
export const smallestCall: Call = { name: "smallest call", method: "GET", path: "/healthz" };

// Every visitor has an address of their own, so no limit of calls is reached.
const settings = () => ({ TRUST_PROXY: "127.0.0.1", SMS_PER_DAY: "1000000" });

export const startMeasured = () => startProduct(settings);

/** A product that says how many queries an answer took. It is not the one that is measured, because counting costs too. */
export const startCounting = () =>
  startProduct(settings, ["--import", path.join(import.meta.dirname, "count-queries.mjs")]);

let sent = 0;

/** The next request of a call. */
function requestOf({ method = "POST", path, body = () => ({}), tokens }: Call) {
  const n = ++sent;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
  };
  if (tokens) headers.authorization = `Bearer ${tokens[n % tokens.length]}`;
  return { method, path, headers, ...(method === "POST" ? { body: JSON.stringify(body(n)) } : {}) };
}

/** The round trips of one answer. The first answers prepare statements and read what is kept later. */
export async function countQueries(url: string, call: Call): Promise<number> {
  let counted = "";
  for (let n = 0; n < 3; n++) {
    const { path, ...request } = requestOf(call);
    const answer = await fetch(url + path, request);
    if (!answer.ok) throw new Error(`${call.path} answers ${answer.status}: ${await answer.text()}`);
    counted = answer.headers.get("x-queries") ?? "0";
  }
  return Number(counted);
}

type Rounds = { times: number; rounds: number; after?(at: number): Promise<void> };

/** Medians of rounds in which the calls take turns. `after` each of them comes what is not measured with it. */
export async function measureCalls(product: Product, calls: Call[], { times, rounds, after }: Rounds) {
  const results = calls.map((): Measured[] => []);
  // The first rounds warm it up.
  for (let round = -2; round < rounds; round++)
    for (const [at, call] of calls.entries()) {
      const measured = await send(product, call, { times });
      if (round >= 0) results[at]?.push(measured);
      await after?.(at);
    }
  return results.map((all): Measured => {
    const middle = (key: keyof Measured) => median(all.map((one) => one[key]));
    return { node: middle("node"), postgres: middle("postgres") };
  });
}

async function send({ url, pid }: Product, call: Call, { times }: { times: number }): Promise<Measured> {
  const before = [cpuMicroseconds(pid), postgresMicroseconds(pid)] as const;
  await sendMany(url, { amount: times, next: () => requestOf(call) });
  const [node, postgres] = [cpuMicroseconds(pid) - before[0], postgresMicroseconds(pid) - before[1]];
  return { node: node / times / 1000, postgres: postgres / times / 1000 };
}

/** All processes below the product are PostgreSQL's. A parent keeps the time of those that have ended. */
function postgresMicroseconds(pid: number): number {
  const found = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const stat = readStat(name);
    const fields = stat?.split(") ").at(-1)?.split(" ").map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields?.slice(11, 15) ?? [];
    found.set(Number(name), { parent: fields?.[1] ?? 0, ticks: user + system + endedUser + endedSystem });
  }
  const isBelow = (one: number): boolean => {
    const parent = found.get(one)?.parent ?? 0;
    return parent === pid || (parent > 0 && isBelow(parent));
  };
  const below = [...found].filter(([one]) => isBelow(one));
  return below.reduce((sum, [, { ticks }]) => sum + ticks, 0) * 10_000;
}

function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

export function printRow(...cells: (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

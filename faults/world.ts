import { writeFileSync } from "node:fs";
import path from "node:path";
import { freePort, isEnding, temporaryFolder, waitUntil } from "./children.ts";
import type { Answer, Sent } from "./http.ts";
import { startPair } from "./pair.ts";
import { type Query, queryAt, startServer } from "./postgres.ts";
import { type Product, startProduct } from "./product.ts";
import { startProxy } from "./proxy.ts";
import { startSmtp } from "./smtp.ts";

type Call = (what: string, sent: Sent) => Promise<Answer>;

type Payment = { orderId: string; key: unknown };

type Options = {
  processes?: number;
  env?: Record<string, string>;
  preload?: string;
  dataDir?: string;
  /** The tree of the product; the present one by default. */
  root?: string | undefined;
  /** Settings of the PostgreSQL server. */
  server?: Record<string, string>;
};

/** The product with its database, as visitors and scenarios see it. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** One process with the built-in PostgreSQL. At its start it removes the drafts of the one before. */
export async function openEmbedded({ dataDir = temporaryFolder(), ...options }: Options = {}) {
  const query = queryAt({ host: path.join(dataDir, "run"), user: "postgres", database: "postgres" });
  return openWorld({ ...options, processes: 1, dataDir, query, settings: {}, draftLifetimeInMs: 0 });
}

/** Several processes with a PostgreSQL server of its own, behind a proxy. They tidy up drafts that are an hour old. */
export async function openExternal({ dataDir = temporaryFolder(), server: more = {}, ...options }: Options = {}) {
  const server = await startServer({ more });
  const proxy = await startProxy(server);
  const settings = { DATABASE_URL: server.urlAt(proxy.port) };
  const world = await openWorld({ ...options, dataDir, query: server.query, settings, draftLifetimeInMs: 3_600_000 });
  return { ...world, server, proxy };
}

/** As `openExternal`, with a standby: the proxy is the address that moves to it. */
export async function openPaired({ dataDir = temporaryFolder(), server: more = {}, ...options }: Options = {}) {
  const pair = await startPair({ more });
  const proxy = await startProxy({ port: pair.primary().port });
  const settings = { DATABASE_URL: pair.urlAt(proxy.port) };
  const world = await openWorld({ ...options, dataDir, query: pair.query, settings, draftLifetimeInMs: 3_600_000 });
  return { ...world, pair, proxy };
}

type Parts = Options & {
  dataDir: string;
  query: Query;
  settings: Record<string, string>;
  draftLifetimeInMs: number;
};

async function openWorld({ processes = 1, env = {}, preload, dataDir, query, settings, ...given }: Parts) {
  const smtp = await startSmtp();
  const log = path.join(temporaryFolder(), "product.log");
  writeFileSync(log, "");
  const ports: number[] = [];
  for (let n = 0; n < processes; n++) ports.push(await freePort());
  const products: Product[] = [];
  const exits: string[] = [];
  const ends: { killedAt?: number; endedAt: number }[] = [];
  const asked = new Set<number>();
  const allowed = new Set<number>();
  let front = `http://127.0.0.1:${ports[0]}`;
  let root = given.root;

  async function start(n: number): Promise<Product> {
    const product = await startProduct({
      port: ports[n] as number,
      preload,
      log,
      env: { DATA_DIR: dataDir, SMTP_URL: smtp.url, MAIL_FROM: "hello@shoreline.example", ...settings, ...env },
      ...(root ? { root } : {}),
    });
    products[n] = product;
    supervise(n, product);
    return product;
  }

  /** Starts a process again that has ended by itself, as a supervisor would. */
  async function supervise(n: number, { child }: Product): Promise<void> {
    const { code, signal } = await child.ended;
    if (asked.has(child.pid) || isEnding()) return;
    ends.push({ endedAt: performance.now() });
    if (!allowed.has(child.pid)) exits.push(`code ${code}, signal ${signal}: ${lastWords(child.output())}`);
    for (let tries = 0, isUp = false; !isUp && tries < 20 && !isEnding(); tries++)
      isUp = await start(n).then(
        () => true,
        () => false,
      );
  }

  /** Signals one process and waits until it has ended. */
  async function end(n: number, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { child } = products[n] as Product;
    asked.add(child.pid);
    const killedAt = performance.now();
    child.kill(signal);
    await child.ended;
    if (signal === "SIGKILL") ends.push({ killedAt, endedAt: performance.now() });
  }

  for (let n = 0; n < processes; n++) await start(n);
  await query(
    `insert into webinar (slug, title, course, start_at, seats, mentor)
     select 'few-seats', 'Few seats', course, now() + interval '5 days', 0, mentor from webinar limit 1
     on conflict do nothing`,
  );
  const [course] = await query<{ price: number }>("select price_in_paise as price from course where course_id = 'sql'");
  const [offline] = await query<{ id: string }>("select id from offline_course limit 1");

  return {
    dataDir,
    draftLifetimeInMs: given.draftLifetimeInMs,
    query,
    /** Codes come by SMS, which stay in the outbox; mails really arrive. */
    smtp,
    mails: smtp.mails,
    /** The file with all that the processes said. */
    log,
    products,
    ports,
    /** Processes that were killed or ended by themselves. */
    ends,
    /** Ends of processes that nobody asked for. */
    exits,
    start,
    end,
    priceInPaise: course?.price ?? 0,
    offlineId: offline?.id ?? "",
    webinarSlug: "few-seats",
    base: () => front,
    setFront(url: string) {
      front = url;
    },
    setRoot(to: string) {
      root = to;
    },
    async readCode(number: string): Promise<string | undefined> {
      const [message] = await query<{ text: string }>(
        `select text from outbox where kind = 'sms' and "to" like $1 order by at desc limit 1`,
        [`%${number}`],
      );
      return /^\d{6}/.exec(message?.text ?? "")?.[0];
    },
    pay: (call: Call, { orderId, key }: Payment): Promise<Answer> =>
      call("gateway", {
        method: "POST",
        path: `/dev/gateway/checkout/${orderId}/pay`,
        body: { key, method: "upi", outcome: "captured" },
      }),
    /** Waits until all processes are ready for traffic. */
    healthy: (seconds = 60) =>
      waitUntil(async () => (await Promise.all(products.map(({ isUp }) => isUp()))).every(Boolean), {
        seconds,
        what: "the product is healthy again",
      }),
    /** An end that is no fault. */
    allowEnd(n: number) {
      allowed.add((products[n] as Product).child.pid);
    },
  };
}

/** The line that names the error, or the last one. */
function lastWords(output: string): string {
  const lines = output.trim().split("\n");
  return (lines.findLast((line) => /Error: |"level":60/.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
}

import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import type { AppEnv } from "./env.ts";
import { chooseOrPack, type Kept, keep, packOnce } from "./kept.ts";
import type { CacheOutcome } from "./metrics.ts";

export type PageCache = ReturnType<typeof createPageCache>;

type Options = { maxBytes: number; headers?: [string, string][]; count?(outcome: CacheOutcome): void };

/** Keeps what is the same for everyone, ready to send, until content changes. `headers` go on every answer. */
export function createPageCache({ maxBytes, headers: common = [], count = () => {} }: Options) {
  const sizeCalculation = (kept: Kept, key: string) => key.length + kept.body.length * 2 + 2000;
  const entries = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation });
  const underWay = new Map<string, Promise<Kept | Response>>();
  let generation = 0;
  let isListening = false;

  /** One request does the work for all that ask meanwhile. What began before a purge is not kept after it. */
  function make(key: string, route: string, produce: () => Promise<Response>): Promise<Kept | Response> {
    const before = underWay.get(key);
    if (before) return before;
    const begunIn = generation;
    const work = (async () => {
      const response = await produce();
      if (response.status !== 200 || response.headers.get("cache-control")?.includes("no-store")) return response;
      const kept = await toKept(response, { route, common });
      if (isListening && generation === begunIn) entries.set(key, kept);
      return kept;
    })();
    underWay.set(key, work);
    const forget = () => underWay.get(key) === work && underWay.delete(key);
    work.then(forget, forget);
    return work;
  }

  return {
    /** `target` is path and query as they stand in a request. */
    find: (target: string): Kept | undefined => entries.get(keyOf(target)),
    async answer(c: Context<AppEnv>, produce: () => Promise<Response>): Promise<Response> {
      if (c.req.method !== "GET" && c.req.method !== "HEAD") return produce();
      const target = c.req.url.slice(c.req.url.indexOf("/", 8));
      const kept = entries.get(keyOf(target));
      if (kept) {
        count("hit");
        return sendKept(c, kept);
      }
      count(isListening ? "miss" : "bypass");
      let isOurs = false;
      const made = await make(keyOf(target), c.var.route, () => {
        isOurs = true;
        return produce();
      });
      if (!(made instanceof Response)) return sendKept(c, made);
      // What is not kept names its own request: whoever only waited asks again.
      return packOnce(isOurs ? made : await produce(), c.req.header("accept-encoding"));
    },
    purge() {
      generation++;
      underWay.clear();
      entries.clear();
    },
    /** Without news of changes nothing may be kept. */
    setListening(is: boolean) {
      isListening = is;
      if (!is) this.purge();
    },
    entries: () => entries.size,
  };
}

/** What campaigns and social networks hang on a link does not change the page. */
const tracking = /^(utm_\w+|fbclid|gclid|igshid|mc_cid|mc_eid)=/;

function keyOf(target: string): string {
  // At the first mark only: a second one belongs to the query.
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? undefined : target.slice(mark + 1);
  if (query === undefined) return path;
  const telling = query.split("&").filter((part) => part && !tracking.test(part));
  return telling.length > 0 ? `${path}?${telling.join("&")}` : path;
}

async function toKept(
  response: Response,
  { route, common }: { route: string; common: [string, string][] },
): Promise<Kept> {
  const headers = new Headers(common);
  for (const [name, value] of response.headers) headers.set(name, value);
  headers.set("cache-control", "public, no-cache");
  return keep({ body: Buffer.from(await response.arrayBuffer()), headers: [...headers], route, isPackable: true });
}

export async function sendKept(c: Context<AppEnv>, kept: Kept): Promise<Response> {
  const { status, headers, body } = await chooseOrPack(kept, {
    ifNoneMatch: c.req.header("if-none-match"),
    acceptEncoding: c.req.header("accept-encoding"),
  });
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as [string, string]] : [],
  );
  return new Response(status === 304 ? null : new Uint8Array(body), { status, headers: pairs });
}

import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { type CacheEntry, chooseOrCompress, compressOnce, createEntry } from "./cache-entry.ts";
import type { AppEnv } from "./env.ts";
import type { CacheOutcome } from "./metrics.ts";
import { isMissingPage, keyOf } from "./page-address.ts";

export type PageCache = ReturnType<typeof createPageCache>;

type Options = { maxBytes: number; headers?: [string, string][]; count?(outcome: CacheOutcome): void };

/** Caches answers that are the same for everyone until content changes. `headers` go on every answer. */
export function createPageCache({ maxBytes, headers: common = [], count = () => {} }: Options) {
  const sizeCalculation = (entry: CacheEntry, key: string) => key.length + entry.body.length * 2 + 2000;
  const entries = new LRUCache<string, CacheEntry>({ maxSize: maxBytes, sizeCalculation });
  const inFlight = new Map<string, Promise<CacheEntry | Response>>();
  let generation = 0;
  let isListening = false;

  /** Requests for the same key share one rendering. A rendering that began before a purge is not cached after it. */
  function make(key: string, route: string, produce: () => Promise<Response>): Promise<CacheEntry | Response> {
    const before = inFlight.get(key);
    if (before) return before;
    const begunIn = generation;
    const work = (async () => {
      const response = await produce();
      const isCacheable = response.status === 200 || (response.status === 404 && isMissingPage(key));
      if (!isCacheable || response.headers.get("cache-control")?.includes("no-store")) return response;
      const entry = await toEntry(response, { route, common });
      if (isListening && generation === begunIn) entries.set(key, entry);
      return entry;
    })();
    inFlight.set(key, work);
    const forget = () => inFlight.get(key) === work && inFlight.delete(key);
    work.then(forget, forget);
    return work;
  }

  return {
    /** `target` is the path and query of a request. */
    find: (target: string): CacheEntry | undefined => entries.get(keyOf(target)),
    /** `target` is given where a page stands in for the one that was asked for. */
    async answer(c: Context<AppEnv>, produce: () => Promise<Response>, target = targetOf(c)): Promise<Response> {
      if (c.req.method !== "GET" && c.req.method !== "HEAD") return produce();
      const entry = entries.get(keyOf(target));
      if (entry) {
        count("hit");
        return sendEntry(c, entry);
      }
      count(isListening ? "miss" : "bypass");
      let isOurs = false;
      const made = await make(keyOf(target), c.var.route, () => {
        isOurs = true;
        return produce();
      });
      if (!(made instanceof Response)) return sendEntry(c, made);
      // An answer that is not cached carries the id of its own request, so a request that only waited renders its own.
      return compressOnce(isOurs ? made : await produce(), c.req.header("accept-encoding"));
    },
    purge() {
      generation++;
      inFlight.clear();
      entries.clear();
    },
    /** Nothing may be cached while we cannot hear of content changes. */
    setListening(is: boolean) {
      isListening = is;
      if (!is) this.purge();
    },
    entries: () => entries.size,
  };
}

function targetOf(c: Context<AppEnv>): string {
  return c.req.url.slice(c.req.url.indexOf("/", 8));
}

async function toEntry(
  response: Response,
  { route, common }: { route: string; common: [string, string][] },
): Promise<CacheEntry> {
  const headers = new Headers(common);
  for (const [name, value] of response.headers) headers.set(name, value);
  const status = response.status === 404 ? 404 : 200;
  headers.set("cache-control", status === 200 ? "public, no-cache" : "no-store");
  const body = Buffer.from(await response.arrayBuffer());
  return createEntry({ status, body, headers: [...headers], route, isCompressible: true });
}

export async function sendEntry(c: Context<AppEnv>, entry: CacheEntry): Promise<Response> {
  const { status, headers, body } = await chooseOrCompress(entry, {
    ifNoneMatch: c.req.header("if-none-match"),
    acceptEncoding: c.req.header("accept-encoding"),
  });
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as [string, string]] : [],
  );
  return new Response(status === 304 ? null : new Uint8Array(body), { status, headers: pairs });
}

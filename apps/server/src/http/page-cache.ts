import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { isAway } from "../db/away.ts";
import {
  type CacheEntry,
  chooseOrCompress,
  compressOnce,
  createEntry,
  type Page,
  partsOf,
  toResponse,
} from "./cache-entry.ts";
import type { AppEnv } from "./env.ts";
import type { CacheOutcome } from "./metrics.ts";
import { isMissingPage, isSearch, keyOf } from "./page-address.ts";

type Made = Response | Page;
/** `entry` is what others get too. */
type Outcome = { made: Made; entry?: LazyEntry };
/** Most searches are never repeated, so their entry is made when somebody else asks. */
type LazyEntry = { size: number; entry(): CacheEntry };

export type PageCache = ReturnType<typeof createPageCache>;

type Options = { maxBytes: number; headers?: [string, string][]; count?(outcome: CacheOutcome): void };

/**
 * What the cache knows about content changes. `listening`: it hears of every change. `in doubt`: it may have missed one, so every
 * page is made again. `away`: the database cannot be reached, so nothing can be made.
 */
export type Contact = "listening" | "in doubt" | "away";

/**
 * Caches answers that are the same for everyone until content changes. Outdated answers stay as long as there is room: they are
 * sent, marked as stale, while the database is away. `headers` go on every answer.
 */
export function createPageCache({ maxBytes, headers: common = [], count = () => {} }: Options) {
  const sizeCalculation = ({ size }: LazyEntry, key: string) => key.length + size * 2 + 2000;
  const entries = new LRUCache<string, LazyEntry>({ maxSize: maxBytes, sizeCalculation });
  // What visitors search for has no end: such pages have little room of their own, and displace no others.
  const searches = new LRUCache<string, LazyEntry>({ maxSize: Math.ceil(maxBytes / 10), sizeCalculation });
  const roomOf = (key: string) => (isSearch(key) ? searches : entries);
  const inFlight = new Map<string, Promise<Outcome>>();
  const facts = new Map<unknown, Promise<unknown>>();
  /** Entries of an earlier generation are outdated. */
  const generations = new WeakMap<LazyEntry, number>();
  let generation = 0;
  let contact: Contact = "in doubt";

  function findFresh(key: string): CacheEntry | undefined {
    if (contact !== "listening") return undefined;
    const kept = roomOf(key).get(key);
    return kept && generations.get(kept) === generation ? kept.entry() : undefined;
  }

  /** Requests for the same key share one rendering. A rendering that began before a purge is not cached after it. */
  function make(key: string, route: string, produce: () => Promise<Made>): Promise<Outcome> {
    const before = inFlight.get(key);
    if (before) return before;
    const begunIn = generation;
    const work = (async () => {
      const made = await produce();
      const isCacheable = made.status === 200 || (made.status === 404 && isMissingPage(key));
      if (!isCacheable || made.headers.get("cache-control")?.includes("no-store")) return { made };
      const entry = await lazyEntry(made, { route, common });
      generations.set(entry, begunIn);
      if (contact === "listening" && generation === begunIn) roomOf(key).set(key, entry);
      return { made, entry };
    })();
    inFlight.set(key, work);
    const forget = () => inFlight.get(key) === work && inFlight.delete(key);
    work.then(forget, forget);
    return work;
  }

  return {
    /** `target` is the path and query of a request. */
    find: (target: string): CacheEntry | undefined => findFresh(keyOf(target)),
    /** `target` is given where a page stands in for the one that was asked for. */
    async answer(c: Context<AppEnv>, produce: () => Promise<Made>, target = targetOf(c)): Promise<Response> {
      if (c.req.method !== "GET" && c.req.method !== "HEAD") return toResponse(await produce());
      const key = keyOf(target);
      const fresh = findFresh(key);
      if (fresh) {
        count("hit");
        return sendEntry(c, fresh);
      }
      // A page that is being made needs fresh parts: otherwise nobody would know that it is stale.
      const isPart = c.env?.pageRequestId !== undefined;
      const kept = isPart ? undefined : roomOf(key).get(key);
      if (kept && contact === "away") return sendStale(c, kept.entry());
      count(contact === "listening" ? "miss" : "bypass");
      let isOurs = false;
      const outcome = await make(key, c.var.route, () => {
        isOurs = true;
        return produce();
      }).catch((error) => {
        if (kept && isAway(error)) return null;
        throw error;
      });
      if (kept && (!outcome || outcome.made.status === 503)) return sendStale(c, kept.entry());
      // The first answer to a search is compressed quickly, not well. The body of a Response was read already.
      const isFirstSearch = isOurs && isSearch(key) && outcome !== null && "parts" in outcome.made;
      if (outcome?.entry && !isFirstSearch) return sendEntry(c, outcome.entry.entry());
      if (outcome?.entry) outcome.made.headers.set("cache-control", "public, no-cache");
      // An answer that is not cached carries the id of its own request, so a request that only waited renders its own.
      return compressOnce(isOurs && outcome ? outcome.made : await produce(), c.req.header("accept-encoding"));
    },
    /** What a function reads of the content: once until it changes, and every time while we might miss a change. */
    oncePerContent<From, Fact>(read: (from: From) => Promise<Fact>, from: From): Promise<Fact> {
      const known = facts.get(read);
      if (known) return known as Promise<Fact>;
      const fact = read(from);
      if (contact !== "listening") return fact;
      facts.set(read, fact);
      fact.catch(() => facts.get(read) === fact && facts.delete(read));
      return fact;
    },
    /** Content has changed. */
    purge() {
      generation++;
      inFlight.clear();
      facts.clear();
    },
    setContact(is: Contact) {
      // While we were not listening, content may have changed.
      if (contact !== is) this.purge();
      contact = is;
    },
    entries: () => entries.size + searches.size,
  };

  function sendStale(c: Context<AppEnv>, entry: CacheEntry): Promise<Response> {
    count("stale");
    return sendEntry(c, entry, { "cache-status": "pages; hit; detail=stale" });
  }
}

function targetOf(c: Context<AppEnv>): string {
  return c.req.url.slice(c.req.url.indexOf("/", 8));
}

type Source = { made: Made; parts: Buffer[] };
type Named = { route: string; common: [string, string][] };

async function lazyEntry(made: Made, named: Named): Promise<LazyEntry> {
  const parts = await partsOf(made);
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  let source: Source | undefined = { made, parts };
  let entry: CacheEntry | undefined;
  return {
    size,
    entry() {
      if (source) entry = toEntry(source, named);
      source = undefined;
      return entry as CacheEntry;
    },
  };
}

function toEntry({ made, parts }: Source, { route, common }: Named): CacheEntry {
  const headers = new Headers(common);
  for (const [name, value] of made.headers) headers.set(name, value);
  const status = made.status === 404 ? 404 : 200;
  const own = made.headers.get("cache-control");
  const usual = status === 200 ? "public, no-cache" : "no-store";
  headers.set("cache-control", own?.startsWith("public, max-age=") ? own : usual);
  const body = Buffer.concat(parts);
  const isCompressible = !/^image\/(png|jpeg)$/.test(headers.get("content-type") ?? "");
  return createEntry({ status, body, headers: [...headers], route, isCompressible });
}

export async function sendEntry(
  c: Context<AppEnv>,
  entry: CacheEntry,
  more: Record<string, string> = {},
): Promise<Response> {
  const { status, headers, body } = await chooseOrCompress(entry, {
    ifNoneMatch: c.req.header("if-none-match"),
    acceptEncoding: c.req.header("accept-encoding"),
  });
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as [string, string]] : [],
  );
  const all = [...pairs, ...Object.entries(more)] as [string, string][];
  return new Response(status === 304 ? null : new Uint8Array(body), { status, headers: all });
}

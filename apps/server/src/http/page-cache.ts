import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import type { AppEnv } from "./env.ts";

type Encoding = "br" | "gzip";
type Entry = {
  body: Buffer;
  headers: [string, string][];
  etag: string;
  encoded: Partial<Record<Encoding, Promise<Buffer>>>;
};

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 8 }),
};
// Below this a compressed body is no smaller in packets.
const worthCompressing = 1000;

export type PageCache = ReturnType<typeof createPageCache>;

type Options = { maxBytes: number; count?(outcome: "hit" | "miss" | "bypass"): void };

/** Keeps what is the same for everyone, ready to send, until content changes. */
export function createPageCache({ maxBytes, count = () => {} }: Options) {
  const kept = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => key.length + entry.body.length * 2 + 500,
  });
  const underWay = new Map<string, Promise<Entry | Response>>();
  let generation = 0;
  let isListening = false;

  /** One request does the work for all that ask meanwhile. What began before a purge is not kept after it. */
  function make(key: string, produce: () => Promise<Response>): Promise<Entry | Response> {
    const before = underWay.get(key);
    if (before) return before;
    const begunIn = generation;
    const work = (async () => {
      const response = await produce();
      if (response.status !== 200) return response;
      const entry = await toEntry(response);
      if (isListening && generation === begunIn) kept.set(key, entry);
      return entry;
    })();
    underWay.set(key, work);
    const forget = () => underWay.get(key) === work && underWay.delete(key);
    work.then(forget, forget);
    return work;
  }

  return {
    async answer(c: Context<AppEnv>, produce: () => Promise<Response>): Promise<Response> {
      if (c.req.method !== "GET" && c.req.method !== "HEAD") return produce();
      const key = keyOf(c.req.url);
      const entry = kept.get(key);
      if (entry) {
        count("hit");
        return send(c, entry);
      }
      count(isListening ? "miss" : "bypass");
      const made = await make(key, produce);
      // Several requests may share this answer, and a body can be read only once.
      return made instanceof Response ? made.clone() : send(c, made);
    },
    purge() {
      generation++;
      underWay.clear();
      kept.clear();
    },
    /** Without news of changes nothing may be kept. */
    setListening(is: boolean) {
      isListening = is;
      if (!is) this.purge();
    },
    entries: () => kept.size,
  };
}

/** What campaigns and social networks hang on a link does not change the page. */
const tracking = /^(utm_\w+|fbclid|gclid|igshid|mc_cid|mc_eid)$/;

function keyOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .filter(([name]) => !tracking.test(name))
    .map((pair) => pair.map(encodeURIComponent).join("="));
  return `${pathname.replace(/(.)\/$/, "$1")}?${query.join("&")}`;
}

async function toEntry(response: Response): Promise<Entry> {
  const body = Buffer.from(await response.arrayBuffer());
  // Weak, because one tag stands for all encodings of the same page.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = [...response.headers].filter(([name]) => name !== "cache-control");
  return {
    body,
    etag,
    headers: [...headers, ["cache-control", "public, no-cache"], ["vary", "accept-encoding"], ["etag", etag]],
    encoded: {},
  };
}

async function send(c: Context<AppEnv>, entry: Entry): Promise<Response> {
  const asked = c.req.header("if-none-match");
  if (asked && (asked === "*" || asked.split(/\s*,\s*/).includes(entry.etag)))
    return new Response(null, { status: 304, headers: entry.headers });
  const encoding = entry.body.length < worthCompressing ? undefined : bestEncoding(c.req.header("accept-encoding"));
  if (!encoding)
    return new Response(new Uint8Array(entry.body), {
      headers: [...entry.headers, ["content-length", String(entry.body.length)]],
    });
  entry.encoded[encoding] ??= compress[encoding](entry.body);
  const body = await entry.encoded[encoding];
  return new Response(new Uint8Array(body), {
    headers: [...entry.headers, ["content-encoding", encoding], ["content-length", String(body.length)]],
  });
}

function bestEncoding(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined;
  const allowed = accepted
    .split(",")
    .filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => allowed.includes(encoding));
}

import { LRUCache } from "lru-cache";

export type RenderBudget = <Made>(address: string | undefined, work: () => Promise<Made>) => Promise<Made | Response>;

type Options = {
  /** Pages that are rendered at the same time. The others wait: between two of them, cached pages are served. */
  atOnce?: number;
  maxWaiting?: number;
  /** How many of those may be of one address, so that it cannot keep the others out. */
  maxWaitingPerAddress?: number;
  /** For one address: pages at once, and how many more it gets each second. A whole class may share an address. */
  burst?: number;
  perSecond?: number;
  now?(): number;
};

/** Limits what strangers can make us render: a page that is not cached costs about a hundred times one that is. */
export function createRenderBudget(options: Options = {}): RenderBudget {
  const { atOnce = 4, maxWaiting = 200, maxWaitingPerAddress = 60 } = options;
  const { burst = 300, perSecond = 20, now = () => performance.now() } = options;
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: 20_000 });
  const waiting: { address: string | undefined; go(): void }[] = [];
  let rendering = 0;

  function isOver(address: string): boolean {
    const at = now();
    const bucket = buckets.get(address) ?? { left: burst, at };
    const left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond);
    buckets.set(address, { left: Math.max(0, left - 1), at });
    return left < 1;
  }

  const isCrowding = (address: string) =>
    waiting.filter((one) => one.address === address).length >= maxWaitingPerAddress;

  return async (address, work) => {
    if (address !== undefined && (isOver(address) || isCrowding(address)))
      return refuse(429, "You have opened too many pages at once.");
    if (rendering >= atOnce) {
      if (waiting.length >= maxWaiting) return refuse(503, "The server is busy.");
      await new Promise<void>((go) => waiting.push({ address, go }));
    } else rendering++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next: a newcomer cannot slip in between.
      const next = waiting.shift();
      if (next) next.go();
      else rendering--;
    }
  };
}

function refuse(status: 429 | 503, why: string): Response {
  const headers = { "retry-after": "5", "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" };
  return new Response(`${why} Please wait a few seconds and load the page again.`, { status, headers });
}

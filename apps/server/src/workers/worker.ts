import { Hono } from "hono";
import type { Metrics } from "../http/metrics.ts";
import { type Line, openLine } from "./line.ts";

type Asked = { mountedAt: string; method: string; url: string; headers: [string, string][]; body: Uint8Array | null };
type Answered = { status: number; headers: [string, string][]; body: Uint8Array };

export type CrewLine = ReturnType<typeof joinCrew>;

/** The worker's side of the line to the primary. */
export function joinCrew() {
  const shared = new Map<string, Hono>();
  let metrics: Metrics | undefined;
  const line: Line = openLine(process, {
    metrics: () => metrics?.asJson() ?? [],
    async shared({ mountedAt, method, url, headers, body }: Asked): Promise<Answered> {
      const app = shared.get(mountedAt);
      if (!app) throw new Error(`${mountedAt} is not here.`);
      const response = await app.fetch(new Request(url, { method, headers, ...(body ? { body: copied(body) } : {}) }));
      const answer = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: [...response.headers], body: answer };
    },
  });

  return {
    ready: (greeting: string) => line.ask("ready", greeting, { withinMs: 10_000 }),
    /**
     * Local stand-ins for providers keep some of their state in memory, as each of them is one program. So one worker answers for all;
     * when it ends, another one begins.
     */
    share(mountedAt: string, app: Hono): Hono {
      shared.set(mountedAt, app);
      const relay = new Hono();
      relay.all("*", async (c) => {
        const { method, headers } = c.req.raw;
        // Calls of our own come without the place.
        const url = c.req.url.replace(new RegExp(`^(\\w+://[^/]+)${mountedAt}`), "$1");
        const body = c.req.raw.body ? new Uint8Array(await c.req.arrayBuffer()) : null;
        const asked: Asked = { mountedAt, method, url, headers: [...headers], body };
        const answer = await line.ask<Answered>("shared", asked, { withinMs: 20_000 });
        const isEmpty = [204, 304].includes(answer.status);
        return new Response(isEmpty ? null : copied(answer.body), { status: answer.status, headers: answer.headers });
      });
      return relay;
    },
    /** The same metrics, but their text is that of all workers. */
    wholeMetrics(own: Metrics): Metrics {
      metrics = own;
      return { ...own, text: () => line.ask<string>("metrics", null, { withinMs: 10_000 }) };
    },
  };
}

function copied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

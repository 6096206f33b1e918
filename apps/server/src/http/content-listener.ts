import pg from "pg";
import type { Logger } from "pino";
import type { PageCache } from "./page-cache.ts";

/** Empties the page cache when any process changes content. While the connection is down, nothing is cached. */
export function listenForContent({
  connection,
  cache,
  log,
}: {
  connection: pg.ClientConfig;
  cache: PageCache;
  log: Logger;
}): { ready: Promise<void>; stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true });
    next.on("error", () => lost(next));
    next.on("end", () => lost(next));
    next.on("notification", () => cache.purge());
    try {
      client = next;
      await next.connect();
      await next.query("listen content");
      cache.purge();
      cache.setListening(true);
    } catch (error) {
      log.warn({ err: error }, "cannot listen for content changes");
      lost(next);
    }
  }

  function lost(which: pg.Client) {
    if (isStopped || which !== client) return;
    client = undefined;
    cache.setListening(false);
    which.end().catch(() => {});
    retry = setTimeout(connect, 1000);
  }

  return {
    ready: connect(),
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

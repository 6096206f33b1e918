import type pg from "pg";
import type { Logger } from "pino";
import { keepConnection } from "../db/standing-connection.ts";
import type { PageCache } from "./page-cache.ts";

type Listening = { connection: pg.ClientConfig; cache: PageCache; log: Logger };

/** Empties the page cache when any process changes content; without the connection, nothing is cached. */
export function listenForContent({ connection, cache, log }: Listening) {
  return keepConnection({
    connection,
    log,
    warning: "cannot listen for content changes",
    async onConnect(client) {
      client.on("notification", () => cache.purge());
      await client.query("listen content");
      cache.purge();
      cache.setListening(true);
    },
    onLost: () => cache.setListening(false),
  });
}

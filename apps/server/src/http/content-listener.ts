import type pg from "pg";
import type { Logger } from "pino";
import { keepConnection } from "../db/standing-connection.ts";
import type { PageCache } from "./page-cache.ts";

type Listening = {
  connection: pg.ClientConfig;
  cache: PageCache;
  log: Logger;
  /** Called when the line to the database is dead, and with it every other connection, and when it works again. */
  setLine?(isAlive: boolean): void;
  times?: Parameters<typeof keepConnection>[0]["times"];
};

/** Tells the page cache when any process changes content. Without the connection, nothing counts as fresh. */
export function listenForContent({ connection, cache, log, setLine, times }: Listening) {
  return keepConnection({
    connection,
    log,
    warning: "cannot listen for content changes",
    async onConnect(client) {
      client.on("notification", () => cache.purge());
      await client.query("listen content");
      cache.setContact("listening");
      setLine?.(true);
    },
    onLost({ isSilent }) {
      cache.setContact("in doubt");
      if (isSilent) setLine?.(false);
    },
    onAway: () => cache.setContact("away"),
    ...(times ? { times } : {}),
  });
}

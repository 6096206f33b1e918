import type pg from "pg";
import type { Logger } from "pino";
import type { Replica } from "../db/replica.ts";
import { keepConnection } from "../db/standing-connection.ts";
import type { PageCache } from "./page-cache.ts";

type Listening = {
  connection: pg.ClientConfig;
  cache: PageCache;
  log: Logger;
  /** Called when the line to the database is dead, and with it every other connection, and when it works again. */
  setLine?(isAlive: boolean): void;
  /** Where there is a replica, it must have replayed a change before it answers again. */
  replica?: Pick<Replica, "contentChanged" | "contentUnknown"> | undefined;
  times?: Parameters<typeof keepConnection>[0]["times"];
};

/** Tells the page cache when any process changes content. Without the connection, nothing counts as fresh. */
export function listenForContent({ connection, cache, log, setLine, replica, times }: Listening) {
  return keepConnection({
    connection,
    log,
    warning: "cannot listen for content changes",
    async onConnect(client) {
      const onChange = () => {
        cache.purge();
        // While its position is not known, the replica is not asked; a lost line is noticed below.
        replica?.contentChanged(client).catch(() => {});
      };
      client.on("notification", onChange);
      await client.query("listen content");
      await replica?.contentChanged(client);
      cache.setContact("listening");
      setLine?.(true);
    },
    onLost({ isSilent }) {
      cache.setContact("in doubt");
      replica?.contentUnknown();
      if (isSilent) setLine?.(false);
    },
    onAway: () => cache.setContact("away"),
    ...(times ? { times } : {}),
  });
}

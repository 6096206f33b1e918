import pg from "pg";
import type { Logger } from "pino";

type StandingConnection = {
  connection: pg.ClientConfig;
  log: Logger;
  /** The log line while there is no connection. */
  warning: string;
  /** What the connection is for: to listen, or to hold a lock. */
  onConnect(client: pg.Client): Promise<void>;
  onLost?(): void;
};

const retryAfterMs = 1000;

/** A connection outside the pool that lasts as long as the process: when it breaks, it is opened again. */
export function keepConnection({ connection, log, warning, onConnect, onLost }: StandingConnection) {
  let client: pg.Client | undefined;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true });
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    try {
      client = next;
      await next.connect();
      await onConnect(next);
    } catch (error) {
      log.warn({ err: error }, warning);
      lose(next);
    }
  }

  function lose(which: pg.Client) {
    if (isStopped || which !== client) return;
    client = undefined;
    onLost?.();
    which.end().catch(() => {});
    retry = setTimeout(connect, retryAfterMs);
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

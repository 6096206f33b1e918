import pg from "pg";
import type { Logger } from "pino";
import { isRestarting } from "./away.ts";
import { hangUp } from "./hang-up.ts";

type StandingConnection = {
  connection: pg.ClientConfig;
  log: Logger;
  /** The log line while there is no connection. */
  warning: string;
  /** What the connection is for: to listen, or to hold a lock. */
  onConnect(client: pg.Client): Promise<void>;
  /** `isSilent`: the other side did not say that it closed the connection; it just stopped answering. */
  onLost?(loss: { isSilent: boolean }): void;
  /** The database cannot be reached at all; tried again every second. */
  onAway?(): void;
  times?: Times;
};

type Times = { beatMs: number; answerMs: number; retryMs: number };

const usualTimes: Times = { beatMs: 5000, answerMs: 8000, retryMs: 1000 };

/**
 * A connection outside the pool that lasts as long as the process: when it breaks, it is opened again. A line can die without
 * a word, so the connection asks for an answer every few seconds.
 */
export function keepConnection(options: StandingConnection) {
  const { connection, log, warning, onConnect, onLost, onAway, times = usualTimes } = options;
  let client: pg.Client | undefined;
  let isStopped = false;
  let next: NodeJS.Timeout | undefined;

  async function connect(): Promise<boolean> {
    const opened = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: times.answerMs,
      query_timeout: times.answerMs,
    });
    opened.on("error", () => {});
    client = opened;
    try {
      await opened.connect();
      // Not before: a failed attempt is reported below, with its reason.
      opened.on("end", () => lose(opened, { isSilent: false }));
      // The server, too, notices within half a minute that this machine is gone, and gives up our locks.
      await opened.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3");
      await onConnect(opened);
      if (!isStopped) next = setTimeout(beat, times.beatMs, opened);
      return true;
    } catch (error) {
      if (isStopped) return false;
      log.warn({ err: error }, warning);
      lose(opened, { isSilent: isTimeout(error) });
      if (isRestarting(error) || isTimeout(error)) onAway?.();
      return false;
    }
  }

  async function beat(opened: pg.Client): Promise<void> {
    try {
      await opened.query("select");
      if (!isStopped && opened === client) next = setTimeout(beat, times.beatMs, opened);
    } catch (error) {
      log.warn({ err: error }, warning);
      lose(opened, { isSilent: isTimeout(error) });
    }
  }

  function lose(which: pg.Client, loss: { isSilent: boolean }) {
    if (isStopped || which !== client) return;
    client = undefined;
    onLost?.(loss);
    hangUp(which);
    clearTimeout(next);
    next = setTimeout(connect, times.retryMs);
  }

  return {
    /** False when the first attempt failed; it goes on trying. */
    ready: connect(),
    async stop() {
      isStopped = true;
      clearTimeout(next);
      if (client) await Promise.race([client.end(), new Promise((late) => setTimeout(late, 1000).unref())]);
    },
  };
}

function isTimeout(error: unknown): boolean {
  return /timeout|ETIMEDOUT/i.test((error as Error).message);
}

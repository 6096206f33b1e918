import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { StartError } from "../start-error.ts";

/** `error`: the system would not start the process. */
export type Ending = { code: number | null; signal: string | null; error?: string };

/** One process that serves. */
export type Member = {
  pid: number | undefined;
  /** Resolves when it serves. */
  ready: Promise<void>;
  ended: Promise<Ending>;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
};

type Options = {
  count: number;
  /** The first one starts alone: it migrates and fills the database, and says once what is wrong with the settings. */
  hire(task: { isFirst: boolean }): Member;
  log: Pick<Logger, "warn">;
  pauseMs?: (failures: number) => number;
};

export type Crew = {
  /** Resolves when all have been ready once. */
  ready: Promise<void>;
  stop(limits: { withinMs: number }): Promise<void>;
};

/** The first worker has said why it cannot start. */
export class WorkerRefused extends Error {}

const firstTries = 5;
const stableAfterMs = 60_000;

/** Keeps so many workers running until it is told to stop. */
export function startCrew({ count, hire, log, pauseMs = usualPause }: Options): Crew {
  const members = new Set<Member>();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  function start(isFirst: boolean): Member {
    const member = hireOrFail(() => hire({ isFirst }));
    members.add(member);
    member.ended.then(() => members.delete(member));
    return member;
  }

  async function startFirst(): Promise<Member | null> {
    for (let tries = 1; !isStopping(); tries++) {
      const member = start(true);
      const ending = await Promise.race([member.ready.then(() => null), member.ended]);
      if (!ending) return member;
      if (isStopping()) break;
      if (ending.code === 1) throw new WorkerRefused();
      if (tries === firstTries)
        throw new StartError(
          `No worker became ready: ${firstTries} were started, and the last one ended with ${ending.error ?? ending.signal ?? `code ${ending.code}`}. The lines above may say why. Too little memory also ends processes: then set a smaller WORKERS.`,
        );
      await pause(pauseMs(tries - 1));
    }
    return null;
  }

  async function keep(first: Member | null, onReady: () => void): Promise<void> {
    let failures = 0;
    for (let member = first ?? start(false); ; member = start(false)) {
      let readyAt: number | undefined;
      member.ready.then(() => {
        readyAt = Date.now();
        onReady();
      });
      const ending = await member.ended;
      if (isStopping()) return;
      if (readyAt !== undefined && Date.now() - readyAt > stableAfterMs) failures = 0;
      log.warn({ worker: member.pid, ...ending }, "a worker ended; another one takes its place");
      await pause(pauseMs(failures++));
      if (isStopping()) return;
    }
  }

  async function startAll(): Promise<void> {
    const first = await startFirst();
    if (!first || isStopping()) return;
    const all = Array.from({ length: count }, (_, n) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      keep(n === 0 ? first : null, resolve);
      return promise;
    });
    await Promise.all(all);
  }

  return {
    ready: startAll(),
    async stop({ withinMs }) {
      stopping.abort();
      const all = [...members];
      for (const member of all) member.kill("SIGTERM");
      const late = setTimeout(() => {
        for (const member of all) member.kill("SIGKILL");
      }, withinMs);
      await Promise.all(all.map(({ ended }) => ended));
      clearTimeout(late);
    },
  };
}

/** Without memory for another process `fork` throws: that counts as one that ended, and is tried again. */
function hireOrFail(hire: () => Member): Member {
  try {
    return hire();
  } catch (error) {
    const ended = Promise.resolve({ code: null, signal: null, error: (error as Error).message });
    return { pid: undefined, ready: new Promise(() => {}), ended, kill() {} };
  }
}

/** At once the first time, then 1, 2, 4 … 30 seconds. */
function usualPause(failures: number): number {
  return failures === 0 ? 0 : Math.min(30_000, 1000 * 2 ** (failures - 1));
}

import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Ending, Member } from "./crew.ts";
import { type Line, openLine } from "./line.ts";
import { type Metric, sumMetrics } from "./metrics.ts";
import { type Task, workerWord } from "./task.ts";

type Options = { env: NodeJS.ProcessEnv; connections: number; wanted: number };

const exec = fileURLToPath(new URL("../main.ts", import.meta.url));
const quickImports = `--import=${new URL("../../../../scripts/quick-imports.mjs", import.meta.url)}`;
/** Longer than a worker waits for a database that hangs, shorter than Prometheus waits for us. */
const metricsWithinMs = 6000;
const sharedWithinMs = 20_000;

/** Starts workers, and answers what they ask the primary. */
export function forker({ env, connections, wanted }: Options) {
  /** In the order in which they became ready. */
  const ready = new Map<Worker, Line>();
  const greeting = Promise.withResolvers<string>();
  const metrics = sumMetrics({ wanted });

  async function readMetrics(): Promise<string> {
    const silent = new Set<number>();
    const all = [...ready].map(async ([{ id }, line]) => {
      const own = await line.ask<Metric[]>("metrics", null, { withinMs: metricsWithinMs }).catch(() => null);
      if (own) metrics.remember(id, own);
      else silent.add(id);
    });
    await Promise.all(all);
    return metrics.text({ silent });
  }

  function hire({ isFirst }: { isFirst: boolean }): Member {
    const task: Task = { isFirst, connections };
    const execArgv = [...process.execArgv.filter((flag) => !flag.includes("quick-imports")), quickImports];
    cluster.setupPrimary({ exec, execArgv, args: [workerWord, JSON.stringify(task)], serialization: "advanced" });
    const worker = cluster.fork(env);
    const hangUp = watchHandover(worker);
    const isReady = Promise.withResolvers<void>();
    const line = openLine(worker, {
      ready(text: string) {
        ready.set(worker, line);
        metrics.join(worker.id);
        greeting.resolve(text);
        isReady.resolve();
      },
      metrics: readMetrics,
      shared(asked: unknown) {
        const [oldest] = ready.values();
        if (!oldest) throw new Error("No worker is ready.");
        return oldest.ask("shared", asked, { withinMs: sharedWithinMs });
      },
    });
    const ended = new Promise<Ending>((done) => {
      worker.once("exit", (code, signal) => {
        hangUp();
        if (ready.delete(worker)) metrics.leave(worker.id);
        done({ code, signal });
      });
      // One that the system did not start never exits. Later errors are messages to one that is gone.
      worker.on("error", ({ message }) => {
        if (worker.process.pid === undefined) done({ code: null, signal: null, error: message });
      });
    });
    return { pid: worker.process.pid, ready: isReady.promise, ended, kill: (signal) => worker.process.kill(signal) };
  }
  return { hire, greeting: greeting.promise };
}

/**
 * A connection that is handed to a worker in the moment in which it is killed would stay open for ever, and its visitor wait: Node forgets
 * it. So we close it. Closing one that the worker has taken changes nothing.
 */
function watchHandover({ process }: Worker): () => void {
  const send = process.send;
  let last: { close(): void } | undefined;
  process.send = (...given: unknown[]) => {
    const [, handle] = given as [unknown, { close?(): void } | undefined];
    if (handle?.close) last = handle as { close(): void };
    return (send as (...given: unknown[]) => boolean).apply(process, given);
  };
  return () => last?.close();
}

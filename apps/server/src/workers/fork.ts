import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Ending, Member } from "./crew.ts";
import { type Line, openLine } from "./line.ts";
import { type Metric, sumMetrics } from "./metrics.ts";
import { type Task, workerWord } from "./task.ts";

type Options = { env: NodeJS.ProcessEnv; connections: number; wanted: number };

const exec = fileURLToPath(new URL("../main.ts", import.meta.url));
const quickImports = `--import=${new URL("../../../../scripts/quick-imports.mjs", import.meta.url)}`;
const metricsWithinMs = 3000;
const sharedWithinMs = 20_000;

/** Starts workers, and answers what they ask the primary. */
export function forker({ env, connections, wanted }: Options) {
  /** In the order in which they became ready. */
  const ready = new Map<Worker, Line>();
  const greeting = Promise.withResolvers<string>();
  const metrics = sumMetrics({ wanted, countReady: () => ready.size });

  async function readMetrics(): Promise<string> {
    const all = [...ready].map(async ([{ id }, line]) => {
      const own = await line.ask<Metric[]>("metrics", null, { withinMs: metricsWithinMs }).catch(() => null);
      if (own) metrics.remember(id, own);
      return own ?? [];
    });
    return metrics.text(await Promise.all(all));
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
    const ended = new Promise<Ending>((done) =>
      worker.once("exit", (code, signal) => {
        hangUp();
        if (ready.delete(worker)) metrics.forget(worker.id);
        done({ code, signal });
      }),
    );
    worker.on("error", () => {}); // a message to one that is gone
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

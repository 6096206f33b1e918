import type { Config } from "../config.ts";
import { type Exam, type Finding, fault, ok, warning } from "./check.ts";
import { withinMs } from "./reach.ts";

export async function checkProduct({ config }: Exam): Promise<Finding[]> {
  const ready = await ask(config, "/readyz");
  if (!ready)
    return [
      warning(
        `Nothing answers on port ${config.port} of this machine.`,
        "Start the product, if it is to run here: its service, or npm start",
      ),
    ];
  const [state = "", ...notes] = ready.body.split("\n");
  return [describeState(state, notes), describeWorkers(await ask(config, "/metrics"), config.workers)];
}

function describeWorkers(metrics: Answer | null, wanted: number): Finding {
  if (metrics?.status !== 200 || !/^shoreline_/m.test(metrics.body))
    return warning(
      `How many processes serve cannot be read: /metrics ${metrics ? `answers ${metrics.status}` : "does not answer"}.`,
      "Set METRICS_KEY as the product has it that runs, and see whether it answers at all.",
    );
  const [, workers = "1"] = /^shoreline_workers (\d+)$/m.exec(metrics.body) ?? [];
  return Number(workers) === wanted
    ? ok(`${workers} of ${wanted} processes serve.`)
    : warning(
        `${workers} processes serve, and WORKERS says ${wanted}.`,
        "Look into the log for workers that end, or start the product again if WORKERS was changed.",
      );
}

export function describeState(state: string, notes: string[]): Finding {
  const text = `The product runs and says: ${[state, ...notes].join("; ")}`;
  if (state === "ready") return ok(text);
  if (state === "degraded") return warning(text, "Mend what it names.");
  return fault(text, "Look into its log; is another program on this port?");
}

type Answer = { status: number; body: string };

async function ask({ host, port, metricsKey }: Config, target: string): Promise<Answer | null> {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const headers: Record<string, string> = metricsKey ? { authorization: `Bearer ${metricsKey}` } : {};
  const signal = AbortSignal.timeout(withinMs);
  const response = await fetch(`http://${name}:${port}${target}`, { headers, signal, redirect: "manual" }).catch(
    () => null,
  );
  return response && { status: response.status, body: await response.text() };
}

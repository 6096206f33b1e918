import type { Config } from "../config.ts";
import { type Exam, type Finding, fault, ok, warning } from "./check.ts";
import { withinMs } from "./reach.ts";

export async function checkProduct({ config }: Exam): Promise<Finding[]> {
  const ready = await ask(config, "/readyz");
  if (!ready)
    return [
      warning(
        `Nothing answers on port ${config.port} of this machine.`,
        "Start the product, if it is to run here: npm start",
      ),
    ];
  const [state = "", ...notes] = ready.body.split("\n");
  const metrics = (await ask(config, "/metrics"))?.body ?? "";
  const [, workers = "1"] = /^shoreline_workers (\d+)$/m.exec(metrics) ?? [];
  return [
    describeState(state, notes),
    Number(workers) === config.workers
      ? ok(`${workers} of ${config.workers} processes serve.`)
      : warning(
          `${workers} processes serve, and WORKERS says ${config.workers}.`,
          "Look into the log for workers that end, or start the product again if WORKERS was changed.",
        ),
  ];
}

export function describeState(state: string, notes: string[]): Finding {
  const text = `The product runs and says: ${[state, ...notes].join("; ")}`;
  if (state === "ready") return ok(text);
  if (state === "degraded") return warning(text, "Mend what it names.");
  return fault(text, "Look into its log; is another program on this port?");
}

async function ask({ host, port, metricsKey }: Config, target: string) {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const headers: Record<string, string> = metricsKey ? { authorization: `Bearer ${metricsKey}` } : {};
  const signal = AbortSignal.timeout(withinMs);
  const response = await fetch(`http://${name}:${port}${target}`, { headers, signal, redirect: "manual" }).catch(
    () => null,
  );
  return response && { body: await response.text() };
}

import { AggregatorRegistry, Counter, Gauge, type Registry } from "prom-client";

export type Metric = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>[number];

/**
 * The metrics of all workers as one text. What a worker had counted when it ended still counts: a counter that fell would look
 * like a new start to Prometheus.
 */
export function sumMetrics({ wanted, countReady }: { wanted: number; countReady(): number }) {
  const last = new Map<number, Metric[]>();
  let restarts = 0;
  let ended: Metric[] = [];
  const sum = (all: Metric[][]): Registry => AggregatorRegistry.aggregate(all);

  return {
    /** `id` is the worker's. */
    remember: (id: number, metrics: Metric[]) => void last.set(id, metrics),
    async forget(id: number): Promise<void> {
      restarts++;
      const counted = (last.get(id) ?? []).filter(({ type }) => ["counter", "histogram"].includes(String(type)));
      last.delete(id);
      ended = await sum([ended, counted]).getMetricsAsJSON();
    },
    text(answered: Metric[][]): Promise<string> {
      const registers = [sum([...answered, ended])];
      const help = "Worker processes that serve";
      new Gauge({ name: "shoreline_workers", help, registers }).set(countReady());
      new Gauge({ name: "shoreline_workers_wanted", help: `${help}, as WORKERS says`, registers }).set(wanted);
      const name = "shoreline_worker_restarts_total";
      new Counter({ name, help: "Workers that ended and were replaced", registers }).inc(restarts);
      return (registers[0] as Registry).metrics();
    },
  };
}

import { AggregatorRegistry, Counter, Gauge, type Registry } from "prom-client";

export type Metric = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>[number];

/**
 * The metrics of all workers as one text. What a worker had counted still counts when it has ended or is too busy to answer: a counter
 * that fell would look like a new start to Prometheus.
 */
export function sumMetrics({ wanted }: { wanted: number }) {
  /** What each worker said last, by its id. */
  const last = new Map<number, Metric[]>();
  let restarts = 0;
  let ended: Promise<Metric[]> = Promise.resolve([]);

  return {
    join: (id: number) => void last.set(id, []),
    /** An answer may arrive after its worker has ended: it is counted already. */
    remember(id: number, metrics: Metric[]): void {
      if (last.has(id)) last.set(id, metrics);
    },
    leave(id: number): void {
      restarts++;
      const counted = onlyCounted(last.get(id) ?? []);
      last.delete(id);
      // One after the other, because two workers may end together.
      ended = ended.then((before) => sum([before, counted]).getMetricsAsJSON());
    },
    /** `silent`: those that did not answer now. */
    async text({ silent }: { silent: Set<number> }): Promise<string> {
      const all = [...last].map(([id, metrics]) => (silent.has(id) ? onlyCounted(metrics) : metrics));
      const [count, before] = [last.size, ended];
      const registers = [sum([...all, await before])];
      const help = "Worker processes that serve";
      new Gauge({ name: "shoreline_workers", help, registers }).set(count);
      new Gauge({ name: "shoreline_workers_wanted", help: `${help}, as WORKERS says`, registers }).set(wanted);
      const name = "shoreline_worker_restarts_total";
      new Counter({ name, help: "Workers that ended and were replaced", registers }).inc(restarts);
      return (registers[0] as Registry).metrics();
    },
  };
}

function sum(all: Metric[][]): Registry {
  return AggregatorRegistry.aggregate(all);
}

function onlyCounted(metrics: Metric[]): Metric[] {
  return metrics.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
}

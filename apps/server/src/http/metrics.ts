import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

type Sources = { countJobs(): Promise<{ waiting: number; failed: number }>; cacheEntries(): number };

export function createMetrics(sources: Sources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "shoreline_http_request_seconds",
    help: "How long requests took",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const cache = new Counter({
    name: "shoreline_page_cache_total",
    help: "Answers from the page cache",
    labelNames: ["outcome"],
    registers: [registry],
  });
  new Gauge({
    name: "shoreline_page_cache_entries",
    help: "Answers kept",
    registers: [registry],
    collect: function collect() {
      this.set(sources.cacheEntries());
    },
  });
  const jobs = new Gauge({
    name: "shoreline_jobs",
    help: "Jobs that wait, and jobs that failed for good",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const { waiting, failed } = await sources.countJobs();
      jobs.set({ state: "waiting" }, waiting);
      jobs.set({ state: "failed" }, failed);
    },
  });
  return {
    count({ method, route, status, ms }: { method: string; route: string; status: number; ms: number }) {
      requests.observe({ method, route, status }, ms / 1000);
    },
    countCache: (outcome: "hit" | "miss" | "bypass") => cache.inc({ outcome }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

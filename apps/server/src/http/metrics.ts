import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { inTime } from "../in-time.ts";
import { addOperatorMetrics, type OperatorSources } from "./operator-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

export type CacheOutcome = "hit" | "miss" | "bypass" | "stale" | "file";

type Sources = OperatorSources & {
  countJobs(): Promise<{ waiting: number; failed: number }>;
  cacheEntries(): number;
  /** Text messages of the last day. */
  countMessages(): Promise<{ channel: string; state: string; count: number }[]>;
  readLastBackup(): Promise<{ madeAt: Date; verifiedAt: Date | null } | null>;
};

/** A database that hangs must not hold back all other metrics: Prometheus waits 10 seconds, the primary 6 for a worker. */
const countsWithinMs = 1500;
/** Readiness asks several things, one after the other. */
const healthWithinMs = 4000;

/** All workers read the same from the database: their numbers are not added up. */
const aggregator = "max";

export function createMetrics(sources: Sources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addOperatorMetrics(registry, {
    ...sources,
    readHealth: async () => (await inTime(sources.readHealth(), healthWithinMs)) ?? { state: "not ready", notes: [] },
  });
  const requests = new Histogram({
    name: "shoreline_http_request_seconds",
    help: "How long requests took",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  // Counted by hand: the library's counter would add a tenth to the cost of a cached answer.
  const outcomes: Record<CacheOutcome, number> = { hit: 0, miss: 0, bypass: 0, stale: 0, file: 0 };
  new Counter({
    name: "shoreline_page_cache_total",
    help: "Answers from memory (hit, file; stale while the database is away) and answers that had to be made (miss, bypass)",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(outcomes)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "shoreline_page_cache_entries",
    help: "Entries in the page cache",
    registers: [registry],
    collect: function collect() {
      this.set(sources.cacheEntries());
    },
  });
  const jobs = new Gauge({
    name: "shoreline_jobs",
    aggregator,
    help: "Jobs that are waiting, and jobs that failed for good",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      jobs.reset();
      // Metrics also work while the database is down; only this gauge is missing then.
      const counted = await inTime(sources.countJobs(), countsWithinMs);
      if (!counted) return;
      jobs.set({ state: "waiting" }, counted.waiting);
      jobs.set({ state: "failed" }, counted.failed);
    },
  });
  const messages = new Gauge({
    name: "shoreline_messages",
    aggregator,
    help: "Text messages of the last 24 hours, by what the provider reported",
    labelNames: ["channel", "state"],
    registers: [registry],
    async collect() {
      messages.reset();
      const counted = (await inTime(sources.countMessages(), countsWithinMs)) ?? [];
      for (const { count, ...labels } of counted) messages.set(labels, count);
    },
  });
  const addAge = (name: string, help: string, read: () => Promise<Date | null>) =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      async collect() {
        this.remove();
        const at = await inTime(read(), countsWithinMs);
        if (at) this.set((sources.now().getTime() - at.getTime()) / 1000);
      },
    });
  addAge("shoreline_backup_age_seconds", "Age of the newest backup; missing while there is none", async () => {
    return (await sources.readLastBackup())?.madeAt ?? null;
  });
  addAge("shoreline_backup_verified_age_seconds", "Time since a trial restore of a backup succeeded", async () => {
    return (await sources.readLastBackup())?.verifiedAt ?? null;
  });
  return {
    count({ method, route, status, ms }: { method: string; route: string; status: number; ms: number }) {
      requests.observe({ method, route, status }, ms / 1000);
    },
    countCache(outcome: CacheOutcome) {
      outcomes[outcome]++;
    },
    text: () => registry.metrics(),
    asJson: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

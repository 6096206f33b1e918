import { X509Certificate } from "node:crypto";
import { statfs } from "node:fs/promises";
import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import type { Health } from "../health.ts";
import { memoryLimit, memoryUsed } from "./memory.ts";

export type OperatorSources = {
  pool: pg.Pool;
  readHealth(): Promise<Health>;
  /** Missing in tests without a folder. */
  dataDir?: string | undefined;
  /** Signs PDF files; null: one of our own making, which is renewed by itself. */
  certificate: Uint8Array | null;
  now(): Date;
};

type Aggregator = "sum" | "min" | "max";
/** `aggregator`: what several processes of one machine are together. Null: it cannot be known now, and the line is missing. */
type Measure = { help: string; aggregator: Aggregator; read(): number | null | Promise<number | null> };

/** What an operator needs an alert for, beyond what requests and jobs say. */
export function addOperatorMetrics(registry: Registry, sources: OperatorSources): void {
  const { pool, readHealth, dataDir, certificate, now } = sources;
  const ask = async (question: string) => {
    const { rows } = await pool.query<{ answer: number | null }>(question);
    return rows[0]?.answer ?? null;
  };
  const measures: Record<string, Measure> = {
    shoreline_database_connections: {
      help: "Connections to the database that are in use",
      aggregator: "sum",
      read: () => pool.totalCount - pool.idleCount,
    },
    shoreline_database_connections_max: {
      help: "Connections to the database that may be in use",
      aggregator: "sum",
      read: () => pool.options.max,
    },
    shoreline_database_waiting: {
      help: "Work that waits for a connection to the database",
      aggregator: "sum",
      read: () => pool.waitingCount,
    },
    shoreline_ready: {
      help: "1 while the process can serve, as /readyz says",
      aggregator: "min",
      read: async () => ((await readHealth()).state === "not ready" ? 0 : 1),
    },
    shoreline_degraded: {
      help: "1 while something needs attention; /readyz says what",
      aggregator: "max",
      read: async () => ((await readHealth()).state === "degraded" ? 1 : 0),
    },
    shoreline_database_up: {
      help: "1 while the database answers",
      aggregator: "min",
      read: async () => (await inTime(ask("select 1 as answer"))) ?? 0,
    },
    shoreline_database_replicas: {
      help: "Standbys that receive the changes of the database",
      aggregator: "max",
      read: () => inTime(ask("select count(*)::int as answer from pg_stat_replication")),
    },
    shoreline_job_age_seconds: {
      help: "How long the oldest job has been due that is still to be done; 0 without one",
      aggregator: "max",
      read: () => inTime(ask(oldestJob)),
    },
    shoreline_disk_free_bytes: {
      help: "Room that is left on the disk of DATA_DIR",
      aggregator: "min",
      read: async () => (dataDir === undefined ? null : roomOf(dataDir, "bavail")),
    },
    shoreline_disk_bytes: {
      help: "Room on the disk of DATA_DIR",
      aggregator: "max",
      read: async () => (dataDir === undefined ? null : roomOf(dataDir, "blocks")),
    },
    shoreline_memory_used_bytes: {
      help: "Memory that all processes of the control group take, without files that Linux could drop",
      aggregator: "max",
      read: () => memoryUsed(),
    },
    shoreline_memory_limit_bytes: {
      help: "Memory that the processes of this machine may take: the limit of their control group, or all of it",
      aggregator: "max",
      read: memoryLimit,
    },
    shoreline_pdf_certificate_left_seconds: {
      help: "Time until the certificate of PDF_CERTIFICATE_FILE ends; missing while it is not set",
      aggregator: "min",
      read: () => certificate && (new X509Certificate(certificate).validToDate.getTime() - now().getTime()) / 1000,
    },
  };
  for (const [name, { help, aggregator, read }] of Object.entries(measures))
    new Gauge({
      ...{ name, help, aggregator, registers: [registry] },
      async collect() {
        // Read at once where it can be: the questions of these metrics take connections too.
        const reading = (async () => read())();
        // Metrics also work while the database is down: what comes from it is missing then.
        const value = await reading.catch(() => null);
        this.remove();
        if (value !== null) this.set(value);
      },
    });
}

const answersWithinMs = 3000;

async function inTime(work: Promise<number | null>): Promise<number | null> {
  const late = new Promise<null>((done) => setTimeout(done, answersWithinMs, null).unref());
  return Promise.race([work.catch(() => null), late]);
}

const oldestJob = `select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as answer
  from graphile_worker.jobs where run_at <= now() and attempts < max_attempts and locked_at is null`;

async function roomOf(folder: string, field: "bavail" | "blocks"): Promise<number> {
  const found = await statfs(folder);
  return found[field] * found.bsize;
}

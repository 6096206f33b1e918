import type pg from "pg";
import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("with a database that hangs the other metrics still come, before Prometheus gives up", async () => {
  const hangs = () => new Promise<never>(() => {});
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 10 }, query: hangs };
  const metrics = createMetrics({
    ...{ countJobs: hangs, countMessages: hangs, readLastBackup: hangs, readHealth: hangs, cacheEntries: () => 3 },
    ...{ pool: pool as unknown as pg.Pool, certificate: null, now: () => new Date() },
  });
  const startedAt = performance.now();
  const lines = (await metrics.text()).split("\n");
  expect(performance.now() - startedAt).toBeLessThan(6000);
  for (const line of ["shoreline_page_cache_entries 3", "shoreline_ready 0", "shoreline_database_up 0"])
    expect(lines).toContain(line);
  for (const name of ["shoreline_jobs", "shoreline_messages", "shoreline_backup_age_seconds"])
    expect(lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))).toEqual([]);
}, 20_000);

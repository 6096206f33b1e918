import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { sumMetrics } from "./metrics.ts";

async function workerWith(given: { requests: number; waiting: number }) {
  const registers = [new Registry()];
  new Counter({ name: "requests_total", help: "r", registers }).inc(given.requests);
  new Gauge({ name: "jobs", help: "j", aggregator: "max", registers }).set(given.waiting);
  new Gauge({ name: "entries", help: "e", registers }).set(5);
  return (registers[0] as Registry).getMetricsAsJSON();
}

test("counters are added up, and what all read from the database stands once", async () => {
  const whole = sumMetrics({ wanted: 2, countReady: () => 2 });
  const text = await whole.text([
    await workerWith({ requests: 3, waiting: 7 }),
    await workerWith({ requests: 4, waiting: 7 }),
  ]);
  for (const line of ["requests_total 7", "jobs 7", "entries 10", "shoreline_workers 2", "shoreline_workers_wanted 2"])
    expect(text.split("\n")).toContain(line);
});

test("what a worker had counted stays when it ends, so that no counter falls", async () => {
  const whole = sumMetrics({ wanted: 2, countReady: () => 1 });
  whole.remember(1, await workerWith({ requests: 3, waiting: 7 }));
  await whole.forget(1);
  whole.remember(3, await workerWith({ requests: 10, waiting: 7 }));
  await whole.forget(3);
  const lines = (await whole.text([await workerWith({ requests: 4, waiting: 1 })])).split("\n");
  for (const line of ["requests_total 17", "jobs 1", "entries 5", "shoreline_worker_restarts_total 2"])
    expect(lines).toContain(line);
});

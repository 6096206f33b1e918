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

const nobody = new Set<number>();

test("counters are added up, and what all read from the database stands once", async () => {
  const whole = sumMetrics({ wanted: 2 });
  whole.join(1);
  whole.join(2);
  whole.remember(1, await workerWith({ requests: 3, waiting: 7 }));
  whole.remember(2, await workerWith({ requests: 4, waiting: 7 }));
  const text = await whole.text({ silent: nobody });
  for (const line of ["requests_total 7", "jobs 7", "entries 10", "shoreline_workers 2", "shoreline_workers_wanted 2"])
    expect(text.split("\n")).toContain(line);
});

test("what workers had counted stays when they end, also when they end together", async () => {
  const whole = sumMetrics({ wanted: 3 });
  for (const id of [1, 2, 3]) whole.join(id);
  whole.remember(1, await workerWith({ requests: 3, waiting: 7 }));
  whole.remember(2, await workerWith({ requests: 10, waiting: 7 }));
  whole.remember(3, await workerWith({ requests: 4, waiting: 1 }));
  whole.leave(1);
  whole.leave(2);
  const lines = (await whole.text({ silent: nobody })).split("\n");
  for (const line of ["requests_total 17", "jobs 1", "entries 5", "shoreline_workers 1"]) expect(lines).toContain(line);
  expect(lines).toContain("shoreline_worker_restarts_total 2");
});

test("what a worker had counted stays while it is too busy to answer, and what it had measured does not", async () => {
  const whole = sumMetrics({ wanted: 2 });
  whole.join(1);
  whole.join(2);
  whole.remember(1, await workerWith({ requests: 3, waiting: 7 }));
  whole.remember(2, await workerWith({ requests: 4, waiting: 1 }));
  const lines = (await whole.text({ silent: new Set([1]) })).split("\n");
  for (const line of ["requests_total 7", "jobs 1", "entries 5"]) expect(lines).toContain(line);
});

test("a worker that ends while the others are asked, or whose answer comes after its end, counts once", async () => {
  const whole = sumMetrics({ wanted: 1 });
  whole.join(1);
  whole.remember(1, await workerWith({ requests: 3, waiting: 7 }));
  const asked = whole.text({ silent: nobody });
  whole.leave(1);
  whole.remember(1, await workerWith({ requests: 3, waiting: 7 }));
  for (const text of [await asked, await whole.text({ silent: nobody })])
    expect(text.split("\n")).toContain("requests_total 3");
});

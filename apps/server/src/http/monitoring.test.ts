import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { testInstitute } from "../test/institute.ts";
import { sumMetrics } from "../workers/metrics.ts";

const folder = path.resolve(import.meta.dirname, "../../../../deploy/monitoring");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

const institute = await testInstitute({ dataDir: import.meta.dirname });

async function readMetrics(): Promise<string> {
  return (await institute.app.request("http://localhost:3000/metrics")).text();
}

/** What `/metrics` says with a value or could say: an age is missing while there is nothing that could be old. */
function exposed(text: string): Set<string> {
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
  );
  return new Set(names);
}

type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] };
const rules = (parse(read("alerts.yml")) as Rules).groups.flatMap((group) => group.rules);
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
const { panels } = JSON.parse(read("grafana-dashboard.json")) as Dashboard;

const queries = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

test.each(queries)("every metric in the query of $of exists", async ({ expr }) => {
  const ofWorkers = await sumMetrics({ wanted: 1 }).text({ silent: new Set() });
  const known = exposed((await readMetrics()) + ofWorkers);
  const used = [...expr.matchAll(/\b(?:shoreline|nodejs|process)_\w+/g)].map(([name]) => name);
  expect(used.length > 0 || expr.startsWith("up{")).toBe(true);
  for (const name of used) expect(known, name).toContain(name);
});

test("every alert says what to do, and has a test that it fires and one that it is silent", () => {
  const tests = read("alerts.test.yml") + read("alerts-of-days.test.yml");
  for (const { alert, annotations } of rules) {
    expect(annotations, alert).toMatchObject({ summary: expect.any(String), do: expect.any(String) });
    expect(tests.split(`alertname="${alert}", alertstate="firing"`).length - 1, alert).toBe(2);
    expect(tests.split(`'{alertname="${alert}"}'`).length - 1, alert).toBe(1);
  }
});

test("metrics say how much room, memory, connections and jobs there are", async () => {
  const value = async (name: string) => {
    const [, found] = new RegExp(`^${name} (\\S+)$`, "m").exec(await readMetrics()) ?? [];
    return found === undefined ? null : Number(found);
  };
  expect(await value("shoreline_ready")).toBe(1);
  expect(await value("shoreline_database_up")).toBe(1);
  expect(await value("shoreline_database_replicas")).toBe(0);
  expect(await value("shoreline_database_connections_max")).toBe(10);
  expect(await value("shoreline_disk_free_bytes")).toBeGreaterThan(0);
  expect(await value("shoreline_disk_bytes")).toBeGreaterThan((await value("shoreline_disk_free_bytes")) ?? 0);
  expect(await value("shoreline_memory_limit_bytes")).toBeGreaterThan(100_000_000);
  expect(await value("shoreline_memory_used_bytes")).toBeGreaterThan(1_000_000);
  expect(await value("shoreline_pdf_certificate_left_seconds")).toBeNull();
  await institute.runJobs();
  expect(await value("shoreline_job_age_seconds")).toBe(0);
  await institute.pool.query(
    "select graphile_worker.add_job('mail.write', '{}'::json, run_at => now() - interval '1 hour')",
  );
  expect(await value("shoreline_job_age_seconds")).toBeGreaterThanOrEqual(3600);
});

test.runIf(spawnSync("promtool", ["--version"]).status === 0)(
  "promtool accepts the rules and the example",
  () => {
    const { status, stdout } = spawnSync(process.execPath, [path.join(folder, "check.mjs")], { encoding: "utf8" });
    expect(stdout).not.toContain("FAILS");
    expect(status).toBe(0);
  },
  180_000,
);
